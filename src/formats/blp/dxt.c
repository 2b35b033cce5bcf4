/*
 * A block becomes four vectors of four texels, a row each. Two bits of each texel's index are
 * masks that choose among vectors which hold one of the four colours throughout.
 *
 * A channel of 5 bits at bit 11 is v * 2^11. Its product with 33 * 8 / 2^16 is v * 33 / 4, which is
 * v << 3 | v >> 2. One of 6 bits at bit 5 is multiplied by 65 * 2^7, which gives v << 2 | v >> 4.
 * Blue is moved to bit 11 first.
 */
#include "formats/blp/dxt.h"

#include <string.h>

#include "base/lanes.h"
#include "base/size.h"
#include "formats/blp/dxt_alphas.h"
#include "formats/blp/dxt_block.h"

/* The four colours of a block, a texel in each lane, without alpha. */
static inline lanes_i colors_of(const uint8_t *block, bool is_three)
{
    unsigned c0 = (unsigned)(block[0] | block[1] << 8);
    unsigned c1 = (unsigned)(block[2] | block[3] << 8);
    const lanes_u16 masks = {0xf800, 0x07e0, 0xf800, 0, 0xf800, 0x07e0, 0xf800, 0};
    const lanes_u16 factors = {33 << 3, 65 << 7, 33 << 3, 0, 33 << 3, 65 << 7, 33 << 3, 0};
    lanes_u16 ends = {(uint16_t)c0, (uint16_t)c0, (uint16_t)(c0 << 11), 0,
                      (uint16_t)c1, (uint16_t)c1, (uint16_t)(c1 << 11), 0};
    ends = lanes_multiply_high(ends & masks, factors);
    lanes_u64 quads = (lanes_u64)ends;
    lanes_u16 sum = ends + (lanes_u16)(lanes_u64){quads[1], quads[0]} + 1;
    lanes_u16 between = is_three ? sum >> 1 & (lanes_u16)(lanes_u64){UINT64_MAX, 0}
                                 : lanes_multiply_high(sum + ends, lanes_splat_words(DXT_THIRD));
    return (lanes_i)lanes_pack(ends, between);
}

/* A row of texels of colours that `bits` choose, two bits a texel. */
static inline lanes_i dxt_choose(lanes_i colors, lanes_i bits)
{
    const lanes_i lows = {1, 4, 16, 64};
    const lanes_i highs = {2, 8, 32, 128};
    lanes_i low = (bits & lows) == lows;
    lanes_i high = (bits & highs) == highs;
    lanes_i first = lanes_select_i(low, lanes_splat_i(colors[1]), lanes_splat_i(colors[0]));
    lanes_i last = lanes_select_i(low, lanes_splat_i(colors[3]), lanes_splat_i(colors[2]));
    return lanes_select_i(high, last, first);
}

static inline void block_dxt1(const uint8_t *block, unsigned black_alpha, uint8_t *out,
                              size_t pitch)
{
    bool is_three = (block[0] | block[1] << 8) <= (block[2] | block[3] << 8);
    lanes_i colors = colors_of(block, is_three);
    lanes_i alpha = lanes_splat_i((int32_t)dxt_texel(0, 0, 0, 255));
    alpha[3] = (int32_t)dxt_texel(0, 0, 0, is_three ? black_alpha : 255);
    lanes_i bits = lanes_splat_i((int32_t)dxt_load32(block + 4));
    for (unsigned y = 0; y < 4; y++, out += pitch, bits >>= 8) {
        lanes_i texels = dxt_choose(colors | alpha, bits);
        memcpy(out, &texels, sizeof texels);
    }
}

/* Four rows of texels that are black. */
static inline void spread_alphas(lanes_i8 alphas, lanes_u16 rows[4])
{
    const lanes_u16 black = {0};
    lanes_u16 pairs = lanes_words_le((lanes_u16)alphas);
    lanes_u16 even = lanes_words_le(pairs << 8);
    lanes_u16 odd = lanes_words_le(pairs & 0xff00);
    lanes_u16 first = lanes_interleave_first(even, odd);
    lanes_u16 last = lanes_interleave_last(even, odd);
    rows[0] = lanes_interleave_first(black, first);
    rows[1] = lanes_interleave_last(black, first);
    rows[2] = lanes_interleave_first(black, last);
    rows[3] = lanes_interleave_last(black, last);
}

static inline void block_with_alphas(enum dxt_kind kind, const uint8_t *block, uint8_t *out,
                                     size_t pitch)
{
    lanes_u16 alphas[4];
    lanes_i colors = colors_of(block + 8, false);
    lanes_i bits = lanes_splat_i((int32_t)dxt_load32(block + 12));
    spread_alphas(dxt_alphas(kind, block), alphas);
    for (unsigned y = 0; y < 4; y++, out += pitch, bits >>= 8) {
        lanes_i texels = dxt_choose(colors, bits) | (lanes_i)alphas[y];
        memcpy(out, &texels, sizeof texels);
    }
}

static inline void decode_block(enum dxt_kind kind, const uint8_t *block, uint8_t *out,
                                size_t pitch)
{
    switch (kind) {
    case DXT1_OPAQUE:
        block_dxt1(block, 255, out, pitch);
        break;
    case DXT1_ALPHA:
        block_dxt1(block, 0, out, pitch);
        break;
    case DXT3:
        block_with_alphas(DXT3, block, out, pitch);
        break;
    case DXT5:
        block_with_alphas(DXT5, block, out, pitch);
        break;
    }
}

size_t dxt_size(enum dxt_kind kind, uint32_t width, uint32_t height)
{
    return (size_t)((width + 3) / 4) * ((height + 3) / 4) * dxt_block_bytes(kind);
}

/* `blocks` blocks of the row of blocks that begins at texel row y; `kind` is a constant. */
static inline void decode_row(enum dxt_kind kind, const uint8_t *data, size_t blocks,
                              uint32_t width, uint32_t rows, uint8_t *out)
{
    size_t pitch = (size_t)width * 4;
    size_t whole = rows == 4 ? size_min(blocks, width / 4) : 0;
    for (size_t i = 0; i < whole; i++) {
        decode_block(kind, data + i * dxt_block_bytes(kind), out + i * 16, pitch);
    }
    for (size_t i = whole; i < blocks; i++) { /* those that reach over the right or lower edge */
        uint8_t texels[4 * 16];
        size_t columns = size_min(4, width - 4 * i);
        decode_block(kind, data + i * dxt_block_bytes(kind), texels, 16);
        for (size_t y = 0; y < rows; y++) {
            memcpy(out + i * 16 + y * pitch, texels + 16 * y, 4 * columns);
        }
    }
}

static void decode_row_of(enum dxt_kind kind, const uint8_t *data, size_t blocks, uint32_t width,
                          uint32_t rows, uint8_t *out)
{
    switch (kind) {
    case DXT1_OPAQUE:
        decode_row(DXT1_OPAQUE, data, blocks, width, rows, out);
        break;
    case DXT1_ALPHA:
        decode_row(DXT1_ALPHA, data, blocks, width, rows, out);
        break;
    case DXT3:
        decode_row(DXT3, data, blocks, width, rows, out);
        break;
    case DXT5:
        decode_row(DXT5, data, blocks, width, rows, out);
        break;
    }
}

void dxt_decode(enum dxt_kind kind, const uint8_t *data, size_t size, uint32_t width,
                uint32_t height, uint8_t *rgba)
{
    size_t across = (width + 3) / 4;
    size_t blocks = size / dxt_block_bytes(kind);
    for (uint32_t y = 0; y < height; y += 4) {
        uint32_t rows = (uint32_t)size_min(4, height - y);
        uint8_t *out = rgba + (size_t)y * width * 4;
        size_t here = size_min(blocks, across);
        if (here < across) {
            dxt_fill_missing(kind, out, (size_t)rows * width);
        }
        decode_row_of(kind, data, here, width, rows, out);
        data += here * dxt_block_bytes(kind);
        blocks -= here;
    }
}
