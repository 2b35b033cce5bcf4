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

/* The places of a pixel's samples. Pairs of numbers are those of both axes. */
struct mip_places {
    const struct mip_level *image;
    float scale;  /* of the sum of samples: 0..255 comes out */
    uint8_t wrap; /* enum mip_wrap bits */
    uint8_t taps; /* 1..MIP_TAPS_MAX */
    uint8_t next; /* the share of the level after `image`, in 1/256; 0 unless there is one tap */
    bool is_odd;  /* an axis repeats, and its edge is no power of two */
    int32_t first[2]; /* from the middle place to the corner of the first sample */
    int32_t step[2];  /* from each to the next one */
    int32_t mask[2];  /* for axes that repeat and whose edges are powers of two: the low bits */
    int32_t last[2];  /* texels */
};

/* Places, the first two lanes of `planes`, as whole numbers; what is far out, or no number, is
 * limited. */
static inline lanes_i mip_place(lanes_f planes)
{
    const lanes_f most = lanes_splat((float)(1 << 29));
    return __builtin_convertvector(lanes_smaller(lanes_larger(planes, -most), most), lanes_i);
}

/* Readies samples of one image, `step` apart. */
static inline void mip_places_set(const struct mip_level *image, unsigned wrap, uint32_t taps,
                                  const int32_t step[2], struct mip_places *places)
{
    const uint32_t edges[2] = {image->width, image->height};
    places->image = image;
    places->scale = 0x1p-14F / (float)taps;
    places->wrap = (uint8_t)wrap;
    places->taps = (uint8_t)taps;
    places->next = 0;
    places->is_odd = false;
    for (unsigned axis = 0; axis < 2; axis++) {
        int32_t last = (int32_t)edges[axis] - 1;
        bool repeats = !(wrap >> axis & 1), is_power = (edges[axis] & (uint32_t)last) == 0;
        places->first[axis] = -(step[axis] * (int32_t)(taps - 1) / 2) - PLACE_ONE / 2;
        places->step[axis] = step[axis];
        places->mask[axis] = repeats && is_power ? last : -1;
        places->last[axis] = last;
        places->is_odd |= repeats && !is_power;
    }
}

/* Readies samples of a texture. `east` and `south`: how its places change from pixel to pixel. */
static inline void mip_places_of(const struct mip_texture *texture, unsigned wrap,
                                 struct mip_footprint footprint, lanes_f east, lanes_f south,
                                 struct mip_places *places)
{
    const lanes_f most = lanes_splat((float)STEP_MAX);
    const float share = (float)footprint.reach / (float)(MIP_REACH_ALL * footprint.taps);
    lanes_f step = (footprint.is_south ? south : east) * share;
    step = lanes_smaller(lanes_larger(step, -most), most);
    lanes_i whole = __builtin_convertvector(step, lanes_i);
    mip_places_set(&texture->levels[footprint.level], wrap, footprint.taps,
                   (const int32_t[2]){whole[0], whole[1]}, places);
    places->next = footprint.next;
}

/* Both of two numbers twice. */
static inline lanes_i mip_twice(const int32_t two[2])
{
    uint64_t both;
    memcpy(&both, two, sizeof both);
    return (lanes_i)(lanes_u64){both, both};
}

/* Corners of the first sample: the upper left one, and its neighbour to the right and below. */
static inline lanes_i mip_first(const struct mip_places *places, lanes_i place)
{
    const lanes_i neighbour = {0, 0, PLACE_ONE, PLACE_ONE};
    const int32_t middle[2] = {place[0], place[1]};
    return mip_twice(middle) + mip_twice(places->first) + neighbour;
}

/* Texels of axes that repeat, of any length. */
static inline lanes_i mip_repeat(const struct mip_places *places, lanes_i texel)
{
    for (unsigned lane = 0; lane < 4; lane++) {
        int32_t size = places->last[lane % 2] + 1;
        if (!(places->wrap >> lane % 2 & 1)) {
            texel[lane] = (texel[lane] % size + size) % size;
        }
    }
    return texel;
}

/* The texels of corners. */
static inline lanes_i mip_texels(const struct mip_places *places, lanes_i corners)
{
    lanes_i texel = corners >> PLACE_BITS;
    if (places->is_odd) {
        texel = mip_repeat(places, texel);
    }
    texel = lanes_larger_i(texel & mip_twice(places->mask), lanes_splat_i(0));
    return lanes_smaller_i(texel, mip_twice(places->last));
}

/* Texels times weights, of which those of west and east, and those of north and south, add up to
 * PLACE_ONE; `corners` have the fractions. */
#ifdef __SSE2__

static inline __m128i mip_load_two(const uint8_t *first, const uint8_t *second)
{
    int32_t texels[2];
    memcpy(&texels[0], first, sizeof texels[0]);
    memcpy(&texels[1], second, sizeof texels[1]);
    return _mm_unpacklo_epi32(_mm_cvtsi32_si128(texels[0]), _mm_cvtsi32_si128(texels[1]));
}

static inline lanes_i mip_weigh(const uint8_t *north, const uint8_t *south, size_t west,
                                size_t east, lanes_i corners)
{
    const __m128i even = _mm_set1_epi32(0xffff), one = _mm_set1_epi32(PLACE_ONE + 1);
    __m128i fraction = _mm_and_si128((__m128i)corners, _mm_set1_epi32(PLACE_ONE - 1));
    __m128i x = _mm_shuffle_epi32(_mm_shufflelo_epi16(fraction, 0x00), 0x00);
    __m128i y = _mm_shuffle_epi32(_mm_shufflelo_epi16(fraction, 0xaa), 0x00);
    __m128i weights = _mm_add_epi16(_mm_xor_si128(x, even), one);
    __m128i of_north = _mm_mullo_epi16(weights, _mm_sub_epi16(_mm_set1_epi16(PLACE_ONE), y));
    __m128i of_south = _mm_mullo_epi16(weights, y);
    __m128i texels = _mm_unpacklo_epi8(mip_load_two(north + west, south + west),
                                       mip_load_two(north + east, south + east));
    __m128i zero = _mm_setzero_si128();
    return (lanes_i)_mm_add_epi32(_mm_madd_epi16(_mm_unpacklo_epi8(texels, zero), of_north),
                                  _mm_madd_epi16(_mm_unpackhi_epi8(texels, zero), of_south));
}

#else

static inline lanes_i mip_channels(const uint8_t *texel)
{
    return (lanes_i){texel[0], texel[1], texel[2], texel[3]};
}

static inline lanes_i mip_weigh(const uint8_t *north, const uint8_t *south, size_t west,
                                size_t east, lanes_i corners)
{
    int32_t x = corners[0] & (PLACE_ONE - 1), y = corners[1] & (PLACE_ONE - 1);
    int32_t from_x = PLACE_ONE - x, from_y = PLACE_ONE - y;
    return mip_channels(north + west) * lanes_splat_i(from_x * from_y) +
           mip_channels(north + east) * lanes_splat_i(x * from_y) +
           mip_channels(south + west) * lanes_splat_i(from_x * y) +
           mip_channels(south + east) * lanes_splat_i(x * y);
}

#endif

/* A bilinear sample, times 2^14. */
static inline lanes_i mip_tap(const struct mip_places *places, lanes_i corners)
{
    enum { RGBA = 4 };
    const struct mip_level *image = places->image;
    const lanes_i texel = mip_texels(places, corners);
    const uint8_t *north = image->rgba + RGBA * ((size_t)(uint32_t)texel[1] * image->width);
    const uint8_t *south = image->rgba + RGBA * ((size_t)(uint32_t)texel[3] * image->width);
    return mip_weigh(north, south, RGBA * (size_t)(uint32_t)texel[0],
                     RGBA * (size_t)(uint32_t)texel[2], corners);
}

/* One of `place` along an edge of `size`, on the next level, where that is `next` long. */
static inline int32_t mip_next_place(int32_t place, uint32_t size, uint32_t next)
{
    return (int32_t)((int64_t)place * next / size);
}

/* A sample between two levels. */
static inline lanes_f mip_between(const struct mip_places *places, lanes_i place)
{
    enum { SHARES = 256 };
    static const int32_t no_step[2];
    const struct mip_level *fine = places->image, *coarse = fine + 1;
    struct mip_places coarser;
    mip_places_set(coarse, places->wrap, 1, no_step, &coarser);
    const lanes_i next = {mip_next_place(place[0], fine->width, coarse->width),
                          mip_next_place(place[1], fine->height, coarse->height)};
    lanes_i sum =
        mip_tap(places, mip_first(places, place)) * lanes_splat_i(SHARES - (int32_t)places->next) +
        mip_tap(&coarser, mip_first(&coarser, next)) * lanes_splat_i(places->next);
    return __builtin_convertvector(sum, lanes_f) * 0x1p-22F;
}

/* Filtered red, green, blue, alpha, 0..255, round a place, from an image that must be kept. */
static inline lanes_f mip_sample(const struct mip_places *places, lanes_i place)
{
    if (places->next) {
        return mip_between(places, place);
    }
    const lanes_i step = mip_twice(places->step);
    lanes_i corners = mip_first(places, place);
    lanes_i sum = mip_tap(places, corners);
    for (uint32_t tap = 1; tap < places->taps; tap++) {
        corners += step;
        sum += mip_tap(places, corners);
    }
    return __builtin_convertvector(sum, lanes_f) * places->scale;
}

/*
 * Samples of WIDE pixels at once. Where two neighbours lie side by side in memory they are loaded
 * as one. Bytes are weighed by bytes, whose negatives go to 128: the two signs cancel out.
 */
#if WIDE > 1

#if WIDE == 4
typedef __m512i mip_bytes;
#define mip_shuffle_bytes _mm512_shuffle_epi8
#define mip_weigh_bytes _mm512_maddubs_epi16
#define mip_weigh_words _mm512_madd_epi16
#else
typedef __m256i mip_bytes;
#define mip_shuffle_bytes _mm256_shuffle_epi8
#define mip_weigh_bytes _mm256_maddubs_epi16
#define mip_weigh_words _mm256_madd_epi16
#endif

static inline mip_bytes mip_join(const __m128i pixels[WIDE])
{
    const void *parts[WIDE];
    for (unsigned i = 0; i < WIDE; i++) {
        parts[i] = &pixels[i];
    }
    return (mip_bytes)wide_load_parts(parts);
}

static inline __m128i mip_load_rows(const uint8_t *north, const uint8_t *south)
{
    __m128i rows = _mm_loadl_epi64((const __m128i *)(const void *)north);
    return (__m128i)_mm_loadh_pd((__m128d)rows, (const double *)(const void *)south);
}

/* The four texels of each pixel, north before south, west before east. */
static inline mip_bytes mip_wide_load(const struct mip_level *image, wide_i texel)
{
    enum { RGBA = 4, FIRST_LANES = WIDE == 4 ? 0x1111 : 0x11 };
    const int32_t steps[2] = {1, (int32_t)image->width};
    wide_i parts = texel * wide_repeat_two_i(steps);
    wide_i to_east = wide_shuffle(texel, 2, 3, 0, 1) - texel;
    uint32_t at[WIDE][4];
    __m128i pixels[WIDE];
    if ((wide_negative(to_east == 1) & FIRST_LANES) == FIRST_LANES) {
        wide_i west = wide_shuffle(parts, 0, 0, 0, 0) + wide_shuffle(parts, 1, 3, 1, 3);
        memcpy(at, &west, sizeof at);
        for (unsigned i = 0; i < WIDE; i++) {
            pixels[i] = mip_load_rows(image->rgba + RGBA * (size_t)at[i][0],
                                      image->rgba + RGBA * (size_t)at[i][1]);
        }
    } else {
        memcpy(at, &parts, sizeof at);
        for (unsigned i = 0; i < WIDE; i++) {
            const uint8_t *north = image->rgba + RGBA * (size_t)at[i][1];
            const uint8_t *south = image->rgba + RGBA * (size_t)at[i][3];
            size_t west = RGBA * (size_t)at[i][0], east = RGBA * (size_t)at[i][2];
            pixels[i] = _mm_unpacklo_epi64(mip_load_two(north + west, north + east),
                                           mip_load_two(south + west, south + east));
        }
    }
    return mip_join(pixels);
}

/* A bilinear sample of each pixel, times 2^14. */
static inline wide_i mip_wide_tap(const struct mip_places *places, wide_i corners)
{
    const lanes_u8 by_channel = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
    const lanes_u8 of_x = {0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2};
    wide_i texel = corners >> PLACE_BITS & wide_repeat_two_i(places->mask);
    texel = wide_smaller_i(wide_larger_i(texel, wide_splat_i(0)), wide_repeat_two_i(places->last));
    wide_i fraction = corners & (PLACE_ONE - 1);
    wide_i weights = (fraction | 0xff80) | -fraction << 16;
    mip_bytes texels = mip_shuffle_bytes(mip_wide_load(places->image, texel),
                                         (mip_bytes)wide_repeat_i((lanes_i)by_channel));
    mip_bytes x = mip_shuffle_bytes((mip_bytes)weights, (mip_bytes)wide_repeat_i((lanes_i)of_x));
    return (wide_i)mip_weigh_words(mip_weigh_bytes(texels, x),
                                   (mip_bytes)wide_shuffle(weights, 1, 1, 1, 1));
}

/* Samples that take more than wide ones do for. */
static __attribute__((noinline, unused)) wide_f mip_sample_each(const struct mip_places *places,
                                                                wide_i place)
{
    int32_t each[WIDE][4];
    lanes_f sampled[WIDE];
    wide_f all;
    memcpy(each, &place, sizeof each);
    for (unsigned i = 0; i < WIDE; i++) {
        sampled[i] = mip_sample(places, lanes_load_i(each[i]));
    }
    memcpy(&all, sampled, sizeof all);
    return all;
}

/* As mip_sample, for the places in the first two lanes of each pixel. */
static inline wide_f mip_wide_sample(const struct mip_places *places, wide_f planes)
{
    const wide_f most = wide_splat((float)(1 << 29));
    wide_i place = __builtin_convertvector(wide_smaller(wide_larger(planes, -most), most), wide_i);
    if (__builtin_expect(places->next || places->is_odd, 0)) {
        return mip_sample_each(places, place);
    }
    const wide_i step = wide_repeat_two_i(places->step);
    wide_i corners = wide_shuffle(place, 0, 1, 0, 1) + wide_repeat_two_i(places->first) +
                     wide_repeat_i((lanes_i){0, 0, PLACE_ONE, PLACE_ONE});
    wide_i sum = mip_wide_tap(places, corners);
    for (uint32_t tap = 1; tap < places->taps; tap++) {
        corners += step;
        sum += mip_wide_tap(places, corners);
    }
    return __builtin_convertvector(sum, wide_f) * wide_splat(places->scale);
}

#else

static inline wide_f mip_wide_sample(const struct mip_places *places, wide_f planes)
{
    return mip_sample(places, mip_place(planes));
}

#endif

/* The alpha round a place, 0..255, of the nearest texels alone: enough for what is blurred. */
static inline float mip_nearest_alpha(const struct mip_places *places, lanes_i place)
{
    enum { RGBA = 4, ALPHA = 3 };
    const struct mip_level *image = places->image;
    const lanes_i step = mip_twice(places->step);
    lanes_i corners = mip_first(places, place) + lanes_splat_i(PLACE_ONE / 2);
    uint32_t sum = 0;
    for (uint32_t tap = 0; tap < places->taps; tap++) {
        const lanes_i texel = mip_texels(places, corners);
        sum += image->rgba[RGBA * ((size_t)(uint32_t)texel[1] * image->width +
                                   (size_t)(uint32_t)texel[0]) +
                           ALPHA];
        corners += step;
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
