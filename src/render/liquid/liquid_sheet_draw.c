/*
 * Liquid of terrain over a band.
 *
 * A sheet lies on the tile's grid of quads, so nothing is rasterized. Most water hides no edge: the
 * ground is below it in all of a quad, and the pixels under it have one colour in all samples. Such
 * a quad stays pixels, and costs a quarter of what its samples would. Each quad of a sheet is one
 * of
 *
 *     nothing           the liquid lies below the ground everywhere
 *     constant pixels   one height and one colour at all corners: one blended colour per quad
 *     varying pixels    colours go from corner to corner bilinearly
 *     to samples        the ground may cut through the liquid, or the quad was split by others
 *
 * The decision compares the heights of the liquid's four corners with the five of the ground's fan.
 * A margin of 2^-18 of the heights leaves to the samples whatever rounding might decide. Quads of
 * one kind that lie side by side are drawn together, row by row.
 *
 * Both ways give the same pixels to the bit: they share the arithmetic of liquid_pixels.h, and a
 * blend of equal samples is the blend of their mean.
 *
 * In samples, heights are bilinear too, and a sample is covered where the liquid is not below the
 * depth buffer and not above the clip height. Only opaque liquids (magma and slime without
 * transparency) write depth.
 */
#include "render/liquid/liquid_sheet_draw.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "assets/textures/quad_px.h"
#include "base/lanes.h"
#include "render/liquid/liquid_pixels.h"

enum { RUN_MAX = SAMPLES * QUAD_PX_MAX, RGBA = 4 };

/* One quad under way, or one pixel row of it. */
struct sheet_run {
    const struct liquid_sheet *sheet;
    const struct sheet_vertex *corner[2][2]; /* [south][east] */
    uint32_t row_in_quad;
    float *heights;       /* of the band, SAMPLES a pixel */
    uint8_t *samples;     /* RGBA of the same samples */
    const uint8_t *shade; /* of the row; NULL: no shadow falls on it */
    const struct mesh_shadow *shadow;
};

static bool is_same(const struct sheet_vertex *a, const struct sheet_vertex *b)
{
    bool same = a->z_yd == b->z_yd;
    for (size_t c = 0; c < RGBA; c++) {
        same &= a->rgba[c] == b->rgba[c];
    }
    return same;
}

/* Whether all corners have one height and one colour. */
static bool is_constant(const struct sheet_run *run)
{
    const struct sheet_vertex *first = run->corner[0][0];
    return is_same(first, run->corner[0][1]) && is_same(first, run->corner[1][0]) &&
           is_same(first, run->corner[1][1]);
}

/* Heights of the liquid at the samples of the row. */
static void find_heights(const struct sheet_run *run, float *restrict z)
{
    uint32_t count = SAMPLES * run->sheet->quad_px;
    float scale = 1.0F / (float)(run->sheet->quad_px * SUBPIXELS);
    float west[SAMPLES];
    float slope[SAMPLES];
    float at[SAMPLES];
    for (uint32_t s = 0; s < SAMPLES; s++) {
        float v = (float)(run->row_in_quad * SUBPIXELS + (uint32_t)sample_y[s]) * scale;
        west[s] = liquid_mix(run->corner[0][0]->z_yd, run->corner[1][0]->z_yd, v);
        slope[s] = liquid_mix(run->corner[0][1]->z_yd, run->corner[1][1]->z_yd, v) - west[s];
        at[s] = (float)sample_x[s] * scale;
    }
    float step = (float)SUBPIXELS * scale;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t s = i % SAMPLES;
        z[i] = west[s] + slope[s] * ((float)(i / SAMPLES) * step + at[s]);
    }
}

/* All bits for samples that the liquid covers, else none. */
static void find_cover(const struct sheet_run *run, const float *restrict z, float clip_height,
                       uint32_t *restrict cover)
{
    const float *restrict heights = run->heights;
    uint32_t count = SAMPLES * run->sheet->quad_px;
    for (uint32_t i = 0; i < count; i++) {
        cover[i] = ((z[i] >= heights[i]) & (z[i] <= clip_height)) ? UINT32_MAX : 0;
    }
}

static lanes_f mix(lanes_f a, lanes_f b, float k)
{
    return a + (b - a) * lanes_splat(k);
}

/* The colour of pixel `x` of the row, as bytes: liquid_channel of each channel. */
static void find_color(const struct sheet_run *run, uint32_t x, uint16_t color[RGBA])
{
    const struct sheet_vertex *const(*corner)[2] = run->corner;
    const float u = liquid_middle(x, run->sheet->quad_px);
    const float v = liquid_middle(run->row_in_quad, run->sheet->quad_px);
    const lanes_f north = mix(lanes_load(corner[0][0]->rgba), lanes_load(corner[0][1]->rgba), u);
    const lanes_f south = mix(lanes_load(corner[1][0]->rgba), lanes_load(corner[1][1]->rgba), u);
    const lanes_f unit = mix(north, south, v);
    const lanes_i bytes =
        __builtin_convertvector(unit * lanes_splat(255.0F) + lanes_splat(0.5F), lanes_i);
    for (uint32_t c = 0; c < RGBA; c++) {
        color[c] = (uint16_t)bytes[c];
        if (run->shade && c < 3) {
            color[c] = liquid_shaded(color[c], liquid_left(run->shadow, run->shade[x]));
        }
    }
}

enum { PIXEL_BYTES = SAMPLES * RGBA };

/* Puts a colour over the samples of `count` pixels that are covered. */
static void blend_pixels(const uint16_t color[RGBA], uint32_t count, const uint32_t *cover,
                         uint8_t *restrict samples)
{
    uint16_t source[PIXEL_BYTES];
    uint16_t rest = (uint16_t)(255 - color[3]);
    for (uint32_t i = 0; i < PIXEL_BYTES; i++) {
        source[i] = liquid_source(i % RGBA == 3 ? 255 : color[i % RGBA], color[3]);
    }
    for (uint32_t pixel = 0; pixel < count; pixel++) {
        uint8_t mask[PIXEL_BYTES];
        memcpy(mask, cover + (size_t)SAMPLES * pixel, sizeof mask);
        for (uint32_t i = 0; i < PIXEL_BYTES; i++) {
            uint8_t blended = liquid_over(source[i], rest, samples[i]);
            samples[i] = (uint8_t)((blended & mask[i]) | (samples[i] & ~mask[i]));
        }
        samples += PIXEL_BYTES;
    }
}

static void draw_run(const struct sheet_run *run, float clip_height)
{
    float z[RUN_MAX];
    uint32_t cover[RUN_MAX];
    uint16_t color[RGBA];
    uint32_t quad_px = run->sheet->quad_px;
    assert(quad_px > 0);
    find_heights(run, z);
    find_cover(run, z, clip_height, cover);
    if (is_constant(run) && !run->shade) {
        find_color(run, 0, color);
        blend_pixels(color, quad_px, cover, run->samples);
    } else {
        for (uint32_t x = 0; x < quad_px; x++) {
            find_color(run, x, color);
            blend_pixels(color, 1, cover + (size_t)SAMPLES * x,
                         run->samples + (size_t)RGBA * SAMPLES * x);
        }
    }
    for (uint32_t i = 0; i < SAMPLES * quad_px && run->sheet->is_opaque; i++) {
        run->heights[i] = cover[i] ? z[i] : run->heights[i];
    }
}

static void draw_samples(const struct sheet_run *quad, const struct pixel_area *area,
                         struct sample_band *band)
{
    for (uint32_t y = area->first_row; y < area->end_row; y++) {
        size_t first = (size_t)(y - band->first_row) * band->width_px + area->first_column;
        struct sheet_run run = *quad;
        run.row_in_quad = y % quad->sheet->quad_px;
        run.heights = band->depth + SAMPLES * first;
        run.samples = band->rgba + RGBA * SAMPLES * first;
        run.shade = liquid_shade(band, area->first_column, y);
        run.shadow = band->shadow;
        draw_run(&run, band->clip_height);
    }
}

static float low4(const float z[4])
{
    float a = z[0] < z[1] ? z[0] : z[1];
    float b = z[2] < z[3] ? z[2] : z[3];
    return a < b ? a : b;
}

static float high4(const float z[4])
{
    float a = z[0] > z[1] ? z[0] : z[1];
    float b = z[2] > z[3] ? z[2] : z[3];
    return a > b ? a : b;
}

/* How much of a quad a liquid covers: PARTLY whenever rounding might decide. */
enum cover { NOWHERE, PARTLY, EVERYWHERE };

static enum cover cover_of(const struct sheet_run *quad, const float *ground)
{
    if (!ground) {
        return EVERYWHERE;
    }
    const float z[4] = {quad->corner[0][0]->z_yd, quad->corner[0][1]->z_yd,
                        quad->corner[1][0]->z_yd, quad->corner[1][1]->z_yd};
    const float outer[4] = {ground[0], ground[VERTEX_EAST], ground[VERTEX_SOUTH],
                            ground[VERTEX_SOUTH + VERTEX_EAST]};
    float inner = ground[VERTEX_INNER];
    float low = low4(outer) < inner ? low4(outer) : inner;
    float high = high4(outer) > inner ? high4(outer) : inner;
    float reach = fabsf(low4(z)) + fabsf(high4(z)) + fabsf(low) + fabsf(high);
    float margin = reach * 0x1p-18F;
    if (low4(z) > high + margin) {
        return EVERYWHERE;
    }
    return high4(z) < low - margin ? NOWHERE : PARTLY;
}

/* Whether the quad's pixels may be drawn without taking them to samples. */
static bool may_stay_pixels(const struct liquid_sheet *sheet, const struct sample_quads *quads,
                            uint32_t column, uint32_t row, const float *ground)
{
    return !sheet->is_opaque && !sample_quads_is_split(quads, column, row) &&
           (ground || !quads->is_open);
}

/* What is to be done with a quad of a sheet. */
enum task { NOTHING, CONSTANT_PIXELS, VARYING_PIXELS, TO_SAMPLES };

static enum task task_of(const struct sheet_run *quad, uint32_t column, uint32_t row,
                         const struct sample_quads *quads)
{
    const float *ground = terrain_quad(quads->scene, column, row);
    if (!may_stay_pixels(quad->sheet, quads, column, row, ground)) {
        return TO_SAMPLES;
    }
    switch (cover_of(quad, ground)) {
    case NOWHERE:
        return NOTHING;
    case EVERYWHERE:
        return is_constant(quad) ? CONSTANT_PIXELS : VARYING_PIXELS;
    default:
        return TO_SAMPLES;
    }
}

/* Quad (x, y) of the sheet. */
static struct sheet_run quad_of(const struct liquid_sheet *sheet, uint32_t x, uint32_t y)
{
    size_t stride = (size_t)sheet->width + 1;
    const struct sheet_vertex *north = sheet->vertices + stride * y + x;
    return (struct sheet_run){
        .sheet = sheet,
        .corner = {{north, north + 1}, {north + stride, north + stride + 1}},
    };
}

/* Does what `task` says for quads x..end - 1 of row `y` of the sheet. */
static void draw_quads(const struct liquid_kernels *kernels, const struct liquid_sheet *sheet,
                       enum task task, uint32_t x, uint32_t end, uint32_t y,
                       struct sample_quads *quads)
{
    struct sheet_run first = quad_of(sheet, x, y);
    const struct liquid_stretch stretch = {
        .kernels = kernels,
        .north = first.corner[0][0],
        .south = first.corner[1][0],
        .column = sheet->column + x,
        .row = sheet->row + y,
        .quads = end - x,
        .quad_px = sheet->quad_px,
    };
    if (task == CONSTANT_PIXELS) {
        liquid_stretch_constant(&stretch, quads);
    } else if (task == VARYING_PIXELS) {
        liquid_stretch_varying(&stretch, quads);
    }
    for (; task == TO_SAMPLES && x < end; x++) {
        struct sheet_run quad = quad_of(sheet, x, y);
        struct pixel_area area = sample_quads_area(quads, sheet->column + x, sheet->row + y);
        sample_quads_split_one(quads, sheet->column + x, sheet->row + y);
        draw_samples(&quad, &area, &quads->band);
    }
}

static void draw_row(const struct liquid_kernels *kernels, const struct liquid_sheet *sheet,
                     uint32_t y, struct sample_quads *quads)
{
    enum task tasks[QUADS_PER_CHUNK] = {NOTHING};
    for (uint32_t x = 0; x < sheet->width; x++) {
        if (sheet->quads >> (QUADS_PER_CHUNK * y + x) & 1) {
            struct sheet_run quad = quad_of(sheet, x, y);
            tasks[x] = task_of(&quad, sheet->column + x, sheet->row + y, quads);
        }
    }
    uint32_t end;
    for (uint32_t x = 0; x < sheet->width; x = end) {
        for (end = x + 1; end < sheet->width && tasks[end] == tasks[x];) {
            end++;
        }
        draw_quads(kernels, sheet, tasks[x], x, end, y, quads);
    }
}

void liquid_sheet_draw(const struct liquid_kernels *kernels, const struct liquid_sheet *sheet,
                       struct sample_quads *quads)
{
    assert(sheet->width <= QUADS_PER_CHUNK && sheet->height <= QUADS_PER_CHUNK);
    uint32_t band_first = quads->band.first_row / sheet->quad_px;
    uint32_t band_last = (quads->band.first_row + quads->band.rows - 1) / sheet->quad_px;
    for (uint32_t y = 0; y < sheet->height; y++) {
        if (sheet->row + y >= band_first && sheet->row + y <= band_last) {
            draw_row(kernels, sheet, y, quads);
        }
    }
}
