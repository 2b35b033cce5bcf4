#include "render/terrain/sample_quads.h"

#include <stdlib.h>
#include <string.h>

enum { RGBA = 4 };

bool sample_quads_init(struct sample_quads *quads, uint32_t quad_px)
{
    size_t samples = (size_t)QUADS_PER_TILE * quad_px * SAMPLE_BAND_ROWS * SAMPLES;
    *quads = (struct sample_quads){.quad_px = quad_px, .quads_a_pixel = quads_a_pixel_of(quad_px)};
    quads->band.width_px = QUADS_PER_TILE * quad_px;
    quads->band.rows = SAMPLE_BAND_ROWS;
    quads->band.depth = malloc(samples * sizeof *quads->band.depth);
    quads->band.visible = malloc(samples * sizeof *quads->band.visible);
    quads->band.rgba = malloc(samples * RGBA);
    quads->weights = height_weights_create(quad_px);
    if (!quads->band.depth || !quads->band.visible || !quads->band.rgba || !quads->weights) {
        sample_quads_free(quads);
        return false;
    }
    return true;
}

void sample_quads_free(struct sample_quads *quads)
{
    free(quads->band.depth);
    free(quads->band.visible);
    free(quads->band.rgba);
    height_weights_destroy(quads->weights);
    *quads = (struct sample_quads){0};
}

static uint32_t quad_at(const struct sample_quads *quads, uint32_t pixel)
{
    return quad_at_pixel(quads->quads_a_pixel, pixel);
}

void sample_quads_begin(struct sample_quads *quads, const struct scene_tile *scene,
                        const struct adtmap_settings *settings, uint32_t index, uint8_t *rgba,
                        size_t stride_bytes)
{
    quads->scene = scene;
    quads->kernels = terrain_kernels_get(settings->cpu);
    quads->band.first_row = index * SAMPLE_BAND_ROWS;
    quads->first_quad_row = quad_at(quads, quads->band.first_row);
    quads->band.clip_height = settings->objects.cut_height_yd;
    quads->pixels = rgba + quads->band.first_row * stride_bytes;
    quads->stride_bytes = stride_bytes;
    quads->is_open = settings->background[3] != 255;
    quads->split = (struct quad_set){0};
    quads->area_count = 0;
}

struct pixel_area quad_area_in_band(const struct sample_band *band, uint32_t quad_px,
                                    uint32_t column, uint32_t row)
{
    uint32_t band_end = band->first_row + band->rows;
    struct pixel_area area = {
        .first_column = column * quad_px,
        .end_column = (column + 1) * quad_px,
        .first_row = row * quad_px,
        .end_row = (row + 1) * quad_px,
    };
    area.first_row = area.first_row > band->first_row ? area.first_row : band->first_row;
    area.end_row = area.end_row < band_end ? area.end_row : band_end;
    return area;
}

struct pixel_area sample_quads_area(const struct sample_quads *quads, uint32_t column, uint32_t row)
{
    return quad_area_in_band(&quads->band, quads->quad_px, column, row);
}

static struct quad_place place_in_band(const struct sample_quads *quads, uint32_t column,
                                       uint32_t row)
{
    return (struct quad_place){.column = column, .row = row - quads->first_quad_row};
}

bool sample_quads_is_split(const struct sample_quads *quads, uint32_t column, uint32_t row)
{
    return quad_set_has(&quads->split, place_in_band(quads, column, row));
}

void sample_quads_split_one(struct sample_quads *quads, uint32_t column, uint32_t row)
{
    if (sample_quads_is_split(quads, column, row)) {
        return;
    }
    struct pixel_area area = sample_quads_area(quads, column, row);
    sample_band_load(&quads->band, &area, quads->pixels, quads->stride_bytes);
    terrain_heights(quads->kernels, quads->weights, terrain_quad(quads->scene, column, row), &area,
                    &quads->band);
    quad_set_add(&quads->split, place_in_band(quads, column, row));
    quads->areas[quads->area_count++] = area;
}

void sample_quads_split(struct sample_quads *quads, const struct pixel_area *area)
{
    uint32_t last_row = quad_at(quads, area->end_row - 1);
    uint32_t last_column = quad_at(quads, area->end_column - 1);
    for (uint32_t row = quad_at(quads, area->first_row); row <= last_row; row++) {
        uint32_t column = quad_at(quads, area->first_column);
        for (; column <= last_column; column++) {
            if (!sample_quads_is_split(quads, column, row)) {
                sample_quads_split_one(quads, column, row);
            }
        }
    }
}

void sample_quads_finish(struct sample_quads *quads)
{
    for (uint32_t i = 0; i < quads->area_count; i++) {
        sample_band_store(&quads->band, &quads->areas[i], quads->pixels, quads->stride_bytes);
    }
}
