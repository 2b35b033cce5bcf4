#include "render/mesh/canvas.h"

#include <stdlib.h>
#include <string.h>

enum { RGBA = 4, WORD = 64 };

bool canvas_init(struct canvas *canvas, uint32_t quad_px)
{
    size_t samples = (size_t)QUADS_PER_TILE * quad_px * CANVAS_ROWS * SAMPLES;
    *canvas = (struct canvas){.quad_px = quad_px};
    canvas->band.width_px = QUADS_PER_TILE * quad_px;
    canvas->band.rows = CANVAS_ROWS;
    canvas->band.height_yd = malloc(samples * sizeof *canvas->band.height_yd);
    canvas->band.rgba = malloc(samples * RGBA);
    canvas->weights = height_weights_create(quad_px);
    if (!canvas->band.height_yd || !canvas->band.rgba || !canvas->weights) {
        canvas_free(canvas);
        return false;
    }
    return true;
}

void canvas_free(struct canvas *canvas)
{
    free(canvas->band.height_yd);
    free(canvas->band.rgba);
    height_weights_destroy(canvas->weights);
    *canvas = (struct canvas){0};
}

void canvas_begin(struct canvas *canvas, const struct scene_tile *scene,
                  const struct adtmap_settings *settings, uint32_t index, uint8_t *rgba,
                  size_t stride_bytes)
{
    canvas->scene = scene;
    canvas->band.first_row = index * CANVAS_ROWS;
    canvas->band.ceiling_yd = settings->objects.cut_height_yd;
    canvas->pixels = rgba + canvas->band.first_row * stride_bytes;
    canvas->stride_bytes = stride_bytes;
    canvas->is_open = settings->background[3] != 255;
    memset(canvas->split, 0, sizeof canvas->split);
}

struct band_area canvas_quad_area(const struct canvas *canvas, uint32_t column, uint32_t row)
{
    const struct sample_band *band = &canvas->band;
    uint32_t band_end = band->first_row + band->rows;
    struct band_area area = {
        .first_column = column * canvas->quad_px,
        .end_column = (column + 1) * canvas->quad_px,
        .first_row = row * canvas->quad_px,
        .end_row = (row + 1) * canvas->quad_px,
    };
    area.first_row = area.first_row > band->first_row ? area.first_row : band->first_row;
    area.end_row = area.end_row < band_end ? area.end_row : band_end;
    return area;
}

static uint32_t row_in_band(const struct canvas *canvas, uint32_t row)
{
    return row - canvas->band.first_row / canvas->quad_px;
}

bool canvas_is_split(const struct canvas *canvas, uint32_t column, uint32_t row)
{
    return canvas->split[row_in_band(canvas, row)][column / WORD] >> column % WORD & 1;
}

void canvas_split_quad(struct canvas *canvas, uint32_t column, uint32_t row)
{
    if (canvas_is_split(canvas, column, row)) {
        return;
    }
    struct band_area area = canvas_quad_area(canvas, column, row);
    sample_band_load(&canvas->band, &area, canvas->pixels, canvas->stride_bytes);
    terrain_heights(canvas->weights, terrain_quad(canvas->scene, column, row), &area,
                    &canvas->band);
    canvas->split[row_in_band(canvas, row)][column / WORD] |= (uint64_t)1 << column % WORD;
}

void canvas_split(struct canvas *canvas, const struct band_area *area)
{
    uint32_t quad_px = canvas->quad_px;
    for (uint32_t row = area->first_row / quad_px; row * quad_px < area->end_row; row++) {
        for (uint32_t column = area->first_column / quad_px; column * quad_px < area->end_column;
             column++) {
            canvas_split_quad(canvas, column, row);
        }
    }
}

void canvas_finish(struct canvas *canvas)
{
    uint32_t first = canvas->band.first_row / canvas->quad_px;
    uint32_t end = canvas->band.first_row + canvas->band.rows;
    for (uint32_t row = first; row * canvas->quad_px < end; row++) {
        for (uint32_t column = 0; column < QUADS_PER_TILE; column++) {
            if (canvas_is_split(canvas, column, row)) {
                struct band_area area = canvas_quad_area(canvas, column, row);
                sample_band_store(&canvas->band, &area, canvas->pixels, canvas->stride_bytes);
            }
        }
    }
}
