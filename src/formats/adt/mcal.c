/*
 * A tile has up to 768 alpha maps, which are decoded for every picture, so run-length maps are
 * copied in two steps: while the longest run fits on both sides, in pieces of constant length,
 * which compilers make vector instructions of; then byte by byte, with every limit checked.
 */
#include "formats/adt/mcal.h"

#include <string.h>

#include "base/size.h"

enum { EDGE = 64 };

void mcal_decode_4bit(const uint8_t *data, enum mcal_edge edge, uint8_t *alpha)
{
    for (size_t i = 0; i < MCAL_4BIT_BYTES; i++) {
        alpha[2 * i] = (uint8_t)((data[i] & 15) * 17);
        alpha[2 * i + 1] = (uint8_t)((data[i] >> 4) * 17);
    }
    if (edge == MCAL_EDGE_FIX) {
        for (size_t y = 0; y < EDGE - 1; y++) {
            alpha[y * EDGE + EDGE - 1] = alpha[y * EDGE + EDGE - 2];
        }
        memcpy(alpha + EDGE * (EDGE - 1), alpha + EDGE * (EDGE - 2), EDGE);
    }
}

/* More than a control byte counts, and what most runs have at most. */
enum { RUN_MAX = 128, RUN_SHORT = 16 };

/* Runs whose longest form has room on both sides: copies of constant length, which compilers turn
 * into a few instructions. */
static void decode_inner(const uint8_t *data, size_t size, uint8_t *alpha, size_t *in, size_t *out)
{
    while (*in + 1 + RUN_MAX <= size && *out + RUN_MAX <= MCAL_TEXELS) {
        uint8_t control = data[*in];
        size_t count = control & 0x7F;
        const uint8_t *run = data + *in + 1;
        uint8_t *texels = alpha + *out;
        if (control & 0x80) {
            memset(texels, *run, RUN_SHORT);
            if (count > RUN_SHORT) {
                memset(texels + RUN_SHORT, *run, RUN_MAX - RUN_SHORT);
            }
            *in += 2;
        } else {
            memcpy(texels, run, RUN_SHORT);
            if (count > RUN_SHORT) {
                memcpy(texels + RUN_SHORT, run + RUN_SHORT, RUN_MAX - RUN_SHORT);
            }
            *in += 1 + count;
        }
        *out += count;
    }
}

static int nibble(const uint8_t *data, size_t y, size_t x)
{
    return data[(y * EDGE + x) / 2] >> x % 2 * 4 & 15;
}

static uint64_t step(int a, int b)
{
    return (uint64_t)(a < b ? b - a : a - b) * 17;
}

void mcal_measure_edge(const uint8_t *data, struct mcal_edge_steps *steps)
{
    enum { LAST = EDGE - 1 };
    for (size_t i = 0; i < LAST; i++) {
        int row = nibble(data, LAST - 1, i);
        int column = nibble(data, i, LAST - 1);
        steps->last += step(nibble(data, LAST, i), row) + step(nibble(data, i, LAST), column);
        steps->before +=
            step(row, nibble(data, LAST - 2, i)) + step(column, nibble(data, i, LAST - 2));
        steps->texels += 2;
    }
}

size_t mcal_decode_rle(const uint8_t *data, size_t size, uint8_t *alpha)
{
    size_t in = 0;
    size_t out = 0;
    decode_inner(data, size, alpha, &in, &out);
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

void mcsh_decode(const uint8_t *data, enum mcal_edge edge, uint64_t *rows)
{
    for (size_t y = 0; y < EDGE; y++) {
        rows[y] = 0;
        for (size_t i = 0; i < 8; i++) {
            rows[y] |= (uint64_t)data[8 * y + i] << 8 * i;
        }
    }
    if (edge == MCAL_EDGE_FIX) {
        for (size_t y = 0; y < EDGE - 1; y++) {
            uint64_t last = rows[y] >> (EDGE - 2) & 1;
            rows[y] = (rows[y] & (UINT64_MAX >> 1)) | last << (EDGE - 1);
        }
        rows[EDGE - 1] = rows[EDGE - 2];
    }
}

static void spread_row(uint64_t row, uint8_t *texels)
{
    const uint64_t each = 0x0101010101010101U;
    const uint64_t own_bit = 0x8040201008040201U; /* byte i: bit i */
    for (size_t i = 0; i < 8; i++) {
        uint64_t bits = (row >> i * 8 & 0xFF) * each & own_bit;
        uint64_t high = bits + 0x7F * each; /* bit 7 of bytes that are not 0; no carry */
        uint64_t spread = (high >> 7 & each) * 0xFF;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        spread = __builtin_bswap64(spread);
#endif
        memcpy(texels + 8 * i, &spread, sizeof spread);
    }
}

void mcsh_spread(const uint64_t *rows, uint8_t *texels)
{
    for (size_t y = 0; y < EDGE; y++) {
        if (rows[y] == 0 || rows[y] == UINT64_MAX) {
            memset(texels + EDGE * y, (int)(rows[y] & 0xFF), EDGE);
        } else {
            spread_row(rows[y], texels + EDGE * y);
        }
    }
}
