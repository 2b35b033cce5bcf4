#include "formats/blp/dxt.h"

#include <string.h>

#include "base/size.h"

/*
 * Texels travel as uint32_t that hold the bytes R, G, B, A in memory order, so that a texel is one
 * store on any machine. Where `out` is a place in the image it has no alignment, hence memcpy.
 */
static inline uint32_t texel(unsigned r, unsigned g, unsigned b, unsigned a)
{
    uint8_t bytes[4] = {(uint8_t)r, (uint8_t)g, (uint8_t)b, (uint8_t)a};
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static inline void store(uint8_t *out, uint32_t value)
{
    memcpy(out, &value, sizeof value);
}

static inline uint32_t load32(const uint8_t *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

struct rgb {
    unsigned r, g, b;
};

static inline struct rgb expand(unsigned c)
{
    unsigned r = c >> 11;
    unsigned g = c >> 5 & 63;
    unsigned b = c & 31;
    return (struct rgb){r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2};
}

static inline uint32_t third(struct rgb near, struct rgb far, unsigned alpha)
{
    return texel((2 * near.r + far.r + 1) / 3, (2 * near.g + far.g + 1) / 3,
                 (2 * near.b + far.b + 1) / 3, alpha);
}

/* The four colours of a block that always has four, with `alpha` in each. */
static inline void four_colours(const uint8_t *block, unsigned alpha, uint32_t colours[4])
{
    struct rgb c0 = expand((unsigned)(block[0] | block[1] << 8));
    struct rgb c1 = expand((unsigned)(block[2] | block[3] << 8));
    colours[0] = texel(c0.r, c0.g, c0.b, alpha);
    colours[1] = texel(c1.r, c1.g, c1.b, alpha);
    colours[2] = third(c0, c1, alpha);
    colours[3] = third(c1, c0, alpha);
}

static inline void dxt1_colours(const uint8_t *block, unsigned black_alpha, uint32_t colours[4])
{
    unsigned v0 = (unsigned)(block[0] | block[1] << 8);
    unsigned v1 = (unsigned)(block[2] | block[3] << 8);
    four_colours(block, 255, colours);
    if (v0 <= v1) {
        struct rgb c0 = expand(v0);
        struct rgb c1 = expand(v1);
        colours[2] =
            texel((c0.r + c1.r + 1) / 2, (c0.g + c1.g + 1) / 2, (c0.b + c1.b + 1) / 2, 255);
        colours[3] = texel(0, 0, 0, black_alpha);
    }
}

static inline void block_dxt1(const uint8_t *block, unsigned black_alpha, uint8_t *out,
                              size_t pitch)
{
    uint32_t colours[4];
    dxt1_colours(block, black_alpha, colours);
    uint32_t indices = load32(block + 4);
    for (unsigned y = 0; y < 4; y++, out += pitch) {
        for (unsigned x = 0; x < 4; x++, indices >>= 2) {
            store(out + 4 * x, colours[indices & 3]);
        }
    }
}

static inline void block_dxt3(const uint8_t *block, uint8_t *out, size_t pitch)
{
    uint32_t colours[4];
    four_colours(block + 8, 0, colours);
    uint64_t nibbles = load32(block) | (uint64_t)load32(block + 4) << 32;
    uint32_t indices = load32(block + 12);
    for (unsigned y = 0; y < 4; y++, out += pitch) {
        for (unsigned x = 0; x < 4; x++, indices >>= 2, nibbles >>= 4) {
            unsigned alpha = (unsigned)(nibbles & 15) * 17;
            store(out + 4 * x, colours[indices & 3] | texel(0, 0, 0, alpha));
        }
    }
}

static inline void dxt5_alphas(unsigned a0, unsigned a1, uint32_t alphas[8])
{
    alphas[0] = texel(0, 0, 0, a0);
    alphas[1] = texel(0, 0, 0, a1);
    if (a0 > a1) {
        for (unsigned i = 1; i < 7; i++) {
            alphas[1 + i] = texel(0, 0, 0, ((7 - i) * a0 + i * a1 + 3) / 7);
        }
        return;
    }
    for (unsigned i = 1; i < 5; i++) {
        alphas[1 + i] = texel(0, 0, 0, ((5 - i) * a0 + i * a1 + 2) / 5);
    }
    alphas[6] = 0;
    alphas[7] = texel(0, 0, 0, 255);
}

static inline void block_dxt5(const uint8_t *block, uint8_t *out, size_t pitch)
{
    uint32_t colours[4];
    uint32_t alphas[8];
    four_colours(block + 8, 0, colours);
    dxt5_alphas(block[0], block[1], alphas);
    uint64_t steps = (load32(block) | (uint64_t)load32(block + 4) << 32) >> 16;
    uint32_t indices = load32(block + 12);
    for (unsigned y = 0; y < 4; y++, out += pitch) {
        for (unsigned x = 0; x < 4; x++, indices >>= 2, steps >>= 3) {
            store(out + 4 * x, colours[indices & 3] | alphas[steps & 7]);
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

static inline size_t block_bytes(enum dxt_kind kind)
{
    return kind == DXT1_OPAQUE || kind == DXT1_ALPHA ? 8 : 16;
}

size_t dxt_size(enum dxt_kind kind, uint32_t width, uint32_t height)
{
    return (size_t)((width + 3) / 4) * ((height + 3) / 4) * block_bytes(kind);
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
        decode_block(kind, data + i * block_bytes(kind), out + i * 16, pitch);
    }
    for (size_t i = whole; i < blocks; i++) {
        uint32_t columns = (uint32_t)size_min(4, width - 4 * i);
        decode_edge(kind, data + i * block_bytes(kind), columns, rows, out + i * 16, pitch);
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

static void fill_missing(enum dxt_kind kind, uint8_t *rgba, size_t count)
{
    uint32_t value = texel(0, 0, 0, kind == DXT1_OPAQUE ? 255 : 0);
    for (size_t i = 0; i < count; i++) {
        store(rgba + 4 * i, value);
    }
}

void dxt_decode(enum dxt_kind kind, const uint8_t *data, size_t size, uint32_t width,
                uint32_t height, uint8_t *rgba)
{
    size_t across = (width + 3) / 4;
    size_t blocks = size / block_bytes(kind);
    for (uint32_t y = 0; y < height; y += 4) {
        uint32_t rows = (uint32_t)size_min(4, height - y);
        uint8_t *out = rgba + (size_t)y * width * 4;
        size_t here = size_min(blocks, across);
        if (here < across) {
            fill_missing(kind, out, (size_t)rows * width);
        }
        decode_row_of(kind, data, here, width, rows, out);
        data += here * block_bytes(kind);
        blocks -= here;
    }
}

/* Bits at even places that are set. */
static inline uint32_t count_even_bits(uint32_t bits)
{
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f;
    return bits * 0x01010101 >> 24;
}

/* How many of a block's texels have each colour. */
static inline void count_colours(uint32_t indices, uint32_t counts[4])
{
    uint32_t low = indices & 0x55555555;
    uint32_t high = indices >> 1 & 0x55555555;
    counts[3] = count_even_bits(low & high);
    counts[1] = count_even_bits(low) - counts[3];
    counts[2] = count_even_bits(high) - counts[3];
    counts[0] = 16 - counts[1] - counts[2] - counts[3];
}

/* Two channels of a texel, 16 bits for each. */
static inline uint32_t even_channels(uint32_t value)
{
    return value & 0x00ff00ff;
}

/* The mean of 16 texels of four colours. */
static inline uint32_t mean_colour(const uint32_t colours[4], uint32_t indices)
{
    uint32_t counts[4];
    uint32_t even = 0x00080008;
    uint32_t odd = 0x00080008;
    count_colours(indices, counts);
    for (unsigned i = 0; i < 4; i++) {
        even += counts[i] * even_channels(colours[i]);
        odd += counts[i] * even_channels(colours[i] >> 8);
    }
    return even_channels(even >> 4) | even_channels(odd >> 4) << 8;
}

/* The mean of 16 texels of four colours, each multiplied by its alpha / 255. */
static uint32_t mean_opacity(const uint32_t colours[4], uint32_t indices, const uint8_t alphas[16])
{
    enum { FULL = 16 * 255 };
    uint32_t weights[4] = {0};
    uint32_t sums[4] = {FULL / 2, FULL / 2, FULL / 2, FULL / 2};
    for (unsigned i = 0; i < 16; i++, indices >>= 2) {
        weights[indices & 3] += alphas[i];
    }
    for (unsigned i = 0; i < 4; i++) {
        uint8_t bytes[4];
        memcpy(bytes, &colours[i], sizeof bytes);
        for (unsigned c = 0; c < 3; c++) {
            sums[c] += weights[i] * bytes[c];
        }
    }
    return texel(sums[0] / FULL, sums[1] / FULL, sums[2] / FULL, 0);
}

static void alphas_dxt3(const uint8_t *block, uint8_t alphas[16])
{
    for (unsigned i = 0; i < 16; i++) {
        alphas[i] = (uint8_t)((block[i / 2] >> i % 2 * 4 & 15) * 17);
    }
}

static void alphas_dxt5(const uint8_t *block, uint8_t alphas[16])
{
    uint32_t table[8];
    dxt5_alphas(block[0], block[1], table);
    uint64_t steps = (load32(block) | (uint64_t)load32(block + 4) << 32) >> 16;
    for (unsigned i = 0; i < 16; i++, steps >>= 3) {
        uint8_t bytes[4];
        memcpy(bytes, &table[steps & 7], sizeof bytes);
        alphas[i] = bytes[3];
    }
}

/* The mean of a block of DXT3 or DXT5. */
static uint32_t mean_with_alphas(const uint8_t *block, bool by_alpha, const uint8_t alphas[16])
{
    uint32_t colours[4];
    uint32_t sum = 0;
    uint32_t indices = load32(block + 12);
    four_colours(block + 8, 0, colours);
    for (unsigned i = 0; i < 16; i++) {
        sum += alphas[i];
    }
    uint32_t colour =
        by_alpha ? mean_opacity(colours, indices, alphas) : mean_colour(colours, indices);
    return colour | texel(0, 0, 0, (sum + 8) / 16);
}

/* Whether all texels of a block have alpha 255, by the bytes that encoders write then. */
static bool is_opaque(enum dxt_kind kind, const uint8_t *block)
{
    static const uint8_t opaque_dxt3[8] = {255, 255, 255, 255, 255, 255, 255, 255};
    static const uint8_t first_dxt5[6] = {0}; /* indices */
    return kind == DXT3 ? memcmp(block, opaque_dxt3, sizeof opaque_dxt3) == 0
                        : block[0] == 255 && memcmp(block + 2, first_dxt5, sizeof first_dxt5) == 0;
}

static uint32_t mean_opaque(const uint8_t *block)
{
    uint32_t colours[4];
    four_colours(block + 8, 255, colours);
    return mean_colour(colours, load32(block + 12));
}

static uint32_t mean_dxt1(enum dxt_kind kind, const uint8_t *block)
{
    uint32_t colours[4];
    dxt1_colours(block, kind == DXT1_OPAQUE ? 255 : 0, colours);
    return mean_colour(colours, load32(block + 4));
}

static uint32_t block_mean(enum dxt_kind kind, const uint8_t *block, bool by_alpha)
{
    uint8_t alphas[16];
    if (kind == DXT1_OPAQUE || kind == DXT1_ALPHA) {
        return mean_dxt1(kind, block);
    }
    if (is_opaque(kind, block)) {
        return mean_opaque(block);
    }
    if (kind == DXT3) {
        alphas_dxt3(block, alphas);
    } else {
        alphas_dxt5(block, alphas);
    }
    return mean_with_alphas(block, by_alpha, alphas);
}

void dxt_decode_means(enum dxt_kind kind, bool by_alpha, const uint8_t *data, size_t size,
                      size_t count, uint8_t *rgba)
{
    size_t present = size_min(count, size / block_bytes(kind));
    for (size_t i = 0; i < present; i++) {
        store(rgba + 4 * i, block_mean(kind, data + i * block_bytes(kind), by_alpha));
    }
    fill_missing(kind, rgba + 4 * present, count - present);
}
