/*
 * The means of blocks without their texels.
 *
 * A block of DXT has four colours, so its mean needs only how many texels have each. Eight blocks
 * are reduced together: each number below is a word in a vector, and no sum exceeds 16 bits, as
 * 16 * 255 + 8 = 4088 is the largest. With `low` and `high` the two bits of an index, three counts
 * give all four: those of low, of high, and of both.
 *
 * With `by_alpha` the weight of a colour is the sum of the alphas of the texels that have it. That
 * takes more bits, so blocks come one by one, except opaque ones. All alphas lie in the 16 bytes of
 * one vector, and so do the indices. Masks of low and high, and sums of bytes, take the place of
 * counts.
 */
#include "base/lanes.h"
#include "base/size.h"
#include "formats/blp/dxt.h"
#include "formats/blp/dxt_alphas.h"
#include "formats/blp/dxt_block.h"

/* GROUP blocks, one in each word of a vector. */
enum { GROUP = 8, RGBA = 4 };

/* The colour part of a group. */
struct color_blocks {
    lanes_u16 ends[2];
    lanes_u16 indices[2]; /* of the first 8 texels, and of the last */
};

/* How many texels have each colour. */
struct color_counts {
    lanes_u16 of[4];
};

static inline lanes_u16 load_color_block(const uint8_t *block)
{
    lanes_u16 words = {0};
    memcpy(&words, block, 8);
    return lanes_words_le(words);
}

/* Blocks `stride` bytes apart: four words each become four vectors. */
static inline struct color_blocks load_colors(const uint8_t *data, size_t stride)
{
    lanes_u16 fourth[4]; /* i: blocks i and i + 4 */
    for (size_t i = 0; i < 4; i++) {
        fourth[i] = lanes_interleave_first(load_color_block(data + i * stride),
                                           load_color_block(data + (i + 4) * stride));
    }
    lanes_u16 ends[2]; /* i: blocks i, i + 2, i + 4, i + 6 */
    lanes_u16 indices[2];
    for (size_t i = 0; i < 2; i++) {
        ends[i] = lanes_interleave_first(fourth[i], fourth[i + 2]);
        indices[i] = lanes_interleave_last(fourth[i], fourth[i + 2]);
    }
    return (struct color_blocks){
        {lanes_interleave_first(ends[0], ends[1]), lanes_interleave_last(ends[0], ends[1])},
        {lanes_interleave_first(indices[0], indices[1]),
         lanes_interleave_last(indices[0], indices[1])}};
}

/* The sum of eight numbers of two bits. */
static inline lanes_u16 sum_pairs(lanes_u16 pairs)
{
    pairs = (pairs & 0x3333) + (pairs >> 2 & 0x3333);
    pairs = (pairs + (pairs >> 4)) & 0x0f0f;
    return (pairs + (pairs >> 8)) & 0x1f;
}

static inline struct color_counts count_colors(const lanes_u16 indices[2])
{
    lanes_u16 low[2];
    lanes_u16 high[2];
    for (size_t i = 0; i < 2; i++) {
        low[i] = indices[i] & 0x5555;
        high[i] = indices[i] >> 1 & 0x5555;
    }
    lanes_u16 both = sum_pairs((low[0] & high[0]) + (low[1] & high[1]));
    lanes_u16 one = sum_pairs(low[0] + low[1]) - both;
    lanes_u16 two = sum_pairs(high[0] + high[1]) - both;
    return (struct color_counts){{16 - one - two - both, one, two, both}};
}

/* The mean of a channel whose ends are a and b. `is_three`: -1 for blocks of three colours. */
static inline lanes_u16 mean_channel(lanes_u16 a, lanes_u16 b, lanes_u16 is_three,
                                     const struct color_counts *counts)
{
    lanes_u16 sum = a + b + 1;
    lanes_u16 reciprocal = lanes_splat_words(DXT_THIRD);
    lanes_u16 third = lanes_multiply_high(sum + a, reciprocal);
    lanes_u16 fourth = lanes_multiply_high(sum + b, reciprocal) & ~is_three;
    third = (sum >> 1 & is_three) | (third & ~is_three);
    return (counts->of[0] * a + counts->of[1] * b + counts->of[2] * third + counts->of[3] * fourth +
            8) >>
           4;
}

static inline lanes_u16 widen_5(lanes_u16 value)
{
    return value << 3 | value >> 2;
}

static inline lanes_u16 widen_6(lanes_u16 value)
{
    return value << 2 | value >> 4;
}

/* Texels R, G, B, A of a group. */
static inline void store_means(const struct color_blocks *blocks, const struct color_counts *counts,
                               lanes_u16 is_three, lanes_u16 alpha, uint8_t *rgba)
{
    lanes_u16 c0 = blocks->ends[0];
    lanes_u16 c1 = blocks->ends[1];
    lanes_u16 r = mean_channel(widen_5(c0 >> 11), widen_5(c1 >> 11), is_three, counts);
    lanes_u16 g = mean_channel(widen_6(c0 >> 5 & 63), widen_6(c1 >> 5 & 63), is_three, counts);
    lanes_u16 b = mean_channel(widen_5(c0 & 31), widen_5(c1 & 31), is_three, counts);
    lanes_u16 red_green = lanes_words_le(r | g << 8);
    lanes_u16 blue_alpha = lanes_words_le(b | alpha << 8);
    lanes_u16 texels[2] = {lanes_interleave_first(red_green, blue_alpha),
                           lanes_interleave_last(red_green, blue_alpha)};
    memcpy(rgba, texels, sizeof texels);
}

static inline void means_dxt1(enum dxt_kind kind, const uint8_t *data, uint8_t *rgba)
{
    struct color_blocks blocks = load_colors(data, dxt_block_bytes(kind));
    struct color_counts counts = count_colors(blocks.indices);
    lanes_u16 is_three = (lanes_u16)(blocks.ends[0] <= blocks.ends[1]);
    lanes_u16 clear = kind == DXT1_ALPHA ? counts.of[3] & is_three : (lanes_u16){0};
    store_means(&blocks, &counts, is_three, ((16 - clear) * 255 + 8) >> 4, rgba);
}

/* The means of a group of DXT3 or DXT5, colours not multiplied. */
static inline void means_of_four(enum dxt_kind kind, const uint8_t *data,
                                 const uint16_t alpha[GROUP], uint8_t *rgba)
{
    struct color_blocks blocks = load_colors(data + 8, dxt_block_bytes(kind));
    struct color_counts counts = count_colors(blocks.indices);
    lanes_u16 alphas;
    memcpy(&alphas, alpha, sizeof alphas);
    store_means(&blocks, &counts, (lanes_u16){0}, alphas, rgba);
}

/* Each two bits of 32 become the low bits of a byte. */
static inline lanes_i8 spread_pairs(uint32_t pairs)
{
    lanes_u64 quads = {pairs & 0xffff, pairs >> 16};
    quads = (quads | quads << 24) & 0x000000ff000000ff;
    quads = (quads | quads << 12) & 0x000f000f000f000f;
    return (lanes_i8)lanes_quads_le((quads | quads << 6) & 0x0303030303030303);
}

/* The mean of a block's alphas. */
static inline unsigned mean_alpha(enum dxt_kind kind, const uint8_t *block)
{
    if (dxt_alpha_is_even(kind, block)) {
        return block[0];
    }
    lanes_u64 halves = lanes_sum_bytes(dxt_alphas(kind, block));
    return (unsigned)(halves[0] + halves[1] + 8) / 16;
}

/* Sums of alphas: of all texels, and of those whose bits of the index are set. */
struct alpha_sums {
    uint32_t all, low, high, both;
};

static inline struct alpha_sums sum_alphas(lanes_i8 alphas, uint32_t indices)
{
    lanes_i8 pairs = spread_pairs(indices);
    lanes_i8 is_high = pairs > 1;
    lanes_i8 of_low = alphas & -(pairs & 1);
    lanes_u64 halves = lanes_sum_bytes(alphas) | lanes_sum_bytes(of_low) << 16 |
                       lanes_sum_bytes(alphas & is_high) << 32 |
                       lanes_sum_bytes(of_low & is_high) << 48;
    uint64_t sums = halves[0] + halves[1];
    return (struct alpha_sums){(uint32_t)(sums & 0xffff), (uint32_t)(sums >> 16 & 0xffff),
                               (uint32_t)(sums >> 32 & 0xffff), (uint32_t)(sums >> 48)};
}

static inline uint64_t weighted_sum(const uint64_t colors[4], struct alpha_sums sums)
{
    return (sums.all - sums.low - sums.high + sums.both) * colors[0] +
           (sums.low - sums.both) * colors[1] + (sums.high - sums.both) * colors[2] +
           sums.both * colors[3];
}

/* The mean of 16 texels, each multiplied by its alpha / 255. */
static inline uint32_t mean_opacity(enum dxt_kind kind, const uint8_t *block)
{
    enum { FULL = 16 * 255 };
    uint64_t colors[4];
    struct alpha_sums alphas = sum_alphas(dxt_alphas(kind, block), dxt_load32(block + 12));
    dxt_four_colors(block + 8, colors);
    uint64_t sums = weighted_sum(colors, alphas) + dxt_each(FULL / 2);
    uint32_t r = (uint32_t)(sums & DXT_CHANNEL_MASK);
    uint32_t g = (uint32_t)(sums >> DXT_CHANNEL_BITS & DXT_CHANNEL_MASK);
    uint32_t b = (uint32_t)(sums >> 2 * DXT_CHANNEL_BITS);
    return dxt_texel(r / FULL, g / FULL, b / FULL, (alphas.all + 8) / 16);
}

static inline void means_with_alphas(enum dxt_kind kind, const uint8_t *data, uint8_t *rgba)
{
    uint16_t alpha[GROUP];
    for (size_t i = 0; i < GROUP; i++) {
        alpha[i] = (uint16_t)mean_alpha(kind, data + i * dxt_block_bytes(kind));
    }
    means_of_four(kind, data, alpha, rgba);
}

/* Colours multiplied. What is opaque has the means of all other blocks. */
static inline void means_by_alpha(enum dxt_kind kind, const uint8_t *data, uint8_t *rgba)
{
    static const uint16_t opaque[GROUP] = {255, 255, 255, 255, 255, 255, 255, 255};
    means_of_four(kind, data, opaque, rgba);
    for (size_t i = 0; i < GROUP; i++) {
        const uint8_t *block = data + i * dxt_block_bytes(kind);
        if (!dxt_alpha_is_even(kind, block) || block[0] < 255) {
            dxt_store(rgba + RGBA * i, mean_opacity(kind, block));
        }
    }
}

/* `kind` and `by_alpha` are constants. */
static inline void means_of_group(enum dxt_kind kind, bool by_alpha, const uint8_t *data,
                                  uint8_t *rgba)
{
    if (kind == DXT1_OPAQUE || kind == DXT1_ALPHA) {
        means_dxt1(kind, data, rgba);
    } else if (by_alpha) {
        means_by_alpha(kind, data, rgba);
    } else {
        means_with_alphas(kind, data, rgba);
    }
}

static inline void find_means(enum dxt_kind kind, bool by_alpha, const uint8_t *data, size_t count,
                              uint8_t *rgba)
{
    size_t bytes = dxt_block_bytes(kind);
    size_t whole = count - count % GROUP;
    uint8_t blocks[GROUP * DXT_BLOCK_BYTES_MAX] = {0};
    uint8_t means[GROUP * RGBA];
    for (size_t i = 0; i < whole; i += GROUP) {
        means_of_group(kind, by_alpha, data + i * bytes, rgba + RGBA * i);
    }
    if (whole < count) {
        memcpy(blocks, data + whole * bytes, (count - whole) * bytes);
        means_of_group(kind, by_alpha, blocks, means);
        memcpy(rgba + RGBA * whole, means, (count - whole) * RGBA);
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
