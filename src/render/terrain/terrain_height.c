#include "render/terrain/terrain_height.h"

#include <math.h>
#include <stdlib.h>

#include "formats/grid.h"

struct height_weights {
    uint32_t quad_px;
    uint32_t row_samples; /* SAMPLES * quad_px */
    float *weight;        /* [pixel row of the quad][vertex][sample of the row] */
};

static float *row_weights(const struct height_weights *weights, uint32_t row_in_quad)
{
    return weights->weight + (size_t)FAN_VERTICES * weights->row_samples * row_in_quad;
}

void height_weights_at(uint32_t quad_px, uint32_t x, uint32_t y, uint32_t s,
                       float weights[FAN_VERTICES])
{
    const float scale = 1.0F / (float)(quad_px * SUBPIXELS);
    fan_weights_at((float)(x * SUBPIXELS + (uint32_t)sample_x[s]) * scale,
                   (float)(y * SUBPIXELS + (uint32_t)sample_y[s]) * scale, weights);
}

static void weigh_row(const struct height_weights *weights, uint32_t row_in_quad)
{
    uint32_t count = weights->row_samples;
    float *row = row_weights(weights, row_in_quad);
    for (uint32_t i = 0; i < count; i++) {
        float at_sample[FAN_VERTICES];
        height_weights_at(weights->quad_px, i / SAMPLES, row_in_quad, i % SAMPLES, at_sample);
        for (uint32_t vertex = 0; vertex < FAN_VERTICES; vertex++) {
            row[vertex * count + i] = at_sample[vertex];
        }
    }
}

struct height_weights *height_weights_create(uint32_t quad_px)
{
    struct height_weights *weights = calloc(1, sizeof *weights);
    if (!weights) {
        return NULL;
    }
    weights->quad_px = quad_px;
    weights->row_samples = SAMPLES * quad_px;
    weights->weight =
        calloc((size_t)FAN_VERTICES * quad_px, weights->row_samples * sizeof *weights->weight);
    if (!weights->weight) {
        height_weights_destroy(weights);
        return NULL;
    }
    for (uint32_t row = 0; row < quad_px; row++) {
        weigh_row(weights, row);
    }
    return weights;
}

void height_weights_destroy(struct height_weights *weights)
{
    if (weights) {
        free(weights->weight);
        free(weights);
    }
}

static const struct scene_chunk *chunk_of_quad(const struct scene_tile *scene, uint32_t column,
                                               uint32_t row)
{
    return &scene->chunks[row / QUADS_PER_CHUNK * ADT_EDGE + column / QUADS_PER_CHUNK];
}

const float *terrain_ground(const struct scene_tile *scene, uint32_t column, uint32_t row)
{
    const struct adt_chunk *terrain = chunk_of_quad(scene, column, row)->terrain;
    return terrain ? terrain->height_yd + row % QUADS_PER_CHUNK * VERTEX_SOUTH +
                         column % QUADS_PER_CHUNK
                   : NULL;
}

const float *terrain_quad(const struct scene_tile *scene, uint32_t column, uint32_t row)
{
    const struct scene_chunk *chunk = chunk_of_quad(scene, column, row);
    uint32_t quad = row % QUADS_PER_CHUNK * QUADS_PER_CHUNK + column % QUADS_PER_CHUNK;
    if (!scene_chunk_has_ground(chunk) || (chunk->terrain->holes >> quad & 1)) {
        return NULL;
    }
    return terrain_ground(scene, column, row);
}

void terrain_heights(const struct terrain_kernels *kernels, const struct height_weights *weights,
                     const float *quad, const struct pixel_area *area, struct sample_band *band)
{
    const size_t first = (size_t)(area->first_row - band->first_row) * band->width_px;
    const size_t stride = (size_t)SAMPLES * band->width_px;
    const size_t rows = area->end_row - area->first_row;
    float *heights = band->depth + SAMPLES * (first + area->first_column);
    if (quad) {
        const float vertices[FAN_VERTICES] = {
            [FAN_NW] = quad[0],
            [FAN_NE] = quad[VERTEX_EAST],
            [FAN_SW] = quad[VERTEX_SOUTH],
            [FAN_SE] = quad[VERTEX_SOUTH + VERTEX_EAST],
            [FAN_INNER] = quad[VERTEX_INNER],
        };
        kernels->heights(heights, stride, vertices,
                         row_weights(weights, area->first_row % weights->quad_px), rows,
                         weights->row_samples);
        return;
    }
    for (size_t y = 0; y < rows; y++) {
        for (uint32_t i = 0; i < weights->row_samples; i++) {
            heights[y * stride + i] = -INFINITY;
        }
    }
}
