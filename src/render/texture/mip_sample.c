/*
 * A pixel's mean of a texture: `taps` bilinear samples along its longer axis, from two levels.
 *
 * Places in a level are whole numbers of 1/256 texel, so a bilinear sample is four products of
 * bytes with weights that add up to 2^16. The sums are exact. They reach floats below 2^24 and stay
 * exact there. Only the weights of taps and levels round, in the same way on every machine.
 *
 * Colours weighted by alpha keep what is cut out from darkening the edges: an edge between a leaf
 * and black nothing is half leaf, not half black. Each texel then counts with weight times alpha;
 * the largest sum is 2^16 * 255 * 255, which fits 32 bits. Where all is opaque both means are the
 * same, and the shorter one is used.
 */
#include "render/texture/mip_sample.h"

#include <assert.h>
#include <string.h>

enum { RGBA = 4, PLACE_BITS = 8, PLACE_ONE = 1 << PLACE_BITS, ALPHA = 3 };

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
    int32_t place = (int32_t)(in_repeat * (size << PLACE_BITS) >> 32) - PLACE_ONE / 2;
    int32_t texel = place >> PLACE_BITS;
    uint32_t last = size - 1;
    struct pair pair = {.fraction = (uint32_t)place & (PLACE_ONE - 1)};
    pair.first = texel < 0 ? (clamp ? 0 : last) : (uint32_t)texel;
    pair.second = (uint32_t)(texel + 1) <= last ? (uint32_t)(texel + 1) : (clamp ? last : 0);
    return pair;
}

/* Four texels and their weights, which add up to 2^16. */
struct square {
    const uint8_t *texel[4];
    uint32_t weight[4];
};

static struct square find_square(const struct mip_level *level, unsigned wrap, int64_t u, int64_t v)
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

/* Sums of a pixel's samples: plain means, and colours weighted by alpha / 255. */
struct sums {
    float plain[RGBA];
    float weighted[RGBA];
};

static bool is_opaque(const struct square *square)
{
    return (square->texel[0][ALPHA] & square->texel[1][ALPHA] & square->texel[2][ALPHA] &
            square->texel[3][ALPHA]) == UINT8_MAX;
}

/* Nothing of it has a weight. */
static bool is_empty(const struct square *square)
{
    return !(square->texel[0][ALPHA] | square->texel[1][ALPHA] | square->texel[2][ALPHA] |
             square->texel[3][ALPHA]);
}

static inline uint32_t load_texel(const uint8_t *texel)
{
    return texel[0] | (uint32_t)texel[1] << 8 | (uint32_t)texel[2] << 16 | (uint32_t)texel[3] << 24;
}

/* Red and blue, or green and alpha, in the halves of 64 bits: one product serves two channels. */
static inline uint64_t spread(uint32_t two_channels)
{
    return (two_channels & 0xff) | (uint64_t)(two_channels & 0xff0000) << 16;
}

static inline void add_plain(const struct square *square, float weight, float sums[RGBA])
{
    uint64_t red_blue = 0;
    uint64_t green_alpha = 0;
    for (size_t i = 0; i < 4; i++) {
        uint32_t bytes = load_texel(square->texel[i]);
        red_blue += square->weight[i] * spread(bytes);
        green_alpha += square->weight[i] * spread(bytes >> 8);
    }
    const int32_t means[RGBA] = {(int32_t)red_blue, (int32_t)green_alpha, (int32_t)(red_blue >> 32),
                                 (int32_t)(green_alpha >> 32)};
    for (size_t c = 0; c < RGBA; c++) {
        sums[c] += weight * (float)means[c];
    }
}

static void add_weighted(const struct square *square, float weight, float sums[RGBA])
{
    uint64_t red_blue = 0;
    uint64_t green = 0;
    for (size_t i = 0; i < 4; i++) {
        uint32_t bytes = load_texel(square->texel[i]);
        uint64_t by_alpha = square->weight[i] * (bytes >> 24);
        red_blue += by_alpha * spread(bytes);
        green += by_alpha * (bytes >> 8 & 0xff);
    }
    const uint32_t means[ALPHA] = {(uint32_t)red_blue, (uint32_t)green, (uint32_t)(red_blue >> 32)};
    for (size_t c = 0; c < ALPHA; c++) {
        sums[c] += weight * (1.0F / 255.0F) * (float)means[c];
    }
}

static void add_level(const struct mip_level *level, unsigned wrap, int64_t u, int64_t v,
                      float weight, struct sums *sums)
{
    struct square square = find_square(level, wrap, u, v);
    float each = weight * 0x1p-16F;
    if (!(wrap & MIP_ALPHA_WEIGHTED)) {
        add_plain(&square, each, sums->plain);
        return;
    }
    float plain[RGBA] = {0};
    add_plain(&square, each, plain);
    for (size_t c = 0; c < RGBA; c++) {
        sums->plain[c] += plain[c];
    }
    if (is_opaque(&square)) {
        for (size_t c = 0; c < ALPHA; c++) {
            sums->weighted[c] += plain[c];
        }
    } else if (!is_empty(&square)) {
        add_weighted(&square, each, sums->weighted);
    }
}

/* Where nothing has alpha the plain mean stands. */
static void divide_by_alpha(const struct sums *sums, float rgba[RGBA])
{
    float alpha = sums->plain[ALPHA];
    for (size_t c = 0; c < ALPHA && alpha > 0.0F; c++) {
        float color = sums->weighted[c] * 255.0F / alpha;
        rgba[c] = color < 255.0F ? color : 255.0F;
    }
}

void mip_sample(const struct mip_texture *texture, const struct mip_footprint *footprint,
                unsigned wrap, double u, double v, float rgba[4])
{
    float each = 1.0F / (float)footprint->taps;
    double middle = 0.5 * ((double)footprint->taps - 1.0);
    const struct mip_level *level = &texture->levels[footprint->level];
    struct sums sums = {0};
    assert(footprint->level >= texture->first_level);
    for (uint32_t tap = 0; tap < footprint->taps; tap++) {
        double away = (double)tap - middle;
        int64_t tap_u = fixed_coordinate(u + away * (double)footprint->step_u);
        int64_t tap_v = fixed_coordinate(v + away * (double)footprint->step_v);
        add_level(level, wrap, tap_u, tap_v, each * (1.0F - footprint->lod_fraction), &sums);
        if (footprint->lod_fraction > 0.0F) {
            add_level(level + 1, wrap, tap_u, tap_v, each * footprint->lod_fraction, &sums);
        }
    }
    memcpy(rgba, sums.plain, sizeof sums.plain);
    if (wrap & MIP_ALPHA_WEIGHTED) {
        divide_by_alpha(&sums, rgba);
    }
}
