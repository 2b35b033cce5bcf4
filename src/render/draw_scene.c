/*
 * The ground first, a chunk a thread; then bands of everything that stands on it; then the average
 * down to the output's size, and the fade of a tile that a parent lends. Layers that are pictures
 * go the same way, with other plans or other lists of meshes.
 */
#include "render/draw_scene.h"

#include <assert.h>
#include <inttypes.h>
#include <omp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/placed/scene_meshes.h"
#include "os/large_alloc.h"
#include "render/layers/data_layer.h"
#include "render/layers/doodad_cover.h"
#include "render/layers/storey.h"
#include "render/light/tile_light.h"
#include "render/overlay.h"
#include "render/terrain/sample_quads.h"
#include "render/terrain/terrain.h"
#include "render/texture/fade.h"
#include "render/texture/resample.h"

enum {
    RGBA = 4,

    /* Edges of the drawings of small pictures: of those up to SMALLEST_PX, and of others. */
    SMALLEST_PX = 64,
    SMALLEST_DRAWING_PX = 256,
    SMALL_DRAWING_PX = 512,
};

struct tile_plan {
    uint32_t size_px; /* of the output */
    uint32_t draw_px; /* of the drawing: a multiple of QUADS_PER_TILE */
    struct terrain_plan *terrain;
    struct terrain_plan *albedo; /* NULL: not planned */
    struct terrain_plan *storey; /* on a transparent ground; NULL: not planned */
    struct terrain_plan *dry;    /* no shores, and shadows whole; NULL: not planned */
    struct adtmap_settings settings;
    struct tile_light_plan light;
};

struct tile_scratch {
    unsigned threads;
    struct terrain_scratch **terrain;  /* one a thread */
    struct overlay_scratch **overlays; /* one a thread, made when first needed */
    uint8_t *drawing;                  /* draw_px squared RGBA; NULL when drawn in place */
    uint8_t *cover;                    /* size_px squared RGBA, made when first needed */
    struct tile_light_scratch *lights; /* made when first needed */
    struct tile_light light;           /* of the tile, found last; NULLs while it waits */
    struct work_progress *progress;    /* or NULL */
};

/*
 * Sizes that are no multiple of 128 are drawn at twice their size or more, so that the average
 * keeps its edges sharp, and large ones at 8192. Below 2 pixels a quad too much changes within a
 * pixel for a product of averages to be the average of the product: those are drawn larger, too.
 * Four pixels a pixel are enough for pictures of 64 px, but not for the height of what casts
 * shadows.
 */
uint32_t tile_drawing_px(const struct adtmap_settings *settings)
{
    const uint32_t size_px = settings->size_px;
    if (size_px % QUADS_PER_TILE == 0 && size_px > QUADS_PER_TILE) {
        return size_px;
    }
    bool needs_heights = settings->shadows == ADTMAP_SHADOWS_CAST || settings->sky > 0.0F ||
                         settings->ground == ADTMAP_GROUND_RELIEF || settings->contour_yd != 0.0F;
    uint32_t least =
        size_px <= SMALLEST_PX && !needs_heights ? SMALLEST_DRAWING_PX : SMALL_DRAWING_PX;
    uint32_t wanted = 2 * size_px > least ? 2 * size_px : least;
    wanted = (wanted + QUADS_PER_TILE - 1) / QUADS_PER_TILE * QUADS_PER_TILE;
    return wanted < ADTMAP_SIZE_MAX_PX ? wanted : ADTMAP_SIZE_MAX_PX;
}

struct tile_plan *tile_plan_create(const struct adtmap_settings *settings)
{
    struct tile_plan *plan = calloc(1, sizeof *plan);
    if (!plan) {
        return NULL;
    }
    plan->settings = *settings;
    plan->size_px = settings->size_px;
    plan->draw_px = tile_drawing_px(settings);
    plan->terrain = terrain_plan_create(settings, plan->draw_px / QUADS_PER_TILE);
    if (!plan->terrain) {
        tile_plan_destroy(plan);
        return NULL;
    }
    plan->light = tile_light_plan_of(&plan->settings, tile_plan_quad_px(plan));
    return plan;
}

void tile_plan_destroy(struct tile_plan *plan)
{
    if (plan) {
        terrain_plan_destroy(plan->terrain);
        terrain_plan_destroy(plan->albedo);
        terrain_plan_destroy(plan->storey);
        terrain_plan_destroy(plan->dry);
        free(plan);
    }
}

/* The settings of a floor: as those of the picture, on a transparent ground. */
static struct adtmap_settings storey_settings(const struct tile_plan *plan)
{
    struct adtmap_settings settings = plan->settings;
    memset(settings.background, 0, sizeof settings.background);
    return settings;
}

bool tile_plan_add_layers(struct tile_plan *plan, uint32_t needs)
{
    if ((needs & SCENE_NEEDS_GROUNDS) && !plan->albedo) {
        plan->albedo = terrain_plan_create_albedo(&plan->settings, tile_plan_quad_px(plan));
    }
    if ((needs & SCENE_NEEDS_LOOK) && !plan->storey) {
        const struct adtmap_settings settings = storey_settings(plan);
        plan->storey = terrain_plan_create(&settings, tile_plan_quad_px(plan));
    }
    if ((needs & SCENE_NEEDS_LOOK) && !plan->dry) {
        struct adtmap_settings settings = plan->settings;
        settings.draw &= ~(uint32_t)ADTMAP_DRAW_LIQUID;
        plan->dry = terrain_plan_create(&settings, tile_plan_quad_px(plan));
    }
    return (plan->albedo || !(needs & SCENE_NEEDS_GROUNDS)) &&
           ((plan->storey && plan->dry) || !(needs & SCENE_NEEDS_LOOK));
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
    scratch->overlays = calloc(threads, sizeof *scratch->overlays);
    int complete = scratch->terrain && scratch->overlays;
    for (unsigned i = 0; i < threads && complete; i++) {
        scratch->terrain[i] = terrain_scratch_create(plan->terrain);
        complete = scratch->terrain[i] != NULL;
    }
    if (complete && plan->draw_px != plan->size_px) {
        scratch->drawing = large_alloc((size_t)plan->draw_px * plan->draw_px * RGBA);
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
        for (unsigned i = 0; scratch->overlays && i < scratch->threads; i++) {
            overlay_scratch_destroy(scratch->overlays[i]);
        }
        free(scratch->terrain);
        free(scratch->overlays);
        large_free(scratch->drawing);
        large_free(scratch->cover);
        tile_light_scratch_destroy(scratch->lights);
        free(scratch);
    }
}

void tile_scratch_tell(struct tile_scratch *scratch, struct work_progress *progress)
{
    scratch->progress = progress;
}

enum adtmap_status tile_scratch_step(struct tile_scratch *scratch, const struct diag *diag)
{
    return work_progress_step(scratch->progress, diag);
}

/* Chunks of the ground, then bands of what stands on it. */
uint32_t tile_plan_steps(const struct tile_plan *plan)
{
    return ADT_CHUNKS + plan->draw_px / SAMPLE_BAND_ROWS;
}

static void draw_chunks(const struct tile_plan *plan, const struct terrain_plan *terrain,
                        const struct tile_input *input, struct tile_scratch *scratch, uint8_t *rgba,
                        size_t stride_bytes)
{
    size_t chunk_px = plan->draw_px / ADT_EDGE;
#pragma omp parallel for num_threads(scratch->threads) schedule(dynamic, 4)
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        if (work_progress_is_cancelled(scratch->progress)) {
            continue;
        }
        uint8_t *corner =
            rgba + i / ADT_EDGE * chunk_px * stride_bytes + i % ADT_EDGE * chunk_px * RGBA;
        const uint8_t *shade = input->light ? input->light->shade : NULL;
        if (shade) {
            shade += i / ADT_EDGE * chunk_px * plan->draw_px + i % ADT_EDGE * chunk_px;
        }
        terrain_draw_chunk(terrain, input->scene, input->scene->grounds, i, corner, stride_bytes,
                           shade, plan->draw_px, scratch->terrain[omp_get_thread_num()]);
        work_progress_team_step(scratch->progress, omp_get_thread_num());
    }
}

_Static_assert((int)HEIGHT_BAND_ROWS == (int)SAMPLE_BAND_ROWS, "heights and colours share bins");

static bool create_overlays(const struct tile_plan *plan, struct tile_scratch *scratch)
{
    bool complete = true;
    for (unsigned i = 0; i < scratch->threads && complete; i++) {
        if (!scratch->overlays[i]) {
            scratch->overlays[i] = overlay_scratch_create(tile_plan_quad_px(plan));
        }
        complete = scratch->overlays[i] != NULL;
    }
    return complete;
}

static enum adtmap_status make_input(const struct tile_plan *plan, const struct scene_tile *scene,
                                     const struct pixel_area *left_out,
                                     struct surface_textures *textures, struct arena *arena,
                                     const struct diag *diag, struct tile_input *input)
{
    const struct mesh_list *meshes =
        scene_meshes(scene, &plan->settings, tile_plan_quad_px(plan), left_out, arena);
    *input = (struct tile_input){scene, meshes, arena, NULL, NULL};
    return meshes && surface_textures_read(textures, meshes->finest) ? ADTMAP_OK
                                                                     : diag_fail_memory(diag);
}

enum adtmap_status tile_input_make(const struct tile_plan *plan, const struct scene_tile *scene,
                                   struct surface_textures *textures, struct arena *arena,
                                   const struct diag *diag, struct tile_input *input)
{
    return make_input(plan, scene, NULL, textures, arena, diag, input);
}

enum adtmap_status tile_input_make_edges(const struct tile_plan *plan,
                                         const struct scene_tile *scene,
                                         struct surface_textures *textures, struct arena *arena,
                                         const struct diag *diag, struct tile_input *input)
{
    const struct height_area inside = edge_inside(&plan->light.edges);
    const struct pixel_area left_out = {inside.left, inside.right, inside.top, inside.bottom};
    return make_input(plan, scene, &left_out, textures, arena, diag, input);
}

const struct edge_plan *tile_plan_edges(const struct tile_plan *plan)
{
    return plan->light.edges.margin_px > 0 ? &plan->light.edges : NULL;
}

bool tile_plan_has_light(const struct tile_plan *plan)
{
    return plan->light.has_shadows || plan->light.has_sky;
}

/* Readies what light is found with. False when out of memory. */
static bool ready_light(const struct tile_plan *plan, const struct tile_input *input,
                        struct tile_scratch *scratch, struct mesh_bins *bins)
{
    if (!scratch->lights) {
        scratch->lights = tile_light_scratch_create(&plan->light, scratch->threads);
    }
    return scratch->lights && bins &&
           overlay_fill_bins(input->meshes, tile_plan_quad_px(plan), input->arena, bins);
}

struct edge_strips *tile_draw_edges(const struct tile_plan *plan, const struct tile_input *input,
                                    struct tile_scratch *scratch, size_t *bytes)
{
    struct mesh_bins bins;
    const struct tile_light_input of_light = {input->scene, input->meshes, &bins};
    return ready_light(plan, input, scratch, &bins)
               ? tile_light_edges(&plan->light, &of_light, scratch->lights, bytes)
               : NULL;
}

enum adtmap_status tile_input_begin_light(const struct tile_plan *plan,
                                          const struct edge_strips *own, bool has_picture,
                                          struct tile_scratch *scratch, const struct diag *diag,
                                          struct tile_input *input)
{
    struct mesh_bins *bins = arena_alloc(input->arena, 1, sizeof *bins);
    const struct tile_light_input of_light = {input->scene, input->meshes, bins};
    if (!ready_light(plan, input, scratch, bins) ||
        !tile_light_begin(&plan->light, &of_light, own, has_picture, scratch->lights)) {
        return diag_fail_memory(diag);
    }
    input->bins = bins;
    return ADTMAP_OK;
}

void tile_input_add_edges(const struct tile_plan *plan, struct tile_scratch *scratch,
                          const struct edge_strips *strips, int east, int south)
{
    tile_light_add_edges(&plan->light, scratch->lights, strips, east, south);
}

void tile_input_light(const struct tile_plan *plan, struct tile_scratch *scratch,
                      struct tile_input *input)
{
    scratch->light = (struct tile_light){0};
    if (!tile_light_waiting(scratch->lights)) {
        scratch->light = tile_light_find(&plan->light, input->scene, scratch->lights);
    }
    input->light = &scratch->light;
}

/* `wanted`, whose bins are made here unless it has some, over the terrain in `rgba`. False when out
 * of memory. */
static bool draw_overlay(const struct tile_plan *plan, const struct overlay *wanted,
                         struct arena *arena, struct tile_scratch *scratch, uint8_t *rgba,
                         size_t stride_bytes, const struct diag *diag)
{
    struct mesh_bins made;
    struct overlay overlay = *wanted;
    if (!overlay_is_needed(wanted->meshes, wanted->settings)) {
        return true;
    }
    if (!create_overlays(plan, scratch) ||
        (!overlay.bins &&
         !overlay_fill_bins(overlay.meshes, tile_plan_quad_px(plan), arena, &made))) {
        return false;
    }
    overlay.bins = overlay.bins ? overlay.bins : &made;
    for (unsigned i = 0; i < scratch->threads; i++) {
        if (!overlay_scratch_reserve(scratch->overlays[i], overlay.bins)) {
            return false;
        }
    }
    if (overlay.bins->left_out) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "%u of its triangles and crowns left out: the boxes round all would have more "
                  "than %" PRIu64 " pixels, and %d times those of the tile",
                  (unsigned)overlay.bins->left_out, MESH_PIXELS_MAX, MESH_LAYERS_MAX);
    }
#pragma omp parallel for num_threads(scratch->threads) schedule(dynamic, 1)
    for (uint32_t i = 0; i < overlay.bins->band_count; i++) {
        if (work_progress_is_cancelled(scratch->progress)) {
            continue;
        }
        overlay_draw_band(&overlay, i, scratch->overlays[omp_get_thread_num()], rgba, stride_bytes);
        work_progress_team_step(scratch->progress, omp_get_thread_num());
    }
    return true;
}

/* What is drawn of a tile, and how. */
struct tile_view {
    const struct terrain_plan *terrain;
    const struct mesh_list *meshes;
    const struct adtmap_settings *settings;
};

/* Draws the ground of a view, and its meshes over it, in the light of the input. False when out of
 * memory. */
static bool draw_lit(const struct tile_plan *plan, const struct tile_view *view,
                     const struct tile_input *input, struct tile_scratch *scratch, uint8_t *rgba,
                     size_t stride_bytes, const struct diag *diag)
{
    struct mesh_shadow shadow = plan->light.on_meshes;
    struct overlay overlay = {
        .scene = input->scene, .meshes = view->meshes, .settings = view->settings};
    overlay.bins = view->meshes == input->meshes ? input->bins : NULL;
    overlay.heights = input->light ? tile_light_waiting(scratch->lights) : NULL;
    if (input->light && input->light->shade) {
        shadow.shade = input->light->shade;
        for (int c = 0; c < 3 && input->scene->hours; c++) {
            shadow.ambient[c] *= input->scene->hours->everywhere.ambient[c];
            shadow.diffuse[c] *= input->scene->hours->everywhere.diffuse[c];
        }
        overlay.shadow = &shadow;
    }
    draw_chunks(plan, view->terrain, input, scratch, rgba, stride_bytes);
    if (!draw_overlay(plan, &overlay, input->arena, scratch, rgba, stride_bytes, diag)) {
        return false;
    }
    if (overlay.heights) {
        assert(view->meshes == input->meshes && input->light == &scratch->light);
        scratch->light = tile_light_find(&plan->light, input->scene, scratch->lights);
    }
    if (input->light && input->light->dark) {
        sky_light_apply(light_kernels_get(view->settings->cpu), input->light->dark, plan->draw_px,
                        scratch->threads, rgba, stride_bytes);
    }
    return true;
}

enum adtmap_status tile_draw(const struct tile_plan *plan, const struct tile_input *input,
                             struct tile_scratch *scratch, uint8_t *rgba, size_t stride_bytes,
                             const struct diag *diag)
{
    uint8_t *drawing = scratch->drawing ? scratch->drawing : rgba;
    size_t drawing_stride = scratch->drawing ? (size_t)plan->draw_px * RGBA : stride_bytes;
    const struct tile_view view = {plan->terrain, input->meshes, &plan->settings};
    if (!draw_lit(plan, &view, input, scratch, drawing, drawing_stride, diag)) {
        return diag_fail_memory(diag);
    }
    if (scratch->drawing && !resample_area(drawing, plan->draw_px, rgba, plan->size_px,
                                           stride_bytes, scratch->threads)) {
        return diag_fail_memory(diag);
    }
    if (input->scene->is_of_parent) {
        fade_picture(&plan->settings, rgba, stride_bytes);
    }
    return ADTMAP_OK;
}

bool layer_albedo_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    const struct tile_plan *plan = input->plan;
    struct tile_scratch *scratch = input->scratch;
    const struct tile_input tile = {input->scene, input->meshes, input->arena, NULL, NULL};
    uint8_t *drawing = scratch->drawing ? scratch->drawing : image->pixels;
    size_t stride_bytes = scratch->drawing ? (size_t)plan->draw_px * RGBA : image->stride_bytes;
    assert(plan->albedo);
    draw_chunks(plan, plan->albedo, &tile, scratch, drawing, stride_bytes);
    return !scratch->drawing || resample_area(drawing, plan->draw_px, image->pixels, plan->size_px,
                                              image->stride_bytes, scratch->threads);
}

/* Draws what covers the ground in white and black. False when out of memory. */
static bool draw_cover(const struct tile_plan *plan, const struct tile_input *input,
                       struct tile_scratch *scratch, uint8_t *drawing, const struct diag *diag)
{
    struct mesh_list cover;
    struct adtmap_settings settings = plan->settings;
    struct overlay overlay = {.scene = input->scene, .meshes = &cover, .settings = &settings};
    for (size_t i = 0; i < (size_t)plan->draw_px * plan->draw_px; i++) {
        memcpy(drawing + RGBA * i, (const uint8_t[RGBA]){0, 0, 0, UINT8_MAX}, RGBA);
    }
    memcpy(settings.background, drawing, sizeof settings.background);
    return doodad_cover_meshes(input->meshes, input->arena, &cover) &&
           draw_overlay(plan, &overlay, input->arena, scratch, drawing,
                        (size_t)plan->draw_px * RGBA, diag);
}

bool layer_doodads_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    const struct tile_plan *plan = input->plan;
    struct tile_scratch *scratch = input->scratch;
    const struct tile_input tile = {input->scene, input->meshes, input->arena, NULL, NULL};
    size_t stride_bytes = (size_t)plan->size_px * RGBA;
    if (!scratch->cover) {
        scratch->cover = large_alloc(plan->size_px * stride_bytes);
    }
    uint8_t *drawing = scratch->drawing ? scratch->drawing : scratch->cover;
    if (!scratch->cover || !draw_cover(plan, &tile, scratch, drawing, input->diag) ||
        (scratch->drawing && !resample_area(drawing, plan->draw_px, scratch->cover, plan->size_px,
                                            stride_bytes, scratch->threads))) {
        return false;
    }
    doodad_cover_store(scratch->cover, plan->size_px, image);
    return true;
}

/* Draws a picture of a tile as a layer. */
static bool draw_view(const struct data_layer_input *input, const struct tile_view *view,
                      const struct tile_light *light, struct adtmap_layer_image *image)
{
    const struct tile_plan *plan = input->plan;
    struct tile_scratch *scratch = input->scratch;
    const struct tile_input tile = {input->scene, input->meshes, input->arena, light, NULL};
    uint8_t *drawing = scratch->drawing ? scratch->drawing : image->pixels;
    size_t stride_bytes = scratch->drawing ? (size_t)plan->draw_px * RGBA : image->stride_bytes;
    if (!draw_lit(plan, view, &tile, scratch, drawing, stride_bytes, input->diag) ||
        (scratch->drawing && !resample_area(drawing, plan->draw_px, image->pixels, plan->size_px,
                                            image->stride_bytes, scratch->threads))) {
        return false;
    }
    if (input->scene->is_of_parent) {
        fade_picture(view->settings, image->pixels, image->stride_bytes);
    }
    return true;
}

static bool is_no_liquid(const void *user, const struct mesh_batch *batch)
{
    (void)user;
    return !batch->is_liquid;
}

bool layer_no_liquid_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    const struct tile_plan *plan = input->plan;
    struct mesh_list meshes;
    const struct tile_view view = {plan->dry, &meshes, &plan->settings};
    return mesh_list_pick(input->meshes, is_no_liquid, NULL, input->arena, &meshes) &&
           draw_view(input, &view, input->light, image);
}

bool layer_storey_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    const struct data_layer_storey given = {.range_yd = {image->range_yd[0], image->range_yd[1]}};
    const struct data_layer_storey *storey = input->storey ? input->storey : &given;
    struct adtmap_settings settings = storey_settings(input->plan);
    struct mesh_list meshes;
    const struct tile_view view = {input->plan->storey, &meshes, &settings};
    assert(input->plan->storey);
    memcpy(image->range_yd, storey->range_yd, sizeof image->range_yd);
    storey_cut(storey, &settings);
    return storey_meshes(input->meshes, storey, input->arena, &meshes) &&
           draw_view(input, &view, NULL, image);
}

enum adtmap_status tile_draw_layer(const struct tile_plan *plan, const struct tile_input *input,
                                   const struct adtmap_height_range *height,
                                   const struct data_layer_storey *storey,
                                   struct tile_scratch *scratch, const struct diag *diag,
                                   struct adtmap_layer_image *image)
{
    const struct data_layer_input layer_input = {
        .scene = input->scene,
        .meshes = input->meshes,
        .light = input->light,
        .height = *height,
        .size_px = plan->size_px,
        .threads = scratch->threads,
        .arena = input->arena,
        .plan = plan,
        .scratch = scratch,
        .diag = diag,
        .settings = &plan->settings,
        .storey = storey,
    };
    return data_layers[image->layer.kind].draw(&layer_input, image) ? ADTMAP_OK
                                                                    : diag_fail_memory(diag);
}
