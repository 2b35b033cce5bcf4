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

/*
 * Colours are computed with three channels in one number, 21 bits for each: red in the lowest. One
 * multiplication then weighs all channels. The largest sum of a channel is below 2^20: 16 texels of
 * 255, times an alpha of 255, and half of the divisor.
 */
enum { CHANNEL_BITS = 21, CHANNEL_MASK = (1 << CHANNEL_BITS) - 1 };

/* A number in every channel. */
static inline uint64_t each(uint64_t value)
{
    return value | value << CHANNEL_BITS | value << 2 * CHANNEL_BITS;
}

static inline uint64_t expand(const uint8_t *colour)
{
    unsigned c = (unsigned)(colour[0] | colour[1] << 8);
    uint64_t r = c >> 11;
    uint64_t g = c >> 5 & 63;
    uint64_t b = c & 31;
    return (r << 3 | r >> 2) | (g << 2 | g >> 4) << CHANNEL_BITS |
           (b << 3 | b >> 2) << 2 * CHANNEL_BITS;
}

/* The quotient by 3, rounded. A product with 683 / 2^11 is exact for sums up to 766. */
static inline uint64_t third(uint64_t near, uint64_t far)
{
    return (2 * near + far + each(1)) * 683 >> 11 & each(255);
}

/* The four colours of a block that always has four. */
static inline void four_colours(const uint8_t *block, uint64_t colours[4])
{
    colours[0] = expand(block);
    colours[1] = expand(block + 2);
    colours[2] = third(colours[0], colours[1]);
    colours[3] = third(colours[1], colours[0]);
}

/* The colours of a block of DXT1. Returns whether the last is black, and transparent in DXT1_ALPHA.
 */
static inline bool dxt1_colours(const uint8_t *block, uint64_t colours[4])
{
    bool has_black = (block[0] | block[1] << 8) <= (block[2] | block[3] << 8);
    four_colours(block, colours);
    if (has_black) {
        colours[2] = (colours[0] + colours[1] + each(1)) >> 1 & each(255);
        colours[3] = 0;
    }
    return has_black;
}

static inline uint32_t texel_of(uint64_t colour, unsigned alpha)
{
    return texel(colour & 255, colour >> CHANNEL_BITS & 255, colour >> 2 * CHANNEL_BITS & 255,
                 alpha);
}

static inline void texels_of(const uint64_t colours[4], unsigned alpha, uint32_t texels[4])
{
    for (unsigned i = 0; i < 4; i++) {
        texels[i] = texel_of(colours[i], alpha);
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
        texels[3] = texel(0, 0, 0, black_alpha);
    }
    uint32_t indices = load32(block + 4);
    for (unsigned y = 0; y < 4; y++, out += pitch) {
        for (unsigned x = 0; x < 4; x++, indices >>= 2) {
            store(out + 4 * x, texels[indices & 3]);
        }
    }
}

static inline void block_dxt3(const uint8_t *block, uint8_t *out, size_t pitch)
{
    uint64_t colours[4];
    uint32_t texels[4];
    four_colours(block + 8, colours);
    texels_of(colours, 0, texels);
    uint64_t nibbles = load32(block) | (uint64_t)load32(block + 4) << 32;
    uint32_t indices = load32(block + 12);
    for (unsigned y = 0; y < 4; y++, out += pitch) {
        for (unsigned x = 0; x < 4; x++, indices >>= 2, nibbles >>= 4) {
            unsigned alpha = (unsigned)(nibbles & 15) * 17;
            store(out + 4 * x, texels[indices & 3] | texel(0, 0, 0, alpha));
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
    uint64_t colours[4];
    uint32_t texels[4];
    uint32_t alphas[8];
    four_colours(block + 8, colours);
    texels_of(colours, 0, texels);
    dxt5_alphas(block[0], block[1], alphas);
    uint64_t steps = (load32(block) | (uint64_t)load32(block + 4) << 32) >> 16;
    uint32_t indices = load32(block + 12);
    for (unsigned y = 0; y < 4; y++, out += pitch) {
        for (unsigned x = 0; x < 4; x++, indices >>= 2, steps >>= 3) {
            store(out + 4 * x, texels[indices & 3] | alphas[steps & 7]);
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

static inline uint64_t weighted_sum(const uint64_t colours[4], const uint32_t weights[4])
{
    return weights[0] * colours[0] + weights[1] * colours[1] + weights[2] * colours[2] +
           weights[3] * colours[3];
}

/* The mean of 16 texels of four colours. */
static inline uint32_t mean_colour(const uint64_t colours[4], const uint32_t counts[4],
                                   unsigned alpha)
{
    return texel_of((weighted_sum(colours, counts) + each(8)) >> 4, alpha);
}

/* The alphas of 16 texels: a byte each, the first texel in the lowest byte of the first number. */
struct alphas {
    uint64_t half[2];
};

/* The sum of 8 bytes. */
static inline uint32_t sum_bytes(uint64_t bytes)
{
    uint64_t pairs = (bytes & 0x00ff00ff00ff00ff) + (bytes >> 8 & 0x00ff00ff00ff00ff);
    return (uint32_t)(pairs * 0x0001000100010001 >> 48);
}

/* Each two bits of 16 become the low bits of a byte. */
static inline uint64_t spread_pairs(uint64_t pairs)
{
    pairs = (pairs | pairs << 24) & 0x000000ff000000ff;
    pairs = (pairs | pairs << 12) & 0x000f000f000f000f;
    return (pairs | pairs << 6) & 0x0303030303030303;
}

/* Adds to weights 1 to 3 the alphas of the texels that have these colours. */
static inline void add_weights(uint64_t alphas, uint32_t indices, uint32_t weights[4])
{
    uint64_t pairs = spread_pairs(indices);
    uint64_t low = (pairs & 0x0101010101010101) * 255;
    uint64_t high = (pairs >> 1 & 0x0101010101010101) * 255;
    weights[1] += sum_bytes(alphas & low & ~high);
    weights[2] += sum_bytes(alphas & high & ~low);
    weights[3] += sum_bytes(alphas & high & low);
}

/* The mean of 16 texels of four colours, each multiplied by its alpha / 255. `sum`: of all alphas.
 */
static uint32_t mean_opacity(const uint64_t colours[4], uint32_t indices,
                             const struct alphas *alphas, uint32_t sum, unsigned alpha)
{
    enum { FULL = 16 * 255 };
    uint32_t weights[4] = {0};
    add_weights(alphas->half[0], indices & 0xffff, weights);
    add_weights(alphas->half[1], indices >> 16, weights);
    weights[0] = sum - weights[1] - weights[2] - weights[3];
    uint64_t sums = weighted_sum(colours, weights) + each(FULL / 2);
    uint32_t r = (uint32_t)(sums & CHANNEL_MASK);
    uint32_t g = (uint32_t)(sums >> CHANNEL_BITS & CHANNEL_MASK);
    uint32_t b = (uint32_t)(sums >> 2 * CHANNEL_BITS);
    return texel(r / FULL, g / FULL, b / FULL, alpha);
}

/* Eight alphas of four bits each. */
static inline uint64_t spread_nibbles(uint64_t nibbles)
{
    nibbles = (nibbles | nibbles << 16) & 0x0000ffff0000ffff;
    nibbles = (nibbles | nibbles << 8) & 0x00ff00ff00ff00ff;
    return ((nibbles | nibbles << 4) & 0x0f0f0f0f0f0f0f0f) * 17;
}

static struct alphas alphas_dxt3(const uint8_t *block)
{
    return (struct alphas){{spread_nibbles(load32(block)), spread_nibbles(load32(block + 4))}};
}

static struct alphas alphas_dxt5(const uint8_t *block)
{
    uint32_t table[8];
    uint8_t values[8];
    struct alphas alphas = {{0, 0}};
    dxt5_alphas(block[0], block[1], table);
    for (unsigned i = 0; i < 8; i++) {
        uint8_t bytes[4];
        memcpy(bytes, &table[i], sizeof bytes);
        values[i] = bytes[3];
    }
    uint64_t steps = (load32(block) | (uint64_t)load32(block + 4) << 32) >> 16;
    for (unsigned i = 0; i < 16; i++, steps >>= 3) {
        alphas.half[i / 8] |= (uint64_t)values[steps & 7] << i % 8 * 8;
    }
    return alphas;
}

/* The mean of a block of DXT3 or DXT5. */
static uint32_t mean_with_alphas(const uint8_t *block, bool by_alpha, const struct alphas *alphas)
{
    uint64_t colours[4];
    uint32_t counts[4];
    uint32_t indices = load32(block + 12);
    uint32_t sum = sum_bytes(alphas->half[0]) + sum_bytes(alphas->half[1]);
    unsigned alpha = (sum + 8) / 16;
    four_colours(block + 8, colours);
    if (by_alpha) {
        return mean_opacity(colours, indices, alphas, sum, alpha);
    }
    count_colours(indices, counts);
    return mean_colour(colours, counts, alpha);
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
    uint64_t colours[4];
    uint32_t counts[4];
    four_colours(block + 8, colours);
    count_colours(load32(block + 12), counts);
    return mean_colour(colours, counts, 255);
}

static uint32_t mean_dxt1(enum dxt_kind kind, const uint8_t *block)
{
    uint64_t colours[4];
    uint32_t counts[4];
    bool has_black = dxt1_colours(block, colours);
    count_colours(load32(block + 4), counts);
    uint32_t opaque = kind == DXT1_ALPHA && has_black ? 16 - counts[3] : 16;
    return mean_colour(colours, counts, (255 * opaque + 8) / 16);
}

static uint32_t block_mean(enum dxt_kind kind, const uint8_t *block, bool by_alpha)
{
    if (kind == DXT1_OPAQUE || kind == DXT1_ALPHA) {
        return mean_dxt1(kind, block);
    }
    if (is_opaque(kind, block)) {
        return mean_opaque(block);
    }
    struct alphas alphas = kind == DXT3 ? alphas_dxt3(block) : alphas_dxt5(block);
    return mean_with_alphas(block, by_alpha, &alphas);
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
