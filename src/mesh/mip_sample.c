/*
 * A pixel's mean of a texture: `taps` bilinear samples of a level along its longer axis.
 *
 * Places in a level are whole numbers of 1/128 texel, so a bilinear sample is four products of
 * bytes with weights that add up to 2^14. Up to 16 samples of a level are summed as whole numbers,
 * which 32 bits hold. Weights below 2^15 are what SSE2 multiplies in pairs: a texel and its right
 * neighbour, four channels at a time, in one instruction.
 *
 * Most pixels lie between the middles of a level's outer texels, where nothing wraps. Their samples
 * are stepped from place to place; those of other pixels are wrapped or clamped one by one.
 *
 * Colours weigh as much as their alpha where alpha is opacity. This keeps what is cut out from
 * darkening the edges: an edge between a leaf and black nothing is half leaf, not half black. Such
 * textures hold colours multiplied by alpha, so the mean is divided by the mean of alpha.
 */
#include "mesh/mip_sample.h"

#include <assert.h>
#include <string.h>

enum { RGBA = 4, PLACE_BITS = 7, PLACE_ONE = 1 << PLACE_BITS, ALPHA = 3 };

/* Coordinates beyond this have no fraction left that matters. */
#define COORDINATE_MAX 1e6

/* A texture coordinate as a whole number: one repeat of the texture is ONE. */
#define ONE ((int64_t)1 << 32)

/* An axis of the samples of a pixel: where the first one is, and from one to the next. */
struct axis {
    int64_t first;
    int64_t step;
};

/* Both are limited, NaN to the least. */
static inline struct axis axis_of(double first, double step)
{
    lanes_pair limited = {first, step};
    limited = lanes_larger_pair(limited, lanes_splat_pair(-COORDINATE_MAX));
    limited = lanes_smaller_pair(limited, lanes_splat_pair(COORDINATE_MAX));
    limited *= lanes_splat_pair((double)ONE);
    return (struct axis){(int64_t)limited[0], (int64_t)limited[1]};
}

/* The samples of a pixel. */
struct walk {
    struct axis u, v;
    uint32_t taps;
};

static inline struct walk walk_of(const struct mip_footprint *footprint, double u, double v)
{
    double before = 0.5 * ((double)footprint->taps - 1.0);
    double step_u = (double)footprint->step_u;
    double step_v = (double)footprint->step_v;
    return (struct walk){axis_of(u - before * step_u, step_u), axis_of(v - before * step_v, step_v),
                         footprint->taps};
}

/* The texel left of a place, its right neighbour, and how far between, 0..PLACE_ONE - 1. */
struct pair {
    uint32_t first;
    uint32_t second;
    uint32_t fraction;
};

/* The low 32 bits of a coordinate are its fraction, also below zero. */
static inline struct pair texel_pair(int64_t coordinate, uint32_t size, bool clamp)
{
    if (clamp) {
        coordinate = coordinate > 0 ? coordinate : 0;
        coordinate = coordinate < ONE ? coordinate : ONE - 1;
    }
    uint64_t in_repeat = (uint32_t)coordinate;
    uint64_t in_level = in_repeat * (size << PLACE_BITS) + ONE / 2;
    int32_t place = (int32_t)(in_level >> 32) - PLACE_ONE / 2;
    int32_t texel = place >> PLACE_BITS;
    uint32_t last = size - 1;
    struct pair pair = {.fraction = (uint32_t)place & (PLACE_ONE - 1)};
    pair.first = texel < 0 ? (clamp ? 0 : last) : (uint32_t)texel;
    pair.second = (uint32_t)(texel + 1) <= last ? (uint32_t)(texel + 1) : (clamp ? last : 0);
    return pair;
}

/* Four texels, north-west, north-east, south-west, south-east, and how far a place lies east and
 * south of the first, 0..PLACE_ONE - 1. */
struct square {
    const uint8_t *texel[4];
    uint32_t east;
    uint32_t south;
};

static inline struct square find_square(const struct mip_level *level, unsigned wrap, int64_t u,
                                        int64_t v)
{
    struct pair x = texel_pair(u, level->width, wrap & MIP_CLAMP_U);
    struct pair y = texel_pair(v, level->height, wrap & MIP_CLAMP_V);
    const uint8_t *north = level->rgba + RGBA * (size_t)y.first * level->width;
    const uint8_t *south = level->rgba + RGBA * (size_t)y.second * level->width;
    return (struct square){
        .texel = {north + RGBA * (size_t)x.first, north + RGBA * (size_t)x.second,
                  south + RGBA * (size_t)x.first, south + RGBA * (size_t)x.second},
        .east = x.fraction,
        .south = y.fraction,
    };
}

/* The square at a place in 1/(PLACE_ONE * ONE) texel, all of it within the level. */
static inline struct square inner_square(const struct mip_level *level, int64_t x, int64_t y)
{
    size_t stride = RGBA * (size_t)level->width;
    const uint8_t *north = level->rgba + stride * (size_t)(y >> (32 + PLACE_BITS)) +
                           RGBA * (size_t)(x >> (32 + PLACE_BITS));
    return (struct square){
        .texel = {north, north + RGBA, north + stride, north + stride + RGBA},
        .east = (uint32_t)(x >> 32) & (PLACE_ONE - 1),
        .south = (uint32_t)(y >> 32) & (PLACE_ONE - 1),
    };
}

/* Two weights that add up to 2^PLACE_BITS, in the halves of a word. */
static inline uint32_t two_weights(uint32_t fraction)
{
    return PLACE_ONE - fraction + (fraction << 16);
}

#ifdef __SSE2__

static inline __m128i load_texel(const uint8_t *texel)
{
    int32_t bytes;
    memcpy(&bytes, texel, sizeof bytes);
    return _mm_cvtsi32_si128(bytes);
}

/* Two texels times their weights, four channels. */
static inline __m128i weigh_two(const uint8_t *west, const uint8_t *east, uint32_t weights)
{
    __m128i texels = _mm_unpacklo_epi8(load_texel(west), load_texel(east));
    return _mm_madd_epi16(_mm_unpacklo_epi8(texels, _mm_setzero_si128()),
                          _mm_set1_epi32((int32_t)weights));
}

#else

static inline lanes_i channels_of(const uint8_t *texel)
{
    return (lanes_i){texel[0], texel[1], texel[2], texel[3]};
}

static inline lanes_i weigh_two(const uint8_t *west, const uint8_t *east, uint32_t weights)
{
    return channels_of(west) * lanes_splat_i((int32_t)(weights & 0xffff)) +
           channels_of(east) * lanes_splat_i((int32_t)(weights >> 16));
}

#endif

/* The four texels times their weights, which add up to 2^14. */
static inline lanes_i weigh(const struct square *square)
{
    const uint8_t *const *texel = square->texel;
    uint32_t weights = two_weights(square->east);
    return (lanes_i)weigh_two(texel[0], texel[1], weights * (PLACE_ONE - square->south)) +
           (lanes_i)weigh_two(texel[2], texel[3], weights * square->south);
}

/* Puts the places of an axis, in 1/(PLACE_ONE * ONE) texel from the middle of the first texel, into
 * `places`. True when all of them lie between the middles of the first and the last texel. */
static inline bool find_inner(struct axis axis, uint32_t taps, uint32_t size, bool clamp,
                              struct axis *places)
{
    int64_t from = clamp ? axis.first : axis.first & (ONE - 1);
    int64_t way = axis.step * (int64_t)(taps - 1);
    if (((from | (from + way)) & ~(ONE - 1)) != 0) {
        return false;
    }
    int64_t scale = (int64_t)size << PLACE_BITS;
    uint64_t end = (uint64_t)(size - 1) << (32 + PLACE_BITS);
    places->first = from * scale + ONE / 2 - (ONE << PLACE_BITS) / 2;
    places->step = taps > 1 ? axis.step * scale : 0;
    return (uint64_t)places->first < end && (uint64_t)(places->first + way * scale) < end;
}

static inline lanes_i sum_inner(const struct mip_level *level, struct axis x, struct axis y,
                                uint32_t taps)
{
    lanes_i sum = {0};
    for (uint32_t tap = 0; tap < taps; tap++) {
        struct square square = inner_square(level, x.first, y.first);
        sum += weigh(&square);
        x.first += x.step;
        y.first += y.step;
    }
    return sum;
}

/* Sums of a level's samples. */
static inline lanes_i sum_samples(const struct mip_level *level, unsigned wrap, struct walk walk)
{
    lanes_i sum = {0};
    struct axis x, y;
    if (find_inner(walk.u, walk.taps, level->width, wrap & MIP_CLAMP_U, &x) &&
        find_inner(walk.v, walk.taps, level->height, wrap & MIP_CLAMP_V, &y)) {
        return sum_inner(level, x, y, walk.taps);
    }
    for (uint32_t tap = 0; tap < walk.taps; tap++) {
        struct square square = find_square(level, wrap, walk.u.first, walk.v.first);
        sum += weigh(&square);
        walk.u.first += walk.u.step;
        walk.v.first += walk.v.step;
    }
    return sum;
}

static lanes_f divide_by_alpha(lanes_f rgba)
{
    float alpha = rgba[ALPHA];
    float scale = alpha > 0.0F ? 255.0F / alpha : 0.0F;
    rgba = lanes_smaller(rgba * scale, lanes_splat(255.0F));
    rgba[ALPHA] = alpha;
    return rgba;
}

lanes_f mip_sample(const struct mip_texture *texture, const struct mip_footprint *footprint,
                   unsigned wrap, double u, double v)
{
    float each = 0x1p-14F / (float)footprint->taps;
    assert(footprint->level >= texture->first_level);
    lanes_i sums = sum_samples(&texture->levels[footprint->level], wrap, walk_of(footprint, u, v));
    lanes_f rgba = each * __builtin_convertvector(sums, lanes_f);
    return texture->alpha.is_opacity ? divide_by_alpha(rgba) : rgba;
}
