#include "render/terrain_height.h"

#include <math.h>

#include "render/quad_px.h"

enum { VERTICES = 5, RUN_MAX = SAMPLES * QUAD_PX_MAX };

/* The fan's weights (fan.h) at the samples of one pixel row of a quad: the same in every quad. */
struct row_weights {
    uint32_t count; /* SAMPLES * quad_px */
    float weight[VERTICES][RUN_MAX];
};

static float positive(float x)
{
    return x > 0.0F ? x : 0.0F;
}

static void weigh_row(uint32_t quad_px, uint32_t row_in_quad, struct row_weights *row)
{
    float scale = 1.0F / (float)(quad_px * SUBPIXELS);
    row->count = SAMPLES * quad_px;
    for (uint32_t i = 0; i < row->count; i++) {
        uint32_t s = i % SAMPLES;
        float u = (float)(i / SAMPLES * SUBPIXELS + (uint32_t)sample_x[s]) * scale;
        float v = (float)(row_in_quad * SUBPIXELS + (uint32_t)sample_y[s]) * scale;
        row->weight[0][i] = positive(1.0F - u - v);
        row->weight[1][i] = positive(u - v);
        row->weight[2][i] = positive(v - u);
        row->weight[3][i] = positive(u + v - 1.0F);
        row->weight[4][i] =
            1.0F - row->weight[0][i] - row->weight[1][i] - row->weight[2][i] - row->weight[3][i];
    }
}

/* Heights along the row in one quad, whose north-west vertex is `first`. */
static void fill_run(const struct row_weights *row, const float *first, float *restrict heights)
{
    float nw = first[0], ne = first[VERTEX_EAST];
    float sw = first[VERTEX_SOUTH], se = first[VERTEX_SOUTH + VERTEX_EAST];
    float inner = first[VERTEX_INNER];
    for (uint32_t i = 0; i < row->count; i++) {
        heights[i] = row->weight[0][i] * nw + row->weight[1][i] * ne + row->weight[2][i] * sw +
                     row->weight[3][i] * se + row->weight[4][i] * inner;
    }
}

static void fill_open(uint32_t count, float *heights)
{
    for (uint32_t i = 0; i < count; i++) {
        heights[i] = -INFINITY;
    }
}

/* One row of quads' pixels: chunk columns first to last. */
static void fill_row(const struct scene_tile *scene, uint32_t quad_row,
                     const struct row_weights *row, const struct band_columns *columns,
                     float *heights)
{
    uint32_t last = (columns->last + 1) * QUADS_PER_CHUNK;
    for (uint32_t column = columns->first * QUADS_PER_CHUNK; column < last; column++) {
        uint32_t index = quad_row / QUADS_PER_CHUNK * ADT_EDGE + column / QUADS_PER_CHUNK;
        const struct adt_chunk *terrain = scene->chunks[index].terrain;
        uint32_t in_chunk = quad_row % QUADS_PER_CHUNK;
        uint32_t bit = in_chunk * QUADS_PER_CHUNK + column % QUADS_PER_CHUNK;
        float *run = heights + (size_t)row->count * column;
        if (terrain && !(terrain->holes >> bit & 1)) {
            fill_run(row, terrain->height_yd + in_chunk * VERTEX_SOUTH + column % QUADS_PER_CHUNK,
                     run);
        } else {
            fill_open(row->count, run);
        }
    }
}

void terrain_heights(const struct scene_tile *scene, uint32_t quad_px,
                     const struct band_columns *columns, struct sample_band *band)
{
    struct row_weights row;
    for (uint32_t y = 0; y < band->rows; y++) {
        uint32_t pixel_row = band->first_row + y;
        weigh_row(quad_px, pixel_row % quad_px, &row);
        fill_row(scene, pixel_row / quad_px, &row, columns,
                 band->height_yd + (size_t)SAMPLES * band->width_px * y);
    }
}
