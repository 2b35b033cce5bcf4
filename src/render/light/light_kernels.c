/*
 * The inner loops of the light, built once per instruction set, with KERNELS naming the table. They
 * are plain loops in which compilers find the vectors, but for the mean of four samples that lie
 * next to each other.
 *
 * Sums and means fit 31 bits, so that they become floats by one instruction.
 */
#include "render/light/light_kernels.h"

#include <math.h>

#include "base/lanes.h"
#include "formats/grid.h"
#include "mesh/sample_grid.h"
#include "render/light/height_field.h"

#ifndef KERNELS
#define KERNELS light_kernels_base
#define KERNELS_NAME "base"
#endif

extern const struct light_kernels KERNELS;

enum {
    CASTER_SHIFT = 8,
    DENSE = 3 * 255 / 4, /* covers enough to hide all */
    SOFTER = 8,          /* of the height of a place: the ramp of shadows on it */
    DARKENED = 64,       /* pixels at once */
};
_Static_assert(HEIGHT_ONE << CASTER_SHIFT == CAST_YARD, "units of fields and carries");

static inline uint8_t blurred_at(const uint8_t *before, const uint8_t *here, const uint8_t *after,
                                 size_t left, size_t i, size_t right)
{
    unsigned sum = before[left] + 2U * before[i] + before[right] + 2U * here[left] + 4U * here[i] +
                   2U * here[right] + after[left] + 2U * after[i] + after[right];
    return (uint8_t)((sum + 8) >> 4);
}

static void blur(uint8_t *restrict out, const uint8_t *restrict before,
                 const uint8_t *restrict here, const uint8_t *restrict after, size_t count)
{
    for (size_t i = 1; i + 1 < count; i++) {
        out[i] = blurred_at(before, here, after, i - 1, i, i + 1);
    }
    out[0] = blurred_at(before, here, after, 0, 0, count > 1);
    out[count - 1] = blurred_at(before, here, after, count - 1 - (count > 1), count - 1, count - 1);
}

static inline int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* How much of the sun a shadow hides that stands so much above a place and is whole at `ramp`. */
static inline int32_t hidden(int32_t above, int32_t ramp, float per_ramp)
{
    above = above < ramp ? above : ramp;
    return (int32_t)((float)larger(above, 0) * per_ramp);
}

/* Compilers trust parameters alone not to overlap. */
static void cast_pixels(const uint16_t *restrict casters, const uint16_t *restrict receivers,
                        const uint8_t *restrict covers, const uint8_t *restrict blurred,
                        const int32_t *restrict from_dense, const int32_t *restrict from_thin,
                        const int32_t *restrict from_cover, const int32_t *restrict from_own,
                        int32_t *restrict to_dense, int32_t *restrict to_thin,
                        int32_t *restrict to_cover, int32_t *restrict to_own,
                        uint8_t *restrict shades, int32_t drop, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const int32_t receiver = receivers[i] << CASTER_SHIFT;
        const int32_t caster = casters[i] << CASTER_SHIFT;
        const int32_t ramp = drop + receiver / SOFTER;
        const float per_ramp = 255.0F / (float)ramp;
        const int32_t dense = larger(from_dense[i] - drop, 0);
        const int32_t thin = larger(from_thin[i] - drop, 0);
        const int32_t own = blurred[i], cover = from_cover[i];
        int32_t of_thin = (hidden(thin - receiver, ramp, per_ramp) * cover * 257 + 32768) >> 16;
        int32_t of_dense = hidden(dense - receiver, ramp, per_ramp);
        shades[i] = (uint8_t)larger(of_dense, of_thin);
        to_dense[i] = larger(dense, covers[i] >= DENSE ? caster : 0);
        to_cover[i] = thin > caster ? cover : larger(own, from_own[i]);
        to_thin[i] = larger(thin, caster);
        to_own[i] = caster > 0 ? own : 0;
    }
}

static void cast(const struct cast_line *line, int32_t drop, const struct cast_carry *from,
                 const struct cast_carry *to)
{
    cast_pixels(line->caster, line->receiver, line->cover, line->blurred, from->dense, from->thin,
                from->cover, from->own, to->dense, to->thin, to->cover, to->own, line->shade, drop,
                line->count);
}

static const float SURFACE_MOST_YD = (float)SURFACE_MOST / SURFACE_ONE;

/* The mean of those of four samples that are finite. */
static int32_t surface_of(const float samples[SAMPLES])
{
    float sums[SAMPLES], count = 0.0F;
    for (size_t i = 0; i < SAMPLES; i++) {
        sums[i] = isfinite(samples[i]) ? samples[i] : 0.0F;
        count += isfinite(samples[i]) ? 1.0F : 0.0F;
    }
    const float sum = sums[0] + sums[1] + (sums[2] + sums[3]);
    if (!(count > 0.0F && isfinite(sum))) {
        return SURFACE_NONE;
    }
    float yards = sum / count;
    yards = yards > -SURFACE_MOST_YD ? yards : -SURFACE_MOST_YD;
    yards = yards < SURFACE_MOST_YD ? yards : SURFACE_MOST_YD;
    return (int32_t)(yards * (float)SURFACE_ONE);
}

/* Four pixels at once, whose heights are all known in nearly all of them. */
static void surface(int32_t *out, const float *samples, size_t count)
{
    enum { PIXELS = 4 };
    const lanes_f most = lanes_splat(SURFACE_MOST_YD), least = lanes_splat(-SURFACE_MOST_YD);
    size_t i = 0;
    for (; i + PIXELS <= count; i += PIXELS) {
        const float *at = samples + SAMPLES * i;
        lanes_f a = lanes_load(at), b = lanes_load(at + SAMPLES);
        lanes_f c = lanes_load(at + 2 * SAMPLES), d = lanes_load(at + 3 * SAMPLES);
        lanes_f first = __builtin_shufflevector(a, b, 0, 4, 1, 5);
        lanes_f second = __builtin_shufflevector(a, b, 2, 6, 3, 7);
        lanes_f third = __builtin_shufflevector(c, d, 0, 4, 1, 5);
        lanes_f fourth = __builtin_shufflevector(c, d, 2, 6, 3, 7);
        lanes_f sums = __builtin_shufflevector(first, third, 0, 1, 4, 5) +
                       __builtin_shufflevector(first, third, 2, 3, 6, 7) +
                       (__builtin_shufflevector(second, fourth, 0, 1, 4, 5) +
                        __builtin_shufflevector(second, fourth, 2, 3, 6, 7));
        lanes_i known =
            (lanes_i)(sums > lanes_splat(-INFINITY)) & (lanes_i)(sums < lanes_splat(INFINITY));
        if (lanes_negative(known) != (1U << PIXELS) - 1) {
            for (size_t k = 0; k < PIXELS; k++) {
                out[i + k] = surface_of(at + SAMPLES * k);
            }
            continue;
        }
        lanes_f mean = sums * lanes_splat(1.0F / SAMPLES);
        mean = lanes_smaller(lanes_larger(mean, least), most) * lanes_splat((float)SURFACE_ONE);
        lanes_i whole = __builtin_convertvector(mean, lanes_i);
        memcpy(out + i, &whole, sizeof whole);
    }
    for (; i < count; i++) {
        out[i] = surface_of(samples + SAMPLES * i);
    }
}

/* The height of one sample, whose weights lie a block of pixels apart. */
static inline float ground_sample(const float *weights, const float quad[FAN_VERTICES])
{
    return weights[0] * quad[0] + weights[GROUND_PIXELS] * quad[1] +
           weights[2 * GROUND_PIXELS] * quad[2] + weights[3 * GROUND_PIXELS] * quad[3] +
           weights[4 * GROUND_PIXELS] * quad[4];
}

static inline void ground_block(int32_t *restrict out, const float *restrict weights,
                                const float quad[FAN_VERTICES])
{
    enum { SAMPLE = FAN_VERTICES * GROUND_PIXELS };
    for (size_t i = 0; i < GROUND_PIXELS; i++) {
        const float *at = weights + i;
        const float sum = ground_sample(at, quad) + ground_sample(at + SAMPLE, quad) +
                          (ground_sample(at + 2 * (size_t)SAMPLE, quad) +
                           ground_sample(at + 3 * (size_t)SAMPLE, quad));
        out[i] = (int32_t)(sum * (1.0F / SAMPLES) * (float)SURFACE_ONE);
    }
}

static void ground(int32_t *out, size_t stride, const float *ground, size_t count,
                   const struct ground_weights *weights, size_t first, size_t end)
{
    const size_t quad_px = weights->quad_px;
    int32_t pixels[GROUND_PIXELS];
    for (size_t q = 0; q < count; q++, ground += VERTEX_EAST, out += quad_px) {
        const float quad[FAN_VERTICES] = {ground[0], ground[VERTEX_EAST], ground[VERTEX_SOUTH],
                                          ground[VERTEX_SOUTH + VERTEX_EAST], ground[VERTEX_INNER]};
        size_t x = 0, y = 0;
        for (size_t i = 0; i < weights->blocks; i++) {
            ground_block(pixels, weights->weight + i * GROUND_BLOCK, quad);
            for (size_t at = 0, run; at < GROUND_PIXELS && y < end; at += run) {
                run = quad_px - x < GROUND_PIXELS - at ? quad_px - x : GROUND_PIXELS - at;
                if (y >= first) {
                    memcpy(out + (y - first) * stride + x, pixels + at, run * sizeof *pixels);
                }
                x += run;
                y += x == quad_px;
                x = x == quad_px ? 0 : x;
            }
        }
    }
}

static inline float mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

static void flood(float *restrict level, const float north[2], const float south[2],
                  const float *restrict u, const float *restrict v, float clip, size_t count)
{
    const float nw = north[0], ne = north[1], sw = south[0], se = south[1];
    for (size_t i = 0; i < count; i++) {
        const float z = mix(mix(nw, ne, u[i]), mix(sw, se, u[i]), v[i]);
        const float at = level[i];
        const float flooded = ((z > at) | (at == INFINITY)) ? z : at;
        level[i] = z <= clip ? flooded : at;
    }
}

/* As numbers without a sign from -SURFACE_MOST on, what is not known is above all others. */
static struct sky_range sky_range(const int32_t *surface, size_t count)
{
    uint32_t lowest = UINT32_MAX;
    int32_t least = INT32_MAX, highest = -SURFACE_MOST;
    for (size_t i = 0; i < count; i++) {
        const uint32_t above = (uint32_t)surface[i] + SURFACE_MOST;
        lowest = above < lowest ? above : lowest;
        least = surface[i] < least ? surface[i] : least;
        highest = surface[i] > highest ? surface[i] : highest;
    }
    const bool is_known = lowest <= 2U * SURFACE_MOST;
    return (struct sky_range){
        .lowest = is_known ? (int32_t)lowest - SURFACE_MOST : INT32_MAX,
        .highest = highest,
        .has_unknown = least == SURFACE_NONE,
    };
}

static void sky_heights(uint16_t *restrict height, const int32_t *restrict surface, int32_t lowest,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int32_t above = larger(surface[i], -SURFACE_MOST) - lowest + 1;
        above = larger(above, 1);
        above = above < UINT16_MAX ? above : UINT16_MAX;
        height[i] = (uint16_t)(surface[i] == SURFACE_NONE ? 0 : above);
    }
}

static inline uint32_t mean_of(uint32_t end, uint32_t before, float per_pixel)
{
    return (uint32_t)(int32_t)((float)(int32_t)(end - before) * per_pixel);
}

static inline uint32_t known_of(uint16_t end, uint16_t before)
{
    return (uint16_t)(end - before);
}

static void sky_add(const struct sky_squares *squares, const struct sky_stretch *row, size_t count)
{
    const uint32_t *restrict end = row->sums_end, *restrict before = row->sums_before;
    const uint16_t *restrict known_end = row->known_end;
    const uint16_t *restrict known_before = row->known_before;
    uint32_t *restrict sums = squares->sums, *restrict known = squares->known;
    const float per_pixel = squares->per_pixel;
    for (size_t i = 0; i < count; i++) {
        sums[i] += mean_of(end[i], before[i], per_pixel);
    }
    for (size_t i = 0; known_end && i < count; i++) {
        known[i] += known_of(known_end[i], known_before[i]);
    }
}

/* What a square takes of the light whose mean is so much above its middle. */
static inline float taken(uint32_t sum, float own, float per_row, float per_height)
{
    float above = ((float)(int32_t)sum * per_row - own) * per_height;
    above = above > 0.0F ? above : 0.0F;
    return above < 1.0F ? above : 1.0F;
}

static void sky_of_known(float *restrict dark, const uint16_t *restrict height,
                         const struct sky_squares *squares, const struct sky_stretch *in,
                         const struct sky_stretch *out, size_t count)
{
    const uint32_t *restrict in_end = in->sums_end, *restrict in_before = in->sums_before;
    const uint32_t *restrict out_end = out->sums_end, *restrict out_before = out->sums_before;
    uint32_t *restrict sums = squares->sums;
    const float per_pixel = squares->per_pixel;
    const float per_row = squares->per_row, per_height = squares->per_height;
    for (size_t i = 0; i < count; i++) {
        const uint32_t sum = sums[i] + mean_of(in_end[i], in_before[i], per_pixel);
        dark[i] += taken(sum, (float)height[i], per_row, per_height);
        sums[i] = sum - mean_of(out_end[i], out_before[i], per_pixel);
    }
}

static void sky(float *restrict dark, const uint16_t *restrict height,
                const struct sky_squares *squares, const struct sky_stretch *in,
                const struct sky_stretch *out, size_t count)
{
    const uint32_t *restrict in_end = in->sums_end, *restrict in_before = in->sums_before;
    const uint32_t *restrict out_end = out->sums_end, *restrict out_before = out->sums_before;
    const uint16_t *restrict known_in_end = in->known_end;
    const uint16_t *restrict known_in_before = in->known_before;
    const uint16_t *restrict known_out_end = out->known_end;
    const uint16_t *restrict known_out_before = out->known_before;
    uint32_t *restrict sums = squares->sums, *restrict counts = squares->known;
    const float per_pixel = squares->per_pixel, pixels = squares->pixels;
    const float per_row = squares->per_row, per_height = squares->per_height;
    if (!known_in_end) {
        sky_of_known(dark, height, squares, in, out, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t sum = sums[i] + mean_of(in_end[i], in_before[i], per_pixel);
        const uint32_t known = counts[i] + known_of(known_in_end[i], known_in_before[i]);
        const float own = (float)height[i] * ((float)(int32_t)known / pixels);
        const float above = taken(sum, own, per_row, per_height);
        dark[i] += height[i] > 0 ? above : 0.0F;
        sums[i] = sum - mean_of(out_end[i], out_before[i], per_pixel);
        counts[i] = known - known_of(known_out_end[i], known_out_before[i]);
    }
}

static void sky_round(uint8_t *restrict dark, const float *restrict taken, float scale,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        dark[i] = (uint8_t)(int32_t)(taken[i] * scale + 0.5F);
    }
}

/* What is left of the light for the four bytes of a pixel, of 255: all for alpha. */
static inline uint32_t left_of(uint8_t dark)
{
    const uint32_t left = 255U - dark;
    const uint32_t low = left | left << 8 | left << 16;
    return LANES_LOW_BYTE_FIRST ? low | 255U << 24 : low << 8 | 255U;
}

static void darken_pixels(uint8_t *restrict rgba, const uint8_t *restrict dark, size_t count)
{
    union {
        uint32_t pixels[DARKENED];
        uint8_t bytes[DARKENED * sizeof(uint32_t)];
    } left;
    for (size_t i = 0; i < count; i++) {
        left.pixels[i] = left_of(dark[i]);
    }
    for (size_t i = 0; i < count * sizeof *left.pixels; i++) {
        const uint16_t product = (uint16_t)(rgba[i] * left.bytes[i] + 128);
        rgba[i] = (uint8_t)((uint16_t)(product + (product >> 8)) >> 8);
    }
}

static void darken(uint8_t *rgba, const uint8_t *dark, size_t count)
{
    size_t i = 0;
    for (; i + DARKENED <= count; i += DARKENED) {
        darken_pixels(rgba + i * sizeof(uint32_t), dark + i, DARKENED);
    }
    darken_pixels(rgba + i * sizeof(uint32_t), dark + i, count - i);
}

const struct light_kernels KERNELS = {
    .name = KERNELS_NAME,
    .blur = blur,
    .cast = cast,
    .surface = surface,
    .ground = ground,
    .flood = flood,
    .sky_range = sky_range,
    .sky_heights = sky_heights,
    .sky_add = sky_add,
    .sky = sky,
    .sky_round = sky_round,
    .darken = darken,
};
