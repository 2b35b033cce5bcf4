#include "formats/blp/dxt.h"

#include <string.h>

#include "base/size.h"
#include "formats/blp/dxt_block.h"

static inline void texels_of(const uint64_t colours[4], unsigned alpha, uint32_t texels[4])
{
    for (unsigned i = 0; i < 4; i++) {
        texels[i] = dxt_texel_of(colours[i], alpha);
    }
}

static inline void block_dxt1(const uint8_t *block, unsigned black_alpha, uint8_t *out,
                              size_t pitch)
{
    uint64_t colours[4];
    uint32_t texels[4];
    bool has_black = dxt1_colours(block, colours);
    texels_of(colours, 255, texels);
    if (has_black) {
        texels[3] = dxt_texel(0, 0, 0, black_alpha);
    }
    uint32_t indices = dxt_load32(block + 4);
    for (unsigned y = 0; y < 4; y++, out += pitch) {
        for (unsigned x = 0; x < 4; x++, indices >>= 2) {
            dxt_store(out + 4 * x, texels[indices & 3]);
        }
    }
}

static inline void block_dxt3(const uint8_t *block, uint8_t *out, size_t pitch)
{
    uint64_t colours[4];
    uint32_t texels[4];
    dxt_four_colours(block + 8, colours);
    texels_of(colours, 0, texels);
    uint64_t nibbles = dxt_load32(block) | (uint64_t)dxt_load32(block + 4) << 32;
    uint32_t indices = dxt_load32(block + 12);
    for (unsigned y = 0; y < 4; y++, out += pitch) {
        for (unsigned x = 0; x < 4; x++, indices >>= 2, nibbles >>= 4) {
            unsigned alpha = (unsigned)(nibbles & 15) * 17;
            dxt_store(out + 4 * x, texels[indices & 3] | dxt_texel(0, 0, 0, alpha));
        }
    }
}

static inline void dxt5_alphas(unsigned a0, unsigned a1, uint32_t alphas[8])
{
    alphas[0] = dxt_texel(0, 0, 0, a0);
    alphas[1] = dxt_texel(0, 0, 0, a1);
    if (a0 > a1) {
        for (unsigned i = 1; i < 7; i++) {
            alphas[1 + i] = dxt_texel(0, 0, 0, ((7 - i) * a0 + i * a1 + 3) / 7);
        }
        return;
    }
    for (unsigned i = 1; i < 5; i++) {
        alphas[1 + i] = dxt_texel(0, 0, 0, ((5 - i) * a0 + i * a1 + 2) / 5);
    }
    alphas[6] = 0;
    alphas[7] = dxt_texel(0, 0, 0, 255);
}

static inline void block_dxt5(const uint8_t *block, uint8_t *out, size_t pitch)
{
    uint64_t colours[4];
    uint32_t texels[4];
    uint32_t alphas[8];
    dxt_four_colours(block + 8, colours);
    texels_of(colours, 0, texels);
    dxt5_alphas(block[0], block[1], alphas);
    uint64_t steps = (dxt_load32(block) | (uint64_t)dxt_load32(block + 4) << 32) >> 16;
    uint32_t indices = dxt_load32(block + 12);
    for (unsigned y = 0; y < 4; y++, out += pitch) {
        for (unsigned x = 0; x < 4; x++, indices >>= 2, steps >>= 3) {
            dxt_store(out + 4 * x, texels[indices & 3] | alphas[steps & 7]);
        }
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
        block_dxt3(block, out, pitch);
        break;
    case DXT5:
        block_dxt5(block, out, pitch);
        break;
    }
}

size_t dxt_size(enum dxt_kind kind, uint32_t width, uint32_t height)
{
    return (size_t)((width + 3) / 4) * ((height + 3) / 4) * dxt_block_bytes(kind);
}

/* A block that reaches over the right or lower edge. */
static void decode_edge(enum dxt_kind kind, const uint8_t *block, uint32_t columns, uint32_t rows,
                        uint8_t *out, size_t pitch)
{
    uint8_t texels[4 * 16];
    decode_block(kind, block, texels, 16);
    for (uint32_t y = 0; y < rows; y++) {
        memcpy(out + y * pitch, texels + (size_t)16 * y, (size_t)4 * columns);
    }
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
    for (size_t i = whole; i < blocks; i++) {
        uint32_t columns = (uint32_t)size_min(4, width - 4 * i);
        decode_edge(kind, data + i * dxt_block_bytes(kind), columns, rows, out + i * 16, pitch);
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
