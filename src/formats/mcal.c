#include "formats/mcal.h"

#include <string.h>

#include "base/size.h"

enum { EDGE = 64 };

void mcal_decode_4bit(const uint8_t *data, enum mcal_edge edge, uint8_t *alpha)
{
    for (size_t i = 0; i < MCAL_4BIT_BYTES; i++) {
        alpha[2 * i] = (uint8_t)((data[i] & 15) * 17);
        alpha[2 * i + 1] = (uint8_t)((data[i] >> 4) * 17);
    }
    if (edge == MCAL_EDGE_COPY) {
        for (size_t y = 0; y < EDGE - 1; y++) {
            alpha[y * EDGE + EDGE - 1] = alpha[y * EDGE + EDGE - 2];
        }
        memcpy(alpha + EDGE * (EDGE - 1), alpha + EDGE * (EDGE - 2), EDGE);
    }
}

size_t mcal_decode_rle(const uint8_t *data, size_t size, uint8_t *alpha)
{
    size_t in = 0;
    size_t out = 0;
    while (in < size && out < MCAL_TEXELS) {
        uint8_t control = data[in++];
        size_t count = size_min(control & 0x7F, MCAL_TEXELS - out);
        if (control & 0x80) {
            if (in == size) {
                break;
            }
            memset(alpha + out, data[in++], count);
        } else {
            count = size_min(count, size - in);
            memcpy(alpha + out, data + in, count);
            in += count;
        }
        out += count;
    }
    memset(alpha + out, 0, MCAL_TEXELS - out);
    return out;
}

static uint64_t read_row(const uint8_t *bytes)
{
    uint64_t row = 0;
    for (size_t i = 0; i < 8; i++) {
        row |= (uint64_t)bytes[i] << 8 * i;
    }
    return row;
}

void mcsh_decode(const uint8_t *data, enum mcal_edge edge, uint64_t *rows)
{
    for (size_t y = 0; y < EDGE; y++) {
        rows[y] = read_row(data + 8 * y);
    }
    if (edge == MCAL_EDGE_COPY) {
        for (size_t y = 0; y < EDGE - 1; y++) {
            uint64_t last = rows[y] >> (EDGE - 2) & 1;
            rows[y] = (rows[y] & (UINT64_MAX >> 1)) | last << (EDGE - 1);
        }
        rows[EDGE - 1] = rows[EDGE - 2];
    }
}
