/*
 * With q, the square of how far a place is from the middle, 1 at the rim, the dome lies
 * q * (DOWN_1 + q * DOWN_2) of its height below its top: a fifth where 0.6 of the way are gone, all
 * at the rim. Its normal leans out by the place times OUT_0 + q * OUT_1 and up by
 * 1 + q * (UP_1 + q * UP_2), of length 1 at these two places.
 *
 * A place is inside of a disc if an odd number of edges of its rim lie east of it.
 *
 * WIDE pixels are under way at once, a sample a lane. Groups of pixels begin at a multiple of WIDE,
 * as rows do, so that none reaches into the next row; of those that were not asked for, which a
 * dome of invalid numbers may have by rounding, none is tinted.
 */
#include "render/crown_kernels.h"

#ifndef KERNELS
#define KERNELS crown_kernels_base
#define KERNELS_NAME "base"
#endif

extern const struct crown_kernels KERNELS;

enum { RGBA = 4 };
_Static_assert(RGBA == sizeof(int32_t), "the colour of a sample is a lane");

#define DOWN_1 0.3056F
#define DOWN_2 0.6944F
#define OUT_0 0.784F
#define OUT_1 0.136F
#define UP_1 (-0.2396F)
#define UP_2 (-0.3684F)

static inline wide_u to_byte(wide_f value)
{
    value = wide_smaller(wide_larger(value, wide_splat(0.0F)), wide_splat(255.0F));
    return (wide_u) __builtin_convertvector(value + wide_splat(0.5F), wide_i);
}

/* How much of the sun is hidden, 0..1, from pixel `x` on. */
static inline wide_f shade_at(const struct crown_row *row, const struct mesh_shadow *shadow,
                              uint32_t x)
{
    const uint8_t *shade = shadow->shade + row->y * shadow->stride_bytes + x;
    float shades[WIDE * SAMPLES];
    for (uint32_t i = 0; i < WIDE * SAMPLES; i++) {
        shades[i] = (float)shade[i / SAMPLES] * (1.0F / 255.0F);
    }
    return wide_load(shades);
}

/* The cosine between normal and sun, -1..1, in the middles of pixels. */
static inline wide_f facing_of(const struct crown_row *row, wide_f column)
{
    const struct crown_shape *crown = row->batch->crown;
    const wide_f one = wide_splat(1.0F);
    if (crown->rim) {
        return wide_splat(crown->sun[2]);
    }
    const wide_f east =
        (column + wide_splat(0.5F) - wide_splat(crown->middle_px[0])) * wide_splat(row->per_px[0]);
    const float south = ((float)row->y + 0.5F - crown->middle_px[1]) * row->per_px[1];
    const wide_f q = wide_smaller(east * east + wide_splat(south * south), one);
    return (wide_splat(OUT_0) + wide_splat(OUT_1) * q) *
               (wide_splat(crown->sun[0]) * east + wide_splat(crown->sun[1] * south)) +
           (one + q * (wide_splat(UP_1) + q * wide_splat(UP_2))) * wide_splat(crown->sun[2]);
}

/* The colours in the middles of pixels, as bytes from the lowest on, in all of their samples. */
static inline wide_u colors_of(const struct crown_row *row, const struct mesh_shadow *shadow,
                               uint32_t x, wide_f column)
{
    const struct mesh_batch *batch = row->batch;
    const float *flat = batch->material->flat_color;
    const wide_f one = wide_splat(1.0F);
    const wide_f facing = wide_larger(facing_of(row, column), wide_splat(0.0F));
    const bool has_shade = shadow && batch->takes_shadow;
    const wide_f shade = has_shade ? shade_at(row, shadow, x) : wide_splat(0.0F);
    const wide_f sun = has_shade ? facing * (one - wide_splat(shadow->strength) * shade) : facing;
    wide_u color = {0};
    for (unsigned c = 0; c < 3; c++) {
        const wide_f left = has_shade ? one - wide_splat(shadow->of_ambient[c]) * shade : one;
        const wide_f lit = wide_splat(255.0F) * (wide_splat(batch->light[0][c]) * left +
                                                 wide_splat(batch->light[1][c]) * sun);
        color |= to_byte(flat ? wide_splat(flat[c]) : lit) << 8 * c;
    }
    return color;
}

/* Colours of samples between memory and numbers whose lowest byte is red. */
static inline wide_u from_red(wide_u samples)
{
    return LANES_LOW_BYTE_FIRST
               ? samples
               : samples << 24 | (samples & 0xff00) << 8 | (samples >> 8 & 0xff00) | samples >> 24;
}

static inline wide_u16 splat_words(uint32_t value)
{
    return (wide_u16)wide_splat_i((int32_t)(value | value << 16));
}

/* Two channels of each sample over others by alpha / 255, as liquid_over does. */
static inline wide_u over(wide_u channels, wide_u below, uint32_t alpha)
{
    const wide_u16 x = (wide_u16)channels * splat_words(alpha) + splat_words(128) +
                       (wide_u16)below * splat_words(255 - alpha);
    return (wide_u)((x + (x >> 8)) >> 8);
}

/* A colour over the samples, whose alpha becomes whole as far as that of the colour is. */
static inline wide_u tinted(wide_u color, wide_u below, uint32_t alpha)
{
    const wide_u evens = (wide_u)splat_words(255);
    color |= (wide_u)wide_splat_i((int32_t)(255U << 24));
    return over(color & evens, below & evens, alpha) |
           over(color >> 8 & evens, below >> 8 & evens, alpha) << 8;
}

static inline wide_i is_in_rim(const struct crown_row *row, wide_f along)
{
    wide_i is_inside = wide_splat_i(0);
    for (uint32_t i = 0; i < row->edge_count; i++) {
        is_inside ^= (wide_i)(along < wide_repeat(row->edges[i]));
    }
    return is_inside;
}

static void tint(const struct crown_row *row, uint32_t first, uint32_t end,
                 struct sample_band *band)
{
    const struct crown_shape *crown = row->batch->crown;
    const uint32_t alpha = to_byte(wide_splat(255.0F * row->batch->light[0][3]))[0];
    const size_t begin = (size_t)(row->y - band->first_row) * band->width_px;
    for (uint32_t x = first / WIDE * WIDE; x < end; x += WIDE) {
        float *depth = band->depth + SAMPLES * (begin + x);
        uint8_t *rgba = band->rgba + (size_t)RGBA * SAMPLES * (begin + x);
        const wide_i number = wide_splat_i((int32_t)x) + wide_ordinals();
        const wide_f column = __builtin_convertvector(number, wide_f);
        const wide_f along = (wide_repeat(row->along) + column) * wide_splat(row->per_px[0]);
        const wide_f q = along * along + wide_repeat(row->across_sq);
        const wide_f down = q * (wide_splat(DOWN_1) + q * wide_splat(DOWN_2));
        const wide_f z_yd = wide_splat(crown->top_yd) - wide_splat(crown->height_yd) * down;
        const wide_i is_asked =
            (number >= wide_splat_i((int32_t)first)) & (number < wide_splat_i((int32_t)end));
        const wide_i is_in_ellipse = (wide_i)(q < wide_splat(1.0F));
        const wide_i is_seen =
            (wide_i)(z_yd >= wide_load(depth)) & (wide_i)(z_yd <= wide_splat(band->clip_height));
        unsigned taken = wide_negative(is_asked & is_in_ellipse & is_seen);
        if (taken != 0 && crown->rim) {
            taken &= wide_negative(is_in_rim(row, along));
        }
        if (taken == 0) {
            continue;
        }
        wide_u below;
        memcpy(&below, rgba, sizeof below);
        const wide_u color = colors_of(row, band->shadow, x, column);
        wide_store_some((wide_i)from_red(tinted(color, from_red(below), alpha)), taken, rgba);
        wide_store_some((wide_i)z_yd, taken, depth);
    }
}

const struct crown_kernels KERNELS = {.name = KERNELS_NAME, .tint = tint};
