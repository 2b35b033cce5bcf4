#include "job/tiles/draw_tile_files.h"

#include "base/arena.h"
#include "formats/grid.h"
#include "job/tiles/tile_edges.h"
#include "mesh/mesh_list.h"
#include "os/large_alloc.h"
#include "os/thread.h"
#include "render/draw_scene.h"
#include "render/layers/data_layer.h"

/*
 * Threads of a team wait busily for each other, and after that for the rest of the program: with
 * two of them a tile of 512 px without doodads took 40 ms of processor time, one thread takes 20,
 * of which drawing is the lesser part. So there is a team where it saves as much as it wastes. What
 * a pixel and a triangle take was measured with one thread on such tiles.
 */
enum { PIXEL_NS = 10, TRIANGLE_NS = 200, TEAM_NS = 40000000 };

unsigned draw_tile_threads(const struct tile_work *work, unsigned cores)
{
    uint64_t pixels = (uint64_t)work->size_px * work->size_px * work->image_count;
    uint64_t ns = PIXEL_NS * pixels + TRIANGLE_NS * (uint64_t)work->triangle_count;
    return ns < TEAM_NS ? 1 : cores;
}

static uint32_t needs_of(const struct tile_drawing *drawing)
{
    uint32_t needs = 0;
    for (size_t i = 0; i < drawing->image_count; i++) {
        needs |= data_layers[drawing->images[i].layer.kind].needs;
    }
    return needs;
}

/* Steps before anything is drawn: the source, then its meshes. */
enum { LOADING_STEPS = TILE_SOURCE_STEPS + 1 };

static uint32_t image_total(const struct tile_drawing *drawing)
{
    return (uint32_t)drawing->image_count + (drawing->picture != NULL);
}

/* The images, the first of which has `begin` steps before it. */
static enum adtmap_status draw_all(const struct tile_plan *plan, const struct tile_input *input,
                                   struct tile_scratch *scratch, const struct tile_drawing *drawing,
                                   uint32_t begin, const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    uint32_t done = begin;
    if (drawing->picture) {
        status = tile_draw(plan, input, scratch, drawing->picture, drawing->stride_bytes, diag);
        done += tile_plan_steps(plan);
    }
    for (size_t i = 0; i < drawing->image_count && !status; i++) {
        status = work_progress_reach(drawing->progress, done, diag);
        if (!status) {
            status = tile_draw_layer(plan, input, &drawing->height, NULL, scratch, diag,
                                     &drawing->images[i]);
        }
        done += tile_plan_steps(plan);
    }
    return status ? status : work_progress_reach(drawing->progress, done, diag);
}

static struct tile_plan *make_plan(const struct tile_request *request,
                                   const struct tile_drawing *drawing)
{
    struct tile_plan *plan = tile_plan_create(request->settings);
    if (plan && !tile_plan_add_layers(plan, needs_of(drawing))) {
        tile_plan_destroy(plan);
        plan = NULL;
    }
    return plan;
}

enum adtmap_status draw_tile_files(const struct tile_request *request,
                                   const struct adt_files *files,
                                   const struct tile_drawing *drawing, const struct diag *diag,
                                   uint32_t *missing_assets)
{
    enum adtmap_status status = ADTMAP_NO_MEMORY;
    *missing_assets = 0;
    struct arena arena = {.block_bytes = HUGE_PAGE_BYTES, .block_alloc = large_alloc};
    struct arena for_edges = {0};
    struct tile_source source = {0};
    struct tile_plan *plan = make_plan(request, drawing);
    struct tile_scratch *scratch = NULL;
    struct tile_edges *edges = NULL;
    if (!plan ||
        (request->map && !tile_edges_create(plan, request->map, request->settings, &edges))) {
        status = diag_fail_memory(diag);
        goto close;
    }
    struct tile_request planned = *request;
    planned.quad_px = tile_plan_quad_px(plan);
    planned.has_picture = drawing->picture != NULL;
    planned.layer_needs = needs_of(drawing);
    planned.progress = drawing->progress;
    const bool is_lit = tile_edges_want(plan, &planned);
    const uint32_t ready = LOADING_STEPS + (is_lit ? TILE_LIGHT_STEPS : 0);
    struct tile_input input;
    status = work_progress_begin(drawing->progress,
                                 ready + image_total(drawing) * tile_plan_steps(plan), diag);
    if (!status) {
        status = tile_source_open(&planned, files, &arena, diag, &source);
    }
    if (!status) {
        status = tile_input_make(plan, source.scene, &source.textures, &arena, diag, &input);
    }
    if (!status) {
        status = work_progress_step(drawing->progress, diag);
    }
    if (!status) {
        *missing_assets = tile_source_missing_assets(&source);
        const struct tile_work work = {
            .size_px = tile_plan_quad_px(plan) * QUADS_PER_TILE,
            .image_count = image_total(drawing),
            .triangle_count = input.meshes->triangle_count,
        };
        scratch = tile_scratch_create(plan, draw_tile_threads(&work, thread_core_count()));
        status = scratch ? ADTMAP_OK : diag_fail_memory(diag);
    }
    if (!status) {
        tile_scratch_tell(scratch, drawing->progress);
    }
    if (!status && is_lit) {
        status =
            tile_edges_light(edges, plan, planned.has_picture, scratch, &for_edges, diag, &input);
    }
    if (!status) {
        status = draw_all(plan, &input, scratch, drawing, ready, diag);
    }
close:
    tile_source_close(&source);
    tile_edges_destroy(edges);
    tile_scratch_destroy(scratch);
    tile_plan_destroy(plan);
    arena_free(&for_edges);
    arena_free(&arena);
    return status;
}
