#include "job/tiles/draw_tile_files.h"

#include "base/arena.h"
#include "job/tiles/tile_edges.h"
#include "os/thread.h"
#include "render/draw_scene.h"
#include "render/layers/data_layer.h"

static uint32_t needs_of(const struct tile_drawing *drawing)
{
    uint32_t needs = 0;
    for (size_t i = 0; i < drawing->image_count; i++) {
        needs |= data_layers[drawing->images[i].layer.kind].needs;
    }
    return needs;
}

static enum adtmap_status draw_all(const struct tile_plan *plan, const struct tile_input *input,
                                   struct tile_scratch *scratch, const struct tile_drawing *drawing,
                                   const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    if (drawing->picture) {
        status = tile_draw(plan, input, scratch, drawing->picture, drawing->stride_bytes, diag);
    }
    for (size_t i = 0; i < drawing->image_count && !status; i++) {
        status = tile_draw_layer(plan, input, &drawing->height, NULL, scratch, diag,
                                 &drawing->images[i]);
    }
    return status;
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
    struct arena arena = {0};
    struct arena for_edges = {0};
    struct tile_source source = {0};
    struct tile_plan *plan = make_plan(request, drawing);
    struct tile_scratch *scratch = plan ? tile_scratch_create(plan, thread_core_count()) : NULL;
    struct tile_edges *edges = NULL;
    if (!scratch ||
        (request->map && !tile_edges_create(plan, request->map, request->settings, &edges))) {
        status = diag_fail_memory(diag);
        goto close;
    }
    struct tile_request planned = *request;
    planned.quad_px = tile_plan_quad_px(plan);
    planned.has_picture = drawing->picture != NULL;
    planned.layer_needs = needs_of(drawing);
    struct tile_input input;
    status = tile_source_open(&planned, files, &arena, diag, &source);
    if (!status) {
        status = tile_input_make(plan, source.scene, &source.textures, &arena, diag, &input);
    }
    if (!status) {
        *missing_assets = tile_source_missing_assets(&source);
        status = tile_edges_light(edges, plan, source.scene->x, source.scene->y, scratch,
                                  &for_edges, diag, &input);
    }
    if (!status) {
        status = draw_all(plan, &input, scratch, drawing, diag);
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
