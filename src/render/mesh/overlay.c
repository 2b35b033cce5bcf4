#include "render/mesh/overlay.h"

#include <math.h>
#include <stdlib.h>

#include "render/mesh/canvas.h"

enum { RGBA = 4 };

struct overlay_scratch {
    struct canvas canvas;
};

struct overlay_scratch *overlay_scratch_create(uint32_t quad_px)
{
    struct overlay_scratch *scratch = calloc(1, sizeof *scratch);
    if (scratch && !canvas_init(&scratch->canvas, quad_px)) {
        overlay_scratch_destroy(scratch);
        scratch = NULL;
    }
    return scratch;
}

void overlay_scratch_destroy(struct overlay_scratch *scratch)
{
    if (scratch) {
        canvas_free(&scratch->canvas);
        free(scratch);
    }
}

uint32_t overlay_band_count(uint32_t quad_px)
{
    return QUADS_PER_TILE * quad_px / CANVAS_ROWS;
}

/* What of the batch's bounds lies in the band; false when nothing does. */
static bool find_area(const struct mesh_batch *batch, const struct sample_band *band,
                      struct band_area *area)
{
    int32_t top = (int32_t)band->first_row;
    int32_t bottom = top + (int32_t)band->rows - 1;
    int32_t right = (int32_t)band->width_px - 1;
    if (batch->last_row < top || batch->first_row > bottom || batch->last_column < 0 ||
        batch->first_column > right) {
        return false;
    }
    *area = (struct band_area){
        .first_column = batch->first_column > 0 ? (uint32_t)batch->first_column : 0,
        .end_column = (uint32_t)(batch->last_column < right ? batch->last_column : right) + 1,
        .first_row = (uint32_t)(batch->first_row > top ? batch->first_row : top),
        .end_row = (uint32_t)(batch->last_row < bottom ? batch->last_row : bottom) + 1,
    };
    return true;
}

/* Opens the ground where it is above the cut, as a hole does. */
static void cut_terrain(const struct adtmap_settings *settings, struct canvas *canvas)
{
    struct sample_band *band = &canvas->band;
    size_t samples = (size_t)band->width_px * band->rows * SAMPLES;
    canvas_split(canvas, &(struct band_area){.end_column = band->width_px,
                                             .first_row = band->first_row,
                                             .end_row = band->first_row + band->rows});
    for (size_t i = 0; i < samples; i++) {
        if (band->height_yd[i] > settings->objects.cut_height_yd) {
            band->height_yd[i] = -INFINITY;
            sample_set(band->rgba + RGBA * i, settings->background);
        }
    }
}

void overlay_draw_band(const struct overlay *overlay, uint32_t index,
                       struct overlay_scratch *scratch, uint8_t *rgba, size_t stride_bytes)
{
    struct canvas *canvas = &scratch->canvas;
    canvas_begin(canvas, overlay->scene, overlay->settings, index, rgba, stride_bytes);
    if (isfinite(canvas->band.ceiling_yd)) {
        cut_terrain(overlay->settings, canvas);
    }
    for (uint32_t i = 0; i < overlay->meshes->count; i++) {
        const struct mesh_batch *batch = overlay->meshes->sorted[i];
        struct band_area area;
        if (!find_area(batch, &canvas->band, &area)) {
            continue;
        }
        if (batch->sheet) {
            liquid_sheet_draw(batch->sheet, canvas);
        } else {
            canvas_split(canvas, &area);
            mesh_draw(batch, &canvas->band);
        }
    }
    canvas_finish(canvas);
}
