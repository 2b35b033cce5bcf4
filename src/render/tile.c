#include "render/tile.h"

#include <omp.h>
#include <stdlib.h>

#include "render/resample.h"
#include "render/terrain.h"

enum { RGBA = 4, SMALL_SIZE_PX = 512 };

struct tile_plan {
    uint32_t size_px; /* of the output */
    uint32_t draw_px; /* of the drawing: a multiple of QUADS_PER_TILE */
    struct terrain_plan *terrain;
};

struct tile_scratch {
    unsigned threads;
    struct terrain_scratch **terrain; /* one a thread */
    uint8_t *drawing;                 /* draw_px squared RGBA; NULL when drawn in place */
};

/*
 * Sizes that are no multiple of 128 are drawn at twice their size or more, so that the average
 * keeps its edges sharp, and large ones at 8192. Below 2 pixels a quad too much changes within a
 * pixel for a product of averages to be the average of the product: those are drawn larger, too.
 */
static uint32_t drawing_size(uint32_t size_px)
{
    if (size_px % QUADS_PER_TILE == 0 && size_px > QUADS_PER_TILE) {
        return size_px;
    }
    uint32_t wanted = 2 * size_px > SMALL_SIZE_PX ? 2 * size_px : SMALL_SIZE_PX;
    wanted = (wanted + QUADS_PER_TILE - 1) / QUADS_PER_TILE * QUADS_PER_TILE;
    return wanted < ADTMAP_SIZE_MAX_PX ? wanted : ADTMAP_SIZE_MAX_PX;
}

struct tile_plan *tile_plan_create(const struct adtmap_settings *settings)
{
    struct tile_plan *plan = calloc(1, sizeof *plan);
    if (!plan) {
        return NULL;
    }
    plan->size_px = settings->size_px;
    plan->draw_px = drawing_size(settings->size_px);
    plan->terrain = terrain_plan_create(settings, plan->draw_px / QUADS_PER_TILE);
    if (!plan->terrain) {
        tile_plan_destroy(plan);
        return NULL;
    }
    return plan;
}

void tile_plan_destroy(struct tile_plan *plan)
{
    if (plan) {
        terrain_plan_destroy(plan->terrain);
        free(plan);
    }
}

uint32_t tile_plan_quad_px(const struct tile_plan *plan)
{
    return plan->draw_px / QUADS_PER_TILE;
}

struct tile_scratch *tile_scratch_create(const struct tile_plan *plan, unsigned threads)
{
    struct tile_scratch *scratch = calloc(1, sizeof *scratch);
    if (!scratch) {
        return NULL;
    }
    scratch->threads = threads;
    scratch->terrain = calloc(threads, sizeof *scratch->terrain);
    int complete = scratch->terrain != NULL;
    for (unsigned i = 0; i < threads && complete; i++) {
        scratch->terrain[i] = terrain_scratch_create(plan->terrain);
        complete = scratch->terrain[i] != NULL;
    }
    if (complete && plan->draw_px != plan->size_px) {
        scratch->drawing = malloc((size_t)plan->draw_px * plan->draw_px * RGBA);
        complete = scratch->drawing != NULL;
    }
    if (!complete) {
        tile_scratch_destroy(scratch);
        return NULL;
    }
    return scratch;
}

void tile_scratch_destroy(struct tile_scratch *scratch)
{
    if (scratch) {
        for (unsigned i = 0; scratch->terrain && i < scratch->threads; i++) {
            terrain_scratch_destroy(scratch->terrain[i]);
        }
        free(scratch->terrain);
        free(scratch->drawing);
        free(scratch);
    }
}

static void draw_chunks(const struct tile_plan *plan, const struct scene_tile *scene,
                        const struct ground_texture *const *textures, struct tile_scratch *scratch,
                        uint8_t *rgba, size_t stride_bytes)
{
    size_t chunk_px = plan->draw_px / ADT_EDGE;
#pragma omp parallel for num_threads(scratch->threads) schedule(dynamic, 4)
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        uint8_t *corner =
            rgba + i / ADT_EDGE * chunk_px * stride_bytes + i % ADT_EDGE * chunk_px * RGBA;
        terrain_draw_chunk(plan->terrain, scene, textures, i, corner, stride_bytes,
                           scratch->terrain[omp_get_thread_num()]);
    }
}

enum adtmap_status tile_draw(const struct tile_plan *plan, const struct scene_tile *scene,
                             const struct ground_texture *const *textures,
                             struct tile_scratch *scratch, uint8_t *rgba, size_t stride_bytes,
                             const struct diag *diag)
{
    if (!scratch->drawing) {
        draw_chunks(plan, scene, textures, scratch, rgba, stride_bytes);
        return ADTMAP_OK;
    }
    draw_chunks(plan, scene, textures, scratch, scratch->drawing, (size_t)plan->draw_px * RGBA);
    if (!resample_area(scratch->drawing, plan->draw_px, rgba, plan->size_px, stride_bytes,
                       scratch->threads)) {
        return diag_fail_memory(diag);
    }
    return ADTMAP_OK;
}
