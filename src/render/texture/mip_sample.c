/*
 * A pixel's mean of a texture: `taps` bilinear samples of a level along its longer axis.
 *
 * Places in a level are whole numbers of 1/128 texel, so a bilinear sample is four products of
 * bytes with weights that add up to 2^14. Up to 16 samples of a level are summed as whole numbers,
 * which 32 bits hold. Weights below 2^15 are what SSE2 multiplies in pairs: a texel and its right
 * neighbour, four channels at a time, in one instruction. Elsewhere two channels share a 64-bit
 * product.
 *
 * Colours weigh as much as their alpha where alpha is opacity. This keeps what is cut out from
 * darkening the edges: an edge between a leaf and black nothing is half leaf, not half black. Such
 * textures hold colours multiplied by alpha, so the mean is divided by the mean of alpha.
 */
#include "render/texture/mip_sample.h"

#include <assert.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { RGBA = 4, PLACE_BITS = 7, PLACE_ONE = 1 << PLACE_BITS, ALPHA = 3 };

/* Coordinates beyond this have no fraction left that matters. */
#define COORDINATE_MAX 1e6

/* A texture coordinate as a whole number: one repeat of the texture is ONE. */
#define ONE ((int64_t)1 << 32)

static int64_t fixed_coordinate(double coordinate)
{
    coordinate = coordinate > -COORDINATE_MAX ? coordinate : -COORDINATE_MAX; /* NaN too */
    coordinate = coordinate < COORDINATE_MAX ? coordinate : COORDINATE_MAX;
    return (int64_t)(coordinate * (double)ONE);
}

/* The samples of a pixel: where the first one is, and from one to the next. */
struct walk {
    int64_t u, v;
    int64_t step_u, step_v;
    uint32_t taps;
};

static struct walk walk_of(const struct mip_footprint *footprint, double u, double v)
{
    double before = 0.5 * ((double)footprint->taps - 1.0);
    return (struct walk){
        .u = fixed_coordinate(u - before * (double)footprint->step_u),
        .v = fixed_coordinate(v - before * (double)footprint->step_v),
        .step_u = fixed_coordinate((double)footprint->step_u),
        .step_v = fixed_coordinate((double)footprint->step_v),
        .taps = footprint->taps,
    };
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

/* Four texels and their weights, which add up to 2^14: north-west, north-east, south. */
struct square {
    const uint8_t *texel[4];
    uint32_t weight[4];
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
        .weight = {(PLACE_ONE - x.fraction) * (PLACE_ONE - y.fraction),
                   x.fraction * (PLACE_ONE - y.fraction), (PLACE_ONE - x.fraction) * y.fraction,
                   x.fraction * y.fraction},
    };
}

#ifdef __SSE2__

static inline __m128i load_texel(const uint8_t *texel)
{
    int32_t bytes;
    memcpy(&bytes, texel, sizeof bytes);
    return _mm_cvtsi32_si128(bytes);
}

/* Two texels times their weights, four channels. */
static inline __m128i weigh_two(const struct square *square, size_t first)
{
    __m128i texels =
        _mm_unpacklo_epi8(load_texel(square->texel[first]), load_texel(square->texel[first + 1]));
    __m128i weights =
        _mm_set1_epi32((int32_t)(square->weight[first] | square->weight[first + 1] << 16));
    return _mm_madd_epi16(_mm_unpacklo_epi8(texels, _mm_setzero_si128()), weights);
}

/* Sums of a level's samples: red, green, blue, alpha. */
static inline void sum_samples(const struct mip_level *level, unsigned wrap, struct walk walk,
                               int32_t sums[RGBA])
{
    __m128i sum = _mm_setzero_si128();
    for (uint32_t tap = 0; tap < walk.taps; tap++) {
        struct square square = find_square(level, wrap, walk.u, walk.v);
        sum = _mm_add_epi32(sum, _mm_add_epi32(weigh_two(&square, 0), weigh_two(&square, 2)));
        walk.u += walk.step_u;
        walk.v += walk.step_v;
    }
    _mm_storeu_si128((__m128i *)sums, sum);
}

#else

static inline uint32_t load_texel(const uint8_t *texel)
{
    return texel[0] | (uint32_t)texel[1] << 8 | (uint32_t)texel[2] << 16 | (uint32_t)texel[3] << 24;
}

/* Red and blue, or green and alpha, in the halves of 64 bits. */
static inline uint64_t spread(uint32_t two_channels)
{
    return (two_channels & 0xff) | (uint64_t)(two_channels & 0xff0000) << 16;
}

/* Sums of a level's samples: red, green, blue, alpha. */
static inline void sum_samples(const struct mip_level *level, unsigned wrap, struct walk walk,
                               int32_t sums[RGBA])
{
    uint64_t red_blue = 0;
    uint64_t green_alpha = 0;
    for (uint32_t tap = 0; tap < walk.taps; tap++) {
        struct square square = find_square(level, wrap, walk.u, walk.v);
        for (size_t i = 0; i < 4; i++) {
            uint32_t bytes = load_texel(square.texel[i]);
            red_blue += square.weight[i] * spread(bytes);
            green_alpha += square.weight[i] * spread(bytes >> 8);
        }
        walk.u += walk.step_u;
        walk.v += walk.step_v;
    }
    sums[0] = (int32_t)red_blue;
    sums[1] = (int32_t)green_alpha;
    sums[2] = (int32_t)(red_blue >> 32);
    sums[3] = (int32_t)(green_alpha >> 32);
}

#endif

static void divide_by_alpha(float rgba[RGBA])
{
    float scale = rgba[ALPHA] > 0.0F ? 255.0F / rgba[ALPHA] : 0.0F;
    for (size_t c = 0; c < ALPHA; c++) {
        float color = rgba[c] * scale;
        rgba[c] = color < 255.0F ? color : 255.0F;
    }
}

void mip_sample(const struct mip_texture *texture, const struct mip_footprint *footprint,
                unsigned wrap, double u, double v, float rgba[4])
{
    int32_t sums[RGBA];
    float each = 0x1p-14F / (float)footprint->taps;
    assert(footprint->level >= texture->first_level);
    sum_samples(&texture->levels[footprint->level], wrap, walk_of(footprint, u, v), sums);
    for (size_t c = 0; c < RGBA; c++) {
        rgba[c] = each * (float)sums[c];
    }
    if (texture->alpha.is_opacity) {
        divide_by_alpha(rgba);
    }
}
