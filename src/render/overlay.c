#include "render/overlay.h"

#include <math.h>
#include <stdlib.h>

#include "base/size.h"
#include "mesh/mesh_kernels.h"
#include "render/crown_draw.h"
#include "render/liquid/liquid_sheet_draw.h"
#include "render/terrain/sample_quads.h"

enum { RGBA = 4 };

struct overlay_scratch {
    struct sample_quads quads;
    struct mesh_triangle *triangles;  /* copies, in the order in which they are drawn */
    struct mesh_layer_plane *seconds; /* of these */
    uint32_t room;
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
        free(scratch->triangles);
        free(scratch->seconds);
        free(scratch);
    }
}

bool overlay_scratch_reserve(struct overlay_scratch *scratch, const struct mesh_bins *bins)
{
    uint32_t wanted = bins->most < MESH_COPIES ? bins->most : MESH_COPIES;
    if (wanted > scratch->room) {
        free(scratch->triangles);
        free(scratch->seconds);
        scratch->room = 0;
        scratch->triangles = malloc(wanted * sizeof *scratch->triangles);
        scratch->seconds = malloc(wanted * sizeof *scratch->seconds);
        if (!scratch->triangles || !scratch->seconds) {
            return false;
        }
        scratch->room = wanted;
    }
    return true;
}

static bool has_cut(const struct adtmap_settings *settings)
{
    return isfinite(settings->objects.cut_height_yd) || isfinite(settings->cut_below_yd);
}

bool overlay_is_needed(const struct mesh_list *meshes, const struct adtmap_settings *settings)
{
    return meshes->count > 0 || has_cut(settings);
}

bool overlay_fill_bins(const struct mesh_list *meshes, uint32_t quad_px, struct arena *arena,
                       struct mesh_bins *bins)
{
    return mesh_bins_fill(meshes, QUADS_PER_TILE * quad_px, SAMPLE_BAND_ROWS, arena, bins);
}

/* Opens the ground where it is cut off, as a hole does. What is drawn next has to pass the depth
 * test, so that the lower cut is the depth of open ground. */
static void cut_terrain(const struct adtmap_settings *settings, struct sample_quads *quads)
{
    struct sample_band *band = &quads->band;
    size_t samples = (size_t)band->width_px * band->rows * SAMPLES;
    sample_quads_split(quads, &(struct pixel_area){.end_column = band->width_px,
                                                   .first_row = band->first_row,
                                                   .end_row = band->first_row + band->rows});
    for (size_t i = 0; i < samples; i++) {
        if (band->depth[i] > settings->objects.cut_height_yd ||
            band->depth[i] < settings->cut_below_yd) {
            band->depth[i] = settings->cut_below_yd;
            sample_set(band->rgba + RGBA * i, settings->background);
        }
    }
}

/* Takes the quads that triangles may touch to samples. Many triangles lie on each: all are marked
 * before any is taken. */
static void split_quads(const struct mesh_run *run, struct sample_quads *quads)
{
    const uint64_t per_pixel = quads->quads_a_pixel;
    const uint32_t first = quads->band.first_row, last = first + quads->band.rows - 1;
    struct quad_set touched = {0};
    for (uint32_t i = 0; i < run->count; i++) {
        const struct mesh_triangle *triangle = &run->triangles[i];
        const uint32_t top = u32_max(triangle->top, first);
        const uint32_t bottom = u32_min(triangle->bottom, last);
        quad_set_add_area(
            &touched, &(struct quad_area){
                          .first_column = quad_at_pixel(per_pixel, triangle->left),
                          .end_column = quad_at_pixel(per_pixel, triangle->right) + 1,
                          .first_row = quad_at_pixel(per_pixel, top) - quads->first_quad_row,
                          .end_row = quad_at_pixel(per_pixel, bottom) - quads->first_quad_row + 1,
                      });
    }
    quad_set_remove(&touched, &quads->split);
    for (struct quad_place quad = {0}; quad_set_take(&touched, &quad);) {
        sample_quads_split_one(quads, quad.column, quads->first_quad_row + quad.row);
    }
}

/* The triangles of a band on their way into runs. */
struct run_feed {
    const struct mesh_list *list;
    struct overlay_scratch *scratch;
    const uint32_t *numbers;     /* of the copies, and behind them of those that follow */
    uint32_t copied, used, left; /* `left` are not copied yet */
};

static void copy_more(struct run_feed *feed)
{
    feed->numbers += feed->copied;
    feed->copied = feed->left < feed->scratch->room ? feed->left : feed->scratch->room;
    feed->left -= feed->copied;
    feed->used = 0;
    mesh_run_gather(feed->list, feed->numbers, feed->copied, feed->scratch->triangles,
                    feed->scratch->seconds);
}

/* Whether the first `count` triangles behind those used have places before `end`. */
static bool are_before(const struct run_feed *feed, uint32_t count, mesh_place end)
{
    if (count > feed->copied - feed->used) {
        return false;
    }
    const struct mesh_triangle *last = &feed->scratch->triangles[feed->used + count - 1];
    return mesh_place_of(&feed->list->batches[last->batch], last) < end;
}

/* How many are: in steps that grow, then shrink, as those before `end` come first. */
static uint32_t count_before(const struct run_feed *feed, mesh_place end)
{
    uint32_t count = 0, step = 1;
    for (; are_before(feed, count + step, end); step *= 2) {
        count += step;
    }
    while (step /= 2) {
        count += are_before(feed, count + step, end) ? step : 0;
    }
    return count;
}

/* Takes the next triangles with places before `end`: all, or as many as are copied. False: none is
 * left. */
static bool next_run(struct run_feed *feed, mesh_place end, struct mesh_run *run)
{
    if (feed->used == feed->copied) {
        copy_more(feed);
    }
    if (feed->copied == 0) { /* nor is there room for any */
        return false;
    }
    *run = (struct mesh_run){.list = feed->list,
                             .triangles = feed->scratch->triangles + feed->used,
                             .numbers = feed->numbers + feed->used,
                             .seconds = feed->scratch->seconds + feed->used};
    run->count = count_before(feed, end);
    feed->used += run->count;
    return run->count > 0;
}

typedef void run_drawer(const struct mesh_run *run, struct sample_band *band);

/* Draws the next triangles with places before `end`, and gives how many they are. */
static uint32_t draw_until(run_drawer *draw, mesh_place end, struct run_feed *feed)
{
    struct sample_quads *quads = &feed->scratch->quads;
    struct mesh_run run;
    uint32_t drawn = 0;
    while (next_run(feed, end, &run)) {
        split_quads(&run, quads);
        run.areas = quads->areas;
        run.area_count = quads->area_count;
        draw(&run, &quads->band);
        drawn += run.count;
    }
    return drawn;
}

/* The list begins with batches whose drawing is deferred, which are one run if they are copied at
 * once. What is solid has its depths then, of which heights are drawn. Sheets and crowns follow,
 * and the triangles between them. */
static void draw_meshes(const struct overlay *overlay, uint32_t band,
                        struct overlay_scratch *scratch)
{
    const struct mesh_kernels *kernels = mesh_kernels_get(overlay->settings->cpu);
    const struct liquid_kernels *liquids = liquid_kernels_get(overlay->settings->cpu);
    const struct crown_kernels *crowns = crown_kernels_get(overlay->settings->cpu);
    const uint32_t *begin = overlay->bins->begin + band;
    struct sample_quads *quads = &scratch->quads;
    struct run_feed feed = {.list = overlay->meshes,
                            .scratch = scratch,
                            .numbers = overlay->bins->numbers + begin[0],
                            .left = begin[1] - begin[0]};
    const struct height_picture picture = {
        .quads = quads, .drawn = draw_until(kernels->draw_deferred, MESH_PLACE_OPAQUE, &feed)};
    if (overlay->heights) {
        height_draw_band(overlay->heights, band, &picture);
    }
    const struct mesh_batch *batch;
    for (uint32_t next = 0; (batch = mesh_bins_next(overlay->bins, band, &next));) {
        draw_until(kernels->draw, mesh_place_of(batch, NULL), &feed);
        if (batch->sheet) {
            liquid_sheet_draw(liquids, batch->sheet, quads);
        } else {
            crown_draw(crowns, batch, quads);
        }
    }
    draw_until(kernels->draw, UINT64_MAX, &feed);
}

void overlay_draw_band(const struct overlay *overlay, uint32_t index,
                       struct overlay_scratch *scratch, uint8_t *rgba, size_t stride_bytes)
{
    struct sample_quads *quads = &scratch->quads;
    sample_quads_begin(quads, overlay->scene, overlay->settings, index, rgba, stride_bytes);
    quads->band.shadow = overlay->shadow;
    if (has_cut(overlay->settings)) {
        cut_terrain(overlay->settings, quads);
    }
    draw_meshes(overlay, index, scratch);
    sample_quads_finish(quads);
}
