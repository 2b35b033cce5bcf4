#include "demo/files/alpha_write.h"

#include "demo/bytes/chunk_write.h"

enum { SIDE = TEXELS_PER_CHUNK, LAST = SIDE - 1 };

/* Whether readers must ignore this texel. The file gets arbitrary values there, which shows readers
 * that use them. */
static bool is_ignored(int32_t texel, enum alpha_map_size map_size)
{
    return map_size == ALPHA_MAP_63X63 && (texel % SIDE == LAST || texel / SIDE == LAST);
}

static uint32_t nibble(const uint8_t alpha[CHUNK_TEXELS], int32_t texel,
                       enum alpha_map_size map_size)
{
    if (is_ignored(texel, map_size)) {
        return (uint32_t)(texel * 7 + 3) & 15u;
    }
    return (alpha[texel] * 15u + 127u) / 255u;
}

void alpha_write_4bit(struct buffer *buffer, const uint8_t alpha[CHUNK_TEXELS],
                      enum alpha_map_size map_size)
{
    for (int32_t t = 0; t < CHUNK_TEXELS; t += 2) {
        buffer_u8(buffer,
                  (uint8_t)(nibble(alpha, t, map_size) | nibble(alpha, t + 1, map_size) << 4));
    }
}

static int32_t run_length(const uint8_t *row, int32_t at)
{
    int32_t end = at + 1;
    while (end < SIDE && row[end] == row[at]) {
        end++;
    }
    return end - at;
}

static void write_row(struct buffer *buffer, const uint8_t *row)
{
    for (int32_t at = 0; at < SIDE;) {
        int32_t run = run_length(row, at);
        if (run >= 3) {
            buffer_u8(buffer, (uint8_t)(0x80 | run));
            buffer_u8(buffer, row[at]);
            at += run;
            continue;
        }
        int32_t end = at + run;
        while (end < SIDE && run_length(row, end) < 3) {
            end += run_length(row, end);
        }
        buffer_u8(buffer, (uint8_t)(end - at));
        buffer_append(buffer, row + at, (size_t)(end - at));
        at = end;
    }
}

void alpha_write_rle(struct buffer *buffer, const uint8_t alpha[CHUNK_TEXELS])
{
    for (int32_t row = 0; row < SIDE; row++) {
        write_row(buffer, alpha + row * SIDE);
    }
}

void shadow_write(struct buffer *buffer, const bool shadow[CHUNK_TEXELS],
                  enum alpha_map_size map_size)
{
    bool dark[CHUNK_TEXELS];
    for (int32_t t = 0; t < CHUNK_TEXELS; t++) {
        dark[t] = is_ignored(t, map_size) ? (t / SIDE + t % 8) % 2 == 0 : shadow[t];
    }
    chunk_bits(buffer, dark, CHUNK_TEXELS);
}

void alpha_shares(const struct ground_chunk *chunk, uint8_t shares[GROUND_LAYERS][CHUNK_TEXELS])
{
    for (int32_t t = 0; t < CHUNK_TEXELS; t++) {
        uint32_t left = 255;
        for (int layer = chunk->layer_count - 1; layer > 0; layer--) {
            uint32_t share = (left * chunk->cover[layer][t] + 127u) / 255u;
            shares[layer][t] = (uint8_t)share;
            left -= share;
        }
        shares[0][t] = (uint8_t)left;
    }
}
