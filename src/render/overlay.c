#include "render/overlay.h"

#include <math.h>
#include <stdlib.h>

#include "render/liquid/liquid_sheet_draw.h"
#include "render/mesh/mesh_draw.h"
#include "render/terrain/sample_quads.h"

enum { RGBA = 4 };

struct overlay_scratch {
    struct sample_quads quads;
};

struct overlay_scratch *overlay_scratch_create(uint32_t quad_px)
{
    struct overlay_scratch *scratch = calloc(1, sizeof *scratch);
    if (scratch && !sample_quads_init(&scratch->quads, quad_px)) {
        overlay_scratch_destroy(scratch);
        scratch = NULL;
    }
    return scratch;
}

void overlay_scratch_destroy(struct overlay_scratch *scratch)
{
    if (scratch) {
        sample_quads_free(&scratch->quads);
        free(scratch);
    }
}

uint32_t overlay_band_count(uint32_t quad_px)
{
    return QUADS_PER_TILE * quad_px / SAMPLE_BAND_ROWS;
}

/* What of the batch's bounds lies in the band; false when nothing does. */
static bool find_area(const struct mesh_batch *batch, const struct sample_band *band,
                      struct pixel_area *area)
{
    int32_t top = (int32_t)band->first_row;
    int32_t bottom = top + (int32_t)band->rows - 1;
    int32_t right = (int32_t)band->width_px - 1;
    if (batch->last_row < top || batch->first_row > bottom || batch->last_column < 0 ||
        batch->first_column > right) {
        return false;
    }
    *area = (struct pixel_area){
        .first_column = batch->first_column > 0 ? (uint32_t)batch->first_column : 0,
        .end_column = (uint32_t)(batch->last_column < right ? batch->last_column : right) + 1,
        .first_row = (uint32_t)(batch->first_row > top ? batch->first_row : top),
        .end_row = (uint32_t)(batch->last_row < bottom ? batch->last_row : bottom) + 1,
    };
    return true;
}

/* Opens the ground where it is above the cut, as a hole does. */
static void cut_terrain(const struct adtmap_settings *settings, struct sample_quads *quads)
{
    struct sample_band *band = &quads->band;
    size_t samples = (size_t)band->width_px * band->rows * SAMPLES;
    sample_quads_split(quads, &(struct pixel_area){.end_column = band->width_px,
                                                   .first_row = band->first_row,
                                                   .end_row = band->first_row + band->rows});
    for (size_t i = 0; i < samples; i++) {
        if (band->depth[i] > settings->objects.cut_height_yd) {
            band->depth[i] = -INFINITY;
            sample_set(band->rgba + RGBA * i, settings->background);
        }
    }
}

void overlay_draw_band(const struct overlay *overlay, uint32_t index,
                       struct overlay_scratch *scratch, uint8_t *rgba, size_t stride_bytes)
{
    struct sample_quads *quads = &scratch->quads;
    sample_quads_begin(quads, overlay->scene, overlay->settings, index, rgba, stride_bytes);
    if (isfinite(quads->band.clip_height)) {
        cut_terrain(overlay->settings, quads);
    }
    for (uint32_t i = 0; i < overlay->meshes->count; i++) {
        const struct mesh_batch *batch = overlay->meshes->sorted[i];
        struct pixel_area area;
        if (!find_area(batch, &quads->band, &area)) {
            continue;
        }
        if (batch->sheet) {
            liquid_sheet_draw(batch->sheet, quads);
        } else {
            sample_quads_split(quads, &area);
            mesh_draw(batch, &quads->band);
        }
    }
    sample_quads_finish(quads);
}
