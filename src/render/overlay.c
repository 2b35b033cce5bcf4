#include "render/overlay.h"

#include <math.h>
#include <stdlib.h>

#include "formats/grid.h"
#include "render/terrain_height.h"

enum { RGBA = 4 };

struct overlay_scratch {
    struct sample_band band;
};

struct overlay_scratch *overlay_scratch_create(uint32_t quad_px)
{
    struct overlay_scratch *scratch = calloc(1, sizeof *scratch);
    if (!scratch) {
        return NULL;
    }
    size_t samples = (size_t)QUADS_PER_TILE * quad_px * OVERLAY_BAND_ROWS * SAMPLES;
    scratch->band.width_px = QUADS_PER_TILE * quad_px;
    scratch->band.height_yd = malloc(samples * sizeof *scratch->band.height_yd);
    scratch->band.rgba = malloc(samples * RGBA);
    if (!scratch->band.height_yd || !scratch->band.rgba) {
        overlay_scratch_destroy(scratch);
        return NULL;
    }
    return scratch;
}

void overlay_scratch_destroy(struct overlay_scratch *scratch)
{
    if (scratch) {
        free(scratch->band.height_yd);
        free(scratch->band.rgba);
        free(scratch);
    }
}

uint32_t overlay_band_count(uint32_t quad_px)
{
    return QUADS_PER_TILE * quad_px / OVERLAY_BAND_ROWS;
}

static bool is_in_band(const struct mesh_batch *batch, const struct sample_band *band)
{
    int32_t first = (int32_t)band->first_row;
    int32_t width = (int32_t)band->width_px;
    return batch->last_row >= first && batch->first_row < first + (int32_t)band->rows &&
           batch->last_column >= 0 && batch->first_column < width;
}

/* The columns of chunks that something stands in; false when nothing does. */
static bool find_columns(const struct overlay *overlay, const struct sample_band *band,
                         struct band_columns *columns)
{
    int32_t width = (int32_t)band->width_px;
    int32_t first = width - 1;
    int32_t last = -1;
    if (isfinite(overlay->settings->objects.cut_height_yd)) {
        first = 0;
        last = width - 1;
    }
    for (uint32_t i = 0; i < overlay->meshes->count; i++) {
        const struct mesh_batch *batch = overlay->meshes->sorted[i];
        if (is_in_band(batch, band)) {
            first = batch->first_column < first ? batch->first_column : first;
            last = batch->last_column > last ? batch->last_column : last;
        }
    }
    first = first > 0 ? first : 0;
    last = last < width - 1 ? last : width - 1;
    columns->first = (uint32_t)first * ADT_EDGE / band->width_px;
    columns->last = last < 0 ? 0 : (uint32_t)last * ADT_EDGE / band->width_px;
    return last >= 0;
}

/* Opens the ground where it is above the cut, as a hole does. */
static void cut_terrain(const struct adtmap_settings *settings, struct sample_band *band)
{
    size_t samples = (size_t)band->width_px * band->rows * SAMPLES;
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
    struct sample_band *band = &scratch->band;
    struct band_columns columns;
    band->first_row = index * OVERLAY_BAND_ROWS;
    band->rows = OVERLAY_BAND_ROWS;
    band->ceiling_yd = overlay->settings->objects.cut_height_yd;
    if (!find_columns(overlay, band, &columns)) {
        return;
    }
    uint8_t *pixels = rgba + band->first_row * stride_bytes;
    sample_band_load(band, &columns, pixels, stride_bytes);
    terrain_heights(overlay->scene, overlay->quad_px, &columns, band);
    if (isfinite(band->ceiling_yd)) {
        cut_terrain(overlay->settings, band);
    }
    for (uint32_t i = 0; i < overlay->meshes->count; i++) {
        if (is_in_band(overlay->meshes->sorted[i], band)) {
            mesh_draw(overlay->meshes->sorted[i], band);
        }
    }
    sample_band_store(band, &columns, pixels, stride_bytes);
}
