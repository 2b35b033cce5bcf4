/*
 * With q, the square of how far a place is from the middle, 1 at the rim, the dome lies
 * q * (DOWN_1 + q * DOWN_2) of its height below its top: a fifth where 0.6 of the way are gone, all
 * at the rim. Its normal leans out by the place times OUT_0 + q * OUT_1 and up by
 * 1 + q * (UP_1 + q * UP_2), of length 1 at these two places. A tree of a map of 512 px has some 70
 * pixels: 36 triangles took three quarters of its time, for two pixels each.
 */
#include "render/crown_draw.h"

#include <math.h>
#include <string.h>

#include "base/lanes.h"
#include "mesh/placed/crown_dome.h"
#include "render/liquid/liquid_pixels.h"

enum { RGBA = 4, PIXEL_BYTES = SAMPLES * RGBA };

#define DOWN_1 0.3056F
#define DOWN_2 0.6944F
#define OUT_0 0.784F
#define OUT_1 0.136F
#define UP_1 (-0.2396F)
#define UP_2 (-0.3684F)

/* A row of pixels of a dome. */
struct dome_row {
    const struct mesh_batch *batch;
    const struct crown_dome *dome;
    uint32_t y;
    float per_px[2];   /* 1 / half_px */
    lanes_f along;     /* of the samples of a pixel, where its first column is 0 */
    lanes_f across_sq; /* the square of where the samples lie between north and south */
};

static struct dome_row row_of(const struct mesh_batch *batch, uint32_t y)
{
    const struct crown_dome *dome = batch->dome;
    const lanes_f pixel = lanes_splat(1.0F / (float)SUBPIXELS);
    struct dome_row row = {.batch = batch,
                           .dome = dome,
                           .y = y,
                           .per_px = {1.0F / dome->half_px[0], 1.0F / dome->half_px[1]}};
    const lanes_f east = __builtin_convertvector(lanes_load_i(sample_x), lanes_f) * pixel;
    const lanes_f south = __builtin_convertvector(lanes_load_i(sample_y), lanes_f) * pixel;
    const lanes_f across =
        (south + lanes_splat((float)y - dome->middle_px[1])) * lanes_splat(row.per_px[1]);
    row.along = east - lanes_splat(dome->middle_px[0]);
    row.across_sq = across * across;
    return row;
}

static uint16_t to_byte(float value)
{
    value = value > 0.0F ? value : 0.0F;
    return (uint16_t)(int32_t)((value < 255.0F ? value : 255.0F) + 0.5F);
}

/* The colour in the middle of pixel `x`, as bytes. */
static void color_of(const struct dome_row *row, const struct mesh_shadow *shadow, uint32_t x,
                     uint16_t color[RGBA])
{
    const struct crown_dome *dome = row->dome;
    const struct mesh_batch *batch = row->batch;
    const float *flat = batch->material->flat_color;
    const float east = ((float)x + 0.5F - dome->middle_px[0]) * row->per_px[0];
    const float south = ((float)row->y + 0.5F - dome->middle_px[1]) * row->per_px[1];
    const float far = east * east + south * south, q = far < 1.0F ? far : 1.0F;
    float facing = (OUT_0 + OUT_1 * q) * (dome->sun[0] * east + dome->sun[1] * south) +
                   (1.0F + q * (UP_1 + q * UP_2)) * dome->sun[2];
    facing = facing > 0.0F ? facing : 0.0F;
    const float shade =
        shadow && batch->takes_shadow
            ? (float)shadow->shade[row->y * shadow->stride_bytes + x] * (1.0F / 255.0F)
            : 0.0F;
    const float sun = shade > 0.0F ? facing * (1.0F - shadow->strength * shade) : facing;
    for (int c = 0; c < 3; c++) {
        const float left = shade > 0.0F ? 1.0F - shadow->of_ambient[c] * shade : 1.0F;
        const float lit = 255.0F * (batch->light[0][c] * left + batch->light[1][c] * sun);
        color[c] = to_byte(flat ? flat[c] : lit);
    }
    color[3] = to_byte(255.0F * batch->light[0][3]);
}

/* Puts a colour over the samples that are taken. */
static void tint(const uint16_t color[RGBA], lanes_i taken, uint8_t *restrict samples)
{
    uint8_t mask[PIXEL_BYTES];
    const uint16_t rest = (uint16_t)(255 - color[3]);
    memcpy(mask, &taken, sizeof mask);
    for (uint32_t i = 0; i < PIXEL_BYTES; i++) {
        const uint16_t channel = i % RGBA == 3 ? 255 : color[i % RGBA];
        const uint8_t tinted = liquid_over(liquid_source(channel, color[3]), rest, samples[i]);
        samples[i] = (uint8_t)((tinted & mask[i]) | (samples[i] & ~mask[i]));
    }
}

static void draw_pixel(const struct dome_row *row, uint32_t x, struct sample_band *band)
{
    const struct crown_dome *dome = row->dome;
    const size_t first = SAMPLES * ((size_t)(row->y - band->first_row) * band->width_px + x);
    float *depth = band->depth + first;
    const lanes_f along = (row->along + lanes_splat((float)x)) * lanes_splat(row->per_px[0]);
    const lanes_f q = along * along + row->across_sq;
    const lanes_f down = q * (lanes_splat(DOWN_1) + q * lanes_splat(DOWN_2));
    const lanes_f z_yd = lanes_splat(dome->top_yd) - lanes_splat(dome->height_yd) * down;
    const lanes_f below = lanes_load(depth);
    const lanes_i taken = (lanes_i)(q < lanes_splat(1.0F)) & (lanes_i)(z_yd >= below) &
                          (lanes_i)(z_yd <= lanes_splat(band->clip_height));
    if (lanes_negative(taken) == 0) {
        return;
    }
    uint16_t color[RGBA];
    color_of(row, band->shadow, x, color);
    tint(color, taken, band->rgba + RGBA * first);
    lanes_store(depth, lanes_select(taken, z_yd, below));
}

/* Pixels first..end - 1 that a stretch touches, of `count`. */
static void pixels_of(float from, float to, uint32_t count, uint32_t *first, uint32_t *end)
{
    const float last = (float)count;
    *first = from > 0.0F ? (uint32_t)(from < last ? from : last) : 0;
    *end = to > 0.0F ? (uint32_t)ceilf(to < last ? to : last) : 0;
}

/* Half of the width that a row of pixels has of the dome; 0: none. */
static float half_width(const struct crown_dome *dome, uint32_t y)
{
    const float north = (float)y - dome->middle_px[1], south = north + 1.0F;
    const float nearest = north > 0.0F ? north : south < 0.0F ? south : 0.0F;
    const float across = nearest / dome->half_px[1];
    return across * across < 1.0F ? dome->half_px[0] * sqrtf(1.0F - across * across) : 0.0F;
}

void crown_dome_draw(const struct mesh_batch *batch, struct sample_quads *quads)
{
    const struct crown_dome *dome = batch->dome;
    struct sample_band *band = &quads->band;
    const float top = dome->middle_px[1] - (float)band->first_row;
    uint32_t y, end;
    pixels_of(top - dome->half_px[1], top + dome->half_px[1], band->rows, &y, &end);
    for (y += band->first_row, end += band->first_row; y < end; y++) {
        const float half = half_width(dome, y);
        uint32_t x, last;
        pixels_of(dome->middle_px[0] - half, dome->middle_px[0] + half, band->width_px, &x, &last);
        if (!(half > 0.0F) || x >= last) {
            continue;
        }
        const struct pixel_area area = {x, last, y, y + 1};
        const struct dome_row row = row_of(batch, y);
        sample_quads_split(quads, &area);
        for (; x < last; x++) {
            draw_pixel(&row, x, band);
        }
    }
}
