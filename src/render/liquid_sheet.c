#include "render/liquid_sheet.h"

#include <string.h>

#include "render/quad_px.h"

enum { RUN_MAX = SAMPLES * QUAD_PX_MAX, RGBA = 4 };

/* One pixel row of one quad under way. */
struct run {
    const struct liquid_sheet *sheet;
    const struct sheet_vertex *corner[2][2]; /* [south][east] */
    uint32_t row_in_quad;
    float *heights;   /* of the band, SAMPLES a pixel */
    uint8_t *samples; /* likewise, RGBA */
};

static float mix(float a, float b, float k)
{
    return a + (b - a) * k;
}

/* Whether all corners have one height and one colour. */
static bool is_even(const struct run *run)
{
    const struct sheet_vertex *first = run->corner[0][0];
    return memcmp(first, run->corner[0][1], sizeof *first) == 0 &&
           memcmp(first, run->corner[1][0], sizeof *first) == 0 &&
           memcmp(first, run->corner[1][1], sizeof *first) == 0;
}

/* Heights of the liquid at the samples of the row. */
static void find_heights(const struct run *run, float *restrict z)
{
    uint32_t count = SAMPLES * run->sheet->quad_px;
    float scale = 1.0F / (float)(run->sheet->quad_px * SUBPIXELS);
    float west[SAMPLES];
    float slope[SAMPLES];
    float at[SAMPLES];
    for (uint32_t s = 0; s < SAMPLES; s++) {
        float v = (float)(run->row_in_quad * SUBPIXELS + (uint32_t)sample_y[s]) * scale;
        west[s] = mix(run->corner[0][0]->z_yd, run->corner[1][0]->z_yd, v);
        slope[s] = mix(run->corner[0][1]->z_yd, run->corner[1][1]->z_yd, v) - west[s];
        at[s] = (float)sample_x[s] * scale;
    }
    float step = (float)SUBPIXELS * scale;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t s = i % SAMPLES;
        z[i] = west[s] + slope[s] * ((float)(i / SAMPLES) * step + at[s]);
    }
}

/* All bits for samples that the liquid covers, else none. */
static void find_cover(const struct run *run, const float *restrict z, float ceiling,
                       uint32_t *restrict cover)
{
    const float *restrict heights = run->heights;
    uint32_t count = SAMPLES * run->sheet->quad_px;
    for (uint32_t i = 0; i < count; i++) {
        cover[i] = ((z[i] >= heights[i]) & (z[i] <= ceiling)) ? UINT32_MAX : 0;
    }
}

static uint32_t to_byte(float unit)
{
    return (uint32_t)(unit * 255.0F + 0.5F);
}

/* The colour of pixel `x` of the row, as bytes. */
static void find_color(const struct run *run, uint32_t x, uint32_t color[RGBA])
{
    float scale = 1.0F / (float)run->sheet->quad_px;
    float u = ((float)x + 0.5F) * scale;
    float v = ((float)run->row_in_quad + 0.5F) * scale;
    for (uint32_t c = 0; c < RGBA; c++) {
        float north = mix(run->corner[0][0]->rgba[c], run->corner[0][1]->rgba[c], u);
        float south = mix(run->corner[1][0]->rgba[c], run->corner[1][1]->rgba[c], u);
        color[c] = to_byte(mix(north, south, v));
    }
}

enum { PIXEL_BYTES = SAMPLES * RGBA };

/* Puts a colour over the samples of `count` pixels that are covered. */
static void blend_pixels(const uint32_t color[RGBA], uint32_t count, const uint32_t *cover,
                         uint8_t *restrict samples)
{
    uint16_t source[PIXEL_BYTES];
    uint16_t rest = (uint16_t)(255 - color[3]);
    for (uint32_t i = 0; i < PIXEL_BYTES; i++) {
        source[i] = (uint16_t)((i % RGBA == 3 ? 255 : color[i % RGBA]) * color[3] + 128);
    }
    for (uint32_t pixel = 0; pixel < count; pixel++) {
        uint8_t mask[PIXEL_BYTES];
        memcpy(mask, cover + (size_t)SAMPLES * pixel, sizeof mask);
        for (uint32_t i = 0; i < PIXEL_BYTES; i++) { /* x / 255, rounded: 128 is in the source */
            uint16_t x = (uint16_t)(source[i] + samples[i] * rest);
            uint8_t blended = (uint8_t)((uint16_t)(x + (x >> 8)) >> 8);
            samples[i] = (uint8_t)((blended & mask[i]) | (samples[i] & ~mask[i]));
        }
        samples += PIXEL_BYTES;
    }
}

static void draw_run(const struct run *run, float ceiling)
{
    float z[RUN_MAX];
    uint32_t cover[RUN_MAX];
    uint32_t color[RGBA];
    uint32_t quad_px = run->sheet->quad_px;
    find_heights(run, z);
    find_cover(run, z, ceiling, cover);
    if (is_even(run)) {
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

/* Pixel row `y` of the tile, which lies in row `sheet_row` of the sheet. */
static void draw_row(const struct liquid_sheet *sheet, uint32_t sheet_row, uint32_t y,
                     struct sample_band *band)
{
    size_t stride = (size_t)sheet->width + 1;
    size_t row = (size_t)(y - band->first_row) * band->width_px;
    for (uint32_t column = 0; column < sheet->width; column++) {
        if (!(sheet->quads >> (QUADS_PER_CHUNK * sheet_row + column) & 1)) {
            continue;
        }
        const struct sheet_vertex *north = sheet->vertices + stride * sheet_row + column;
        const struct sheet_vertex *south = north + stride;
        size_t first = SAMPLES * (row + (size_t)(sheet->column + column) * sheet->quad_px);
        const struct run run = {
            .sheet = sheet,
            .corner = {{north, north + 1}, {south, south + 1}},
            .row_in_quad = y % sheet->quad_px,
            .heights = band->height_yd + first,
            .samples = band->rgba + RGBA * first,
        };
        draw_run(&run, band->ceiling_yd);
    }
}

void liquid_sheet_draw(const struct liquid_sheet *sheet, struct sample_band *band)
{
    uint32_t top = sheet->row * sheet->quad_px;
    uint32_t bottom = (sheet->row + sheet->height) * sheet->quad_px;
    uint32_t end = band->first_row + band->rows;
    uint32_t first = top > band->first_row ? top : band->first_row;
    for (uint32_t y = first; y < bottom && y < end; y++) {
        draw_row(sheet, y / sheet->quad_px - sheet->row, y, band);
    }
}
