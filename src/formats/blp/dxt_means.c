/*
 * The mean of a block without its texels.
 *
 * A block of DXT has four colours, so its mean needs only how many texels have each: the colours
 * are added four times with these weights, three channels in one number, instead of sixteen times.
 * Counts come from the 32 bits of the indices. With `low` and `high` the two bits of an index,
 * three counts give all four: those of low, of high, and of both.
 *
 * With `by_alpha` a weight is the sum of the alphas of the texels that have the colour. All alphas
 * lie in the 16 bytes of one vector, and so do the indices. Masks of low and high, and sums of
 * bytes, take the place of counts.
 *
 * A DXT5 alpha is an index of 3 bits into a row of steps from a0 to a1. The row is not made: an
 * index gives the number of its step, 0 to 7 or 0 to 5, and the step is interpolated for 16
 * texels together. Quotients by 7 and 5 are products with 9363 / 2^16 and 13108 / 2^16, which are
 * exact up to 1788 = 7 * 255 + 3 and 1277 = 5 * 255 + 2.
 */
#include "base/lanes.h"
#include "base/size.h"
#include "formats/blp/dxt.h"
#include "formats/blp/dxt_block.h"

/* How often a bit is set, or what the texels have whose bit is set. */
struct index_sums {
    uint32_t all, low, high, both;
};

/* Bits at even places that are set, in each half of the number. */
static inline uint64_t count_even_bits(uint64_t bits)
{
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return bits * 0x01010101 >> 24 & 0x000000ff000000ff;
}

static inline struct index_sums count_indices(uint32_t indices)
{
    uint32_t low = indices & 0x55555555;
    uint32_t high = indices >> 1 & 0x55555555;
    uint64_t counts = count_even_bits(low | (uint64_t)high << 32);
    return (struct index_sums){16, (uint32_t)(counts & 255), (uint32_t)(counts >> 32),
                               (uint32_t)(count_even_bits(low & high))};
}

static inline uint64_t weighted_sum(const uint64_t colours[4], struct index_sums sums)
{
    return (sums.all - sums.low - sums.high + sums.both) * colours[0] +
           (sums.low - sums.both) * colours[1] + (sums.high - sums.both) * colours[2] +
           sums.both * colours[3];
}

/* The mean of 16 texels of four colours. */
static inline uint32_t mean_colour(const uint64_t colours[4], struct index_sums counts,
                                   unsigned alpha)
{
    return dxt_texel_of((weighted_sum(colours, counts) + dxt_each(8)) >> 4, alpha);
}

/* The mean of 16 texels of four colours, each multiplied by its alpha / 255. */
static inline uint32_t mean_opacity(const uint64_t colours[4], struct index_sums alphas,
                                    unsigned alpha)
{
    enum { FULL = 16 * 255 };
    uint64_t sums = weighted_sum(colours, alphas) + dxt_each(FULL / 2);
    uint32_t r = (uint32_t)(sums & DXT_CHANNEL_MASK);
    uint32_t g = (uint32_t)(sums >> DXT_CHANNEL_BITS & DXT_CHANNEL_MASK);
    uint32_t b = (uint32_t)(sums >> 2 * DXT_CHANNEL_BITS);
    return dxt_texel(r / FULL, g / FULL, b / FULL, alpha);
}

/* Each two bits of 32 become the low bits of a byte. */
static inline lanes_bytes spread_pairs(uint32_t pairs)
{
    lanes_quads quads = {pairs & 0xffff, pairs >> 16};
    quads = (quads | quads << 24) & 0x000000ff000000ff;
    quads = (quads | quads << 12) & 0x000f000f000f000f;
    return (lanes_bytes)((quads | quads << 6) & 0x0303030303030303);
}

/* Each three bits of 48 become the low bits of a byte. */
static inline lanes_bytes spread_triples(uint64_t triples)
{
    lanes_quads quads = {triples & 0xffffff, triples >> 24};
    quads = (quads | quads << 20) & 0x00000fff00000fff;
    quads = (quads | quads << 10) & 0x003f003f003f003f;
    return (lanes_bytes)((quads | quads << 5) & 0x0707070707070707);
}

static inline lanes_bytes alphas_dxt3(const uint8_t *block)
{
    lanes_quads quads = {dxt_load32(block), dxt_load32(block + 4)};
    quads = (quads | quads << 16) & 0x0000ffff0000ffff;
    quads = (quads | quads << 8) & 0x00ff00ff00ff00ff;
    quads = (quads | quads << 4) & 0x0f0f0f0f0f0f0f0f;
    return (lanes_bytes)(quads | quads << 4);
}

/* ((last - i) * a0 + i * a1) / last, rounded, for each step i; `reciprocal` is 2^16 / last. */
static inline lanes_bytes interpolate(lanes_bytes steps, unsigned a0, unsigned a1, unsigned last,
                                      uint16_t reciprocal)
{
    lanes_words pairs = (lanes_words)steps;
    uint16_t slope = (uint16_t)(a1 - a0);
    uint16_t first = (uint16_t)(last * a0 + last / 2);
    lanes_words even = lanes_multiply_high((pairs & 0xff) * slope + first, reciprocal);
    lanes_words odd = lanes_multiply_high((pairs >> 8) * slope + first, reciprocal);
    return (lanes_bytes)(even | odd << 8);
}

/* Index 0 is the first step, 1 the last, and the others lie between. Without the two that are
 * constants there are six. */
static inline lanes_bytes alphas_dxt5(const uint8_t *block)
{
    unsigned a0 = block[0];
    unsigned a1 = block[1];
    lanes_bytes indices =
        spread_triples((dxt_load32(block) | (uint64_t)dxt_load32(block + 4) << 32) >> 16);
    lanes_bytes steps = indices - 1 - (indices == 0);
    lanes_bytes is_last = indices == 1;
    if (a0 > a1) {
        return interpolate(steps | (is_last & 7), a0, a1, 7, 9363);
    }
    lanes_bytes is_constant = indices > 5;
    lanes_bytes between = interpolate((steps | (is_last & 5)) & ~is_constant, a0, a1, 5, 13108);
    return (between & ~is_constant) | (indices == 7);
}

static inline struct index_sums sum_alphas(lanes_bytes alphas, uint32_t indices)
{
    lanes_bytes pairs = spread_pairs(indices);
    lanes_bytes is_high = pairs > 1;
    lanes_bytes of_low = alphas & -(pairs & 1);
    lanes_quads halves = lanes_sum_bytes(alphas) | lanes_sum_bytes(of_low) << 16 |
                         lanes_sum_bytes(alphas & is_high) << 32 |
                         lanes_sum_bytes(of_low & is_high) << 48;
    uint64_t sums = halves[0] + halves[1];
    return (struct index_sums){(uint32_t)(sums & 0xffff), (uint32_t)(sums >> 16 & 0xffff),
                               (uint32_t)(sums >> 32 & 0xffff), (uint32_t)(sums >> 48)};
}

/* The mean of a block of DXT3 or DXT5. */
static inline uint32_t mean_with_alphas(const uint8_t *block, bool by_alpha, lanes_bytes alphas)
{
    uint64_t colours[4];
    uint32_t indices = dxt_load32(block + 12);
    dxt_four_colours(block + 8, colours);
    if (by_alpha) {
        struct index_sums sums = sum_alphas(alphas, indices);
        return mean_opacity(colours, sums, (sums.all + 8) / 16);
    }
    lanes_quads halves = lanes_sum_bytes(alphas);
    return mean_colour(colours, count_indices(indices), (unsigned)(halves[0] + halves[1] + 8) / 16);
}

/* Whether all texels of a block have alpha 255, by the bytes that encoders write then. */
static inline bool is_opaque(enum dxt_kind kind, const uint8_t *block)
{
    uint32_t first = dxt_load32(block);
    uint32_t last = dxt_load32(block + 4);
    return kind == DXT3 ? (first & last) == UINT32_MAX : (first & 0xffff00ff) == 255 && last == 0;
}

static inline uint32_t mean_opaque(const uint8_t *block)
{
    uint64_t colours[4];
    dxt_four_colours(block + 8, colours);
    return mean_colour(colours, count_indices(dxt_load32(block + 12)), 255);
}

static inline uint32_t mean_dxt1(enum dxt_kind kind, const uint8_t *block)
{
    uint64_t colours[4];
    bool has_black = dxt1_colours(block, colours);
    struct index_sums counts = count_indices(dxt_load32(block + 4));
    uint32_t opaque = kind == DXT1_ALPHA && has_black ? 16 - counts.both : 16;
    return mean_colour(colours, counts, (255 * opaque + 8) / 16);
}

static inline uint32_t block_mean(enum dxt_kind kind, bool by_alpha, const uint8_t *block)
{
    if (kind == DXT1_OPAQUE || kind == DXT1_ALPHA) {
        return mean_dxt1(kind, block);
    }
    if (is_opaque(kind, block)) {
        return mean_opaque(block);
    }
    return mean_with_alphas(block, by_alpha,
                            kind == DXT3 ? alphas_dxt3(block) : alphas_dxt5(block));
}

/* `kind` and `by_alpha` are constants. */
static inline void find_means(enum dxt_kind kind, bool by_alpha, const uint8_t *data, size_t count,
                              uint8_t *rgba)
{
    for (size_t i = 0; i < count; i++) {
        dxt_store(rgba + 4 * i, block_mean(kind, by_alpha, data + i * dxt_block_bytes(kind)));
    }
}

static void find_means_of(enum dxt_kind kind, bool by_alpha, const uint8_t *data, size_t count,
                          uint8_t *rgba)
{
    switch (kind) {
    case DXT1_OPAQUE:
        find_means(DXT1_OPAQUE, false, data, count, rgba);
        break;
    case DXT1_ALPHA:
        find_means(DXT1_ALPHA, false, data, count, rgba);
        break;
    case DXT3:
        find_means(DXT3, by_alpha, data, count, rgba);
        break;
    case DXT5:
        find_means(DXT5, by_alpha, data, count, rgba);
        break;
    }
}

void dxt_decode_means(enum dxt_kind kind, bool by_alpha, const uint8_t *data, size_t size,
                      size_t count, uint8_t *rgba)
{
    size_t present = size_min(count, size / dxt_block_bytes(kind));
    find_means_of(kind, by_alpha, data, present, rgba);
    dxt_fill_missing(kind, rgba + 4 * present, count - present);
}
