/*
 * A pixel's mean of a texture: `taps` bilinear samples of an image in a row, or one between two
 * levels.
 *
 * Places in an image are whole numbers of 1/PLACE_ONE texel, so a bilinear sample is four products
 * of bytes with weights that add up to 2^14. Up to 16 samples are summed as whole numbers, which 32
 * bits hold. Weights below 2^15 are what SSE2 multiplies in pairs: a texel and its right neighbour,
 * four channels at a time, in one instruction.
 *
 * Where a texture repeats and its edges are powers of two, as all of the clients are, the repeat is
 * the low bits of a place.
 *
 * Colours weigh as much as their alpha where alpha is opacity. This keeps what is cut out from
 * darkening the edges: an edge between a leaf and black nothing is half leaf, not half black. Such
 * textures hold colours multiplied by alpha, and so do their samples.
 */
#ifndef MESH_MIP_SAMPLE_H
#define MESH_MIP_SAMPLE_H

#include "mesh/mesh_triangle.h"

/* The longest step between samples: 2^24 places, so that a row of them stays within 32 bits. */
enum { STEP_MAX = 1 << 24 };

/* The places of a pixel's samples: the middle one, and from one to the next. */
struct mip_places {
    const struct mip_level *image;
    unsigned wrap; /* enum mip_wrap bits */
    uint32_t taps;
    int32_t step[2];
    uint32_t next; /* the share of the level after `image`, in 1/256; 0 unless there is one tap */
};

/* Places, the first two lanes of `planes`, as whole numbers; what is far out, or no number, is
 * limited. */
static inline lanes_i mip_place(lanes_f planes)
{
    const lanes_f most = lanes_splat((float)(1 << 29));
    return __builtin_convertvector(lanes_smaller(lanes_larger(planes, -most), most), lanes_i);
}

/* Readies samples of a texture. `east` and `south`: how its places change from pixel to pixel. */
static inline struct mip_places mip_places_of(const struct mip_texture *texture, unsigned wrap,
                                              struct mip_footprint footprint, lanes_f east,
                                              lanes_f south)
{
    struct mip_places places = {
        &texture->levels[footprint.level], wrap, footprint.taps, {0, 0}, footprint.next};
    if (footprint.taps > 1) {
        lanes_f step = (footprint.is_south ? south : east) * (1.0F / (float)footprint.taps);
        const lanes_f most = lanes_splat((float)STEP_MAX);
        step = lanes_smaller(lanes_larger(step, -most), most);
        lanes_i whole = __builtin_convertvector(step, lanes_i);
        places.step[0] = whole[0];
        places.step[1] = whole[1];
    }
    return places;
}

/* The texel left of a place and its right neighbour. */
struct mip_pair {
    uint32_t first;
    uint32_t second;
};

static inline struct mip_pair mip_pair_of(int32_t place, uint32_t size, bool clamp)
{
    int32_t texel = place >> PLACE_BITS;
    int32_t last = (int32_t)size - 1;
    if (clamp) {
        int32_t next = texel + 1;
        texel = texel > 0 ? texel : 0;
        next = next > 0 ? next : 0;
        return (struct mip_pair){(uint32_t)(texel < last ? texel : last),
                                 (uint32_t)(next < last ? next : last)};
    }
    if ((size & (size - 1)) == 0) {
        return (struct mip_pair){(uint32_t)texel & (size - 1), (uint32_t)(texel + 1) & (size - 1)};
    }
    texel %= (int32_t)size;
    texel += texel < 0 ? (int32_t)size : 0;
    return (struct mip_pair){(uint32_t)texel, (uint32_t)(texel < last ? texel + 1 : 0)};
}

/* Two weights that add up to PLACE_ONE, in the halves of a word. */
static inline uint32_t mip_weights(int32_t place)
{
    uint32_t fraction = (uint32_t)place & (PLACE_ONE - 1);
    return PLACE_ONE - fraction + (fraction << 16);
}

#ifdef __SSE2__

static inline __m128i mip_load_texel(const uint8_t *texel)
{
    int32_t bytes;
    memcpy(&bytes, texel, sizeof bytes);
    return _mm_cvtsi32_si128(bytes);
}

/* Two texels times their weights, four channels. */
static inline __m128i mip_weigh_two(const uint8_t *west, const uint8_t *east, uint32_t weights)
{
    __m128i texels = _mm_unpacklo_epi8(mip_load_texel(west), mip_load_texel(east));
    return _mm_madd_epi16(_mm_unpacklo_epi8(texels, _mm_setzero_si128()),
                          _mm_set1_epi32((int32_t)weights));
}

#else

static inline lanes_i mip_channels(const uint8_t *texel)
{
    return (lanes_i){texel[0], texel[1], texel[2], texel[3]};
}

static inline lanes_i mip_weigh_two(const uint8_t *west, const uint8_t *east, uint32_t weights)
{
    return mip_channels(west) * lanes_splat_i((int32_t)(weights & 0xffff)) +
           mip_channels(east) * lanes_splat_i((int32_t)(weights >> 16));
}

#endif

/* A bilinear sample, times 2^14. */
static inline lanes_i mip_tap(const struct mip_places *places, int32_t x, int32_t y)
{
    enum { RGBA = 4 };
    const struct mip_level *image = places->image;
    x -= PLACE_ONE / 2;
    y -= PLACE_ONE / 2;
    struct mip_pair column = mip_pair_of(x, image->width, places->wrap & MIP_CLAMP_U);
    struct mip_pair row = mip_pair_of(y, image->height, places->wrap & MIP_CLAMP_V);
    const uint8_t *north = image->rgba + RGBA * (size_t)row.first * image->width;
    const uint8_t *south = image->rgba + RGBA * (size_t)row.second * image->width;
    size_t west = RGBA * (size_t)column.first;
    size_t east = RGBA * (size_t)column.second;
    uint32_t weights = mip_weights(x);
    uint32_t share = (uint32_t)y & (PLACE_ONE - 1);
    return (lanes_i)mip_weigh_two(north + west, north + east, weights * (PLACE_ONE - share)) +
           (lanes_i)mip_weigh_two(south + west, south + east, weights * share);
}

/* One of `place` along an edge of `size`, on the next level, where that is `next` long. */
static inline int32_t mip_next_place(int32_t place, uint32_t size, uint32_t next)
{
    return (int32_t)((int64_t)place * next / size);
}

/* A sample between two levels. */
static inline lanes_f mip_between(const struct mip_places *places, int32_t x, int32_t y)
{
    enum { SHARES = 256 };
    const struct mip_level *image = places->image;
    struct mip_places coarser = *places;
    coarser.image++;
    lanes_i fine = mip_tap(places, x, y);
    lanes_i coarse = mip_tap(&coarser, mip_next_place(x, image->width, coarser.image->width),
                             mip_next_place(y, image->height, coarser.image->height));
    lanes_i sum = fine * lanes_splat_i((int32_t)(SHARES - places->next)) +
                  coarse * lanes_splat_i((int32_t)places->next);
    return __builtin_convertvector(sum, lanes_f) * 0x1p-22F;
}

/* Filtered red, green, blue, alpha, 0..255, round a place, from an image that must be kept. */
static inline lanes_f mip_sample(const struct mip_places *places, lanes_i place)
{
    int32_t x = place[0];
    int32_t y = place[1];
    if (places->taps == 1 && places->next) {
        return mip_between(places, x, y);
    }
    if (places->taps == 1) {
        return __builtin_convertvector(mip_tap(places, x, y), lanes_f) * 0x1p-14F;
    }
    lanes_i sum = {0};
    x -= places->step[0] * (int32_t)(places->taps - 1) / 2;
    y -= places->step[1] * (int32_t)(places->taps - 1) / 2;
    for (uint32_t tap = 0; tap < places->taps; tap++) {
        sum += mip_tap(places, x, y);
        x += places->step[0];
        y += places->step[1];
    }
    return __builtin_convertvector(sum, lanes_f) * (0x1p-14F / (float)places->taps);
}

/* The alpha round a place, 0..255, of the nearest texels alone: enough for what is blurred. */
static inline float mip_nearest_alpha(const struct mip_places *places, lanes_i place)
{
    enum { RGBA = 4, ALPHA = 3 };
    const struct mip_level *image = places->image;
    int32_t x = place[0] - places->step[0] * (int32_t)(places->taps - 1) / 2;
    int32_t y = place[1] - places->step[1] * (int32_t)(places->taps - 1) / 2;
    uint32_t sum = 0;
    for (uint32_t tap = 0; tap < places->taps; tap++) {
        uint32_t column = mip_pair_of(x, image->width, places->wrap & MIP_CLAMP_U).first;
        uint32_t row = mip_pair_of(y, image->height, places->wrap & MIP_CLAMP_V).first;
        sum += image->rgba[RGBA * ((size_t)row * image->width + column) + ALPHA];
        x += places->step[0];
        y += places->step[1];
    }
    return places->taps == 1 ? (float)sum : (float)sum / (float)places->taps;
}

/* Colours that are multiplied by alpha without it. */
static inline lanes_f mip_divide_by_alpha(lanes_f rgba)
{
    float alpha = rgba[3];
    float scale = alpha > 0.0F ? 255.0F / alpha : 0.0F;
    rgba = lanes_smaller(rgba * scale, lanes_splat(255.0F));
    rgba[3] = alpha;
    return rgba;
}

#endif
