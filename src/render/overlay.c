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

bool overlay_fill_bins(const struct mesh_list *meshes, uint32_t quad_px, struct arena *arena,
                       struct mesh_bins *bins)
{
    return mesh_bins_fill(meshes, QUADS_PER_TILE * quad_px, SAMPLE_BAND_ROWS, arena, bins);
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

/* The pixels of the box round a triangle that lie in the band. */
static struct pixel_area area_of(const struct mesh_batch *batch, uint32_t index,
                                 const struct sample_band *band)
{
    struct pixel_area area = {UINT32_MAX, 0, UINT32_MAX, 0};
    uint32_t band_end = band->first_row + band->rows;
    for (uint32_t k = 0; k < 3; k++) {
        const struct mesh_position *at = &batch->vertices[batch->indices[index + k]].position;
        uint32_t x = at->x > 0 ? (uint32_t)at->x / SUBPIXELS : 0;
        uint32_t y = at->y > 0 ? (uint32_t)at->y / SUBPIXELS : 0;
        area.first_column = x < area.first_column ? x : area.first_column;
        area.end_column = x + 1 > area.end_column ? x + 1 : area.end_column;
        area.first_row = y < area.first_row ? y : area.first_row;
        area.end_row = y + 1 > area.end_row ? y + 1 : area.end_row;
    }
    area.end_column = area.end_column < band->width_px ? area.end_column : band->width_px;
    area.first_row = area.first_row > band->first_row ? area.first_row : band->first_row;
    area.end_row = area.end_row < band_end ? area.end_row : band_end;
    return area;
}

static void split_quads(const struct mesh_run *run, struct sample_quads *quads)
{
    for (uint32_t i = 0; i < run->count; i++) {
        const struct mesh_bin_triangle *triangle = &run->triangles[i];
        struct pixel_area area =
            area_of(run->list->sorted[triangle->batch], triangle->index, &quads->band);
        sample_quads_split(quads, &area);
    }
}

/* The triangles of a band from `first` on that are of batches before `end`. */
static struct mesh_run run_of(const struct overlay *overlay, uint32_t band, uint32_t first,
                              uint32_t end)
{
    const struct mesh_bin_triangle *triangles = overlay->bins->triangles + first;
    uint32_t left = overlay->bins->begin[band + 1] - first;
    uint32_t count = 0;
    while (count < left && triangles[count].batch < end) {
        count++;
    }
    return (struct mesh_run){overlay->meshes, triangles, count};
}

/* How many batches at the beginning of the list are deferred. */
static uint32_t count_deferred(const struct mesh_list *meshes)
{
    uint32_t count = 0;
    while (count < meshes->count && mesh_batch_is_deferred(meshes->sorted[count])) {
        count++;
    }
    return count;
}

/* Behind the keyed batches that begin with `batch`; the next one if there are none. */
static uint32_t run_end(const struct mesh_list *meshes, uint32_t batch)
{
    uint32_t end = batch;
    while (end < meshes->count && mesh_batch_is_keyed(meshes->sorted[end])) {
        end++;
    }
    return end > batch ? end : batch + 1;
}

static void draw_meshes(const struct overlay *overlay, uint32_t band, struct sample_quads *quads)
{
    uint32_t batch = count_deferred(overlay->meshes);
    struct mesh_run run = run_of(overlay, band, overlay->bins->begin[band], batch);
    uint32_t next = overlay->bins->begin[band] + run.count;
    split_quads(&run, quads);
    if (run.count > 0) {
        mesh_draw_deferred(&run, &quads->band);
    }
    for (uint32_t end; batch < overlay->meshes->count; batch = end) {
        end = run_end(overlay->meshes, batch);
        const struct liquid_sheet *sheet = overlay->meshes->sorted[batch]->sheet;
        if (sheet) {
            liquid_sheet_draw(sheet, quads);
            continue;
        }
        run = run_of(overlay, band, next, end);
        next += run.count;
        split_quads(&run, quads);
        mesh_draw(&run, &quads->band);
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
    draw_meshes(overlay, index, quads);
    sample_quads_finish(quads);
}
