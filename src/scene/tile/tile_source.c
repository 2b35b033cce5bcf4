/* What is loaded goes into the tile's arena, or is pinned in a cache until the scene is freed. */
#include "scene/tile/tile_source.h"

#include <string.h>

#include "formats/adt/adt.h"
#include "formats/grid.h"
#include "map/hours/map_hours.h"
#include "map/map_low_res.h"
#include "map/settings/settings.h"
#include "scene/doodad/doodad_rule.h"
#include "scene/tile/scene_materials.h"

struct tile_request tile_request_of(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                    const struct adtmap_settings *settings)
{
    return (struct tile_request){
        .data = map->data,
        .map = map,
        .x = x,
        .y = y,
        .facts = map_adt_request(map, x, y),
        .hours = &map->hours,
        .settings = settings,
    };
}

/*
 * The blend that a map asks for: by heights where it says so; weighted came with 8-bit alpha maps,
 * by the same bits of MPHD.
 */
static enum adtmap_blend blend_of(const struct adt_tile *adt)
{
    if (adt->has_height_blend) {
        return ADTMAP_BLEND_HEIGHT;
    }
    return adt->alpha_depth == ADT_ALPHA_8BIT ? ADTMAP_BLEND_WEIGHTED : ADTMAP_BLEND_SEQUENTIAL;
}

static bool needs_objects(const struct tile_request *request)
{
    return request->has_picture || (request->layer_needs & SCENE_NEEDS_OBJECTS);
}

static bool needs_liquids(const struct tile_request *request)
{
    return (request->has_picture && (request->settings->draw & ADTMAP_DRAW_LIQUID)) ||
           (request->layer_needs & SCENE_NEEDS_LIQUIDS);
}

static bool needs_grounds(const struct tile_request *request)
{
    return (request->has_picture && request->settings->ground == ADTMAP_GROUND_TEXTURED) ||
           (request->layer_needs & SCENE_NEEDS_GROUNDS);
}

/* A relief map has no layers, but may have baked shadows. */
static bool needs_maps(const struct tile_request *request)
{
    return needs_grounds(request) || (request->layer_needs & SCENE_NEEDS_MAPS) ||
           (request->has_picture && settings_have_baked_shadows(request->settings));
}

/* What is needed of the tile's own files: its map knows the placements of all tiles. */
static unsigned wanted_contents(const struct tile_request *request)
{
    unsigned contents = needs_maps(request) ? ADT_TERRAIN : ADT_GROUND;
    uint32_t draw = request->settings->draw;
    bool has_objects = needs_objects(request) && (draw & (ADTMAP_DRAW_WMO | ADTMAP_DRAW_M2));
    contents |= needs_liquids(request) ? ADT_LIQUIDS : 0U;
    contents |= has_objects && !request->map ? ADT_PLACEMENTS : 0U;
    return contents;
}

/* The chunks that lie wholly in a box of the world, along one axis: from `low` to `high`, counted
 * from the edge `from_yd` of the tile on, west or north. */
static void chunks_within(double from_yd, float low, float high, uint32_t *first, uint32_t *end)
{
    *first = 0;
    while (*first < ADT_EDGE && from_yd - *first * CHUNK_YD > (double)high) {
        ++*first;
    }
    *end = ADT_EDGE;
    while (*end > *first && from_yd - *end * CHUNK_YD < (double)low) {
        --*end;
    }
}

/* Reads the tile and makes the scene of its terrain and liquids. */
static enum adtmap_status build_scene(const struct tile_request *request,
                                      const struct adt_files *files, struct arena *arena,
                                      const struct diag *diag, struct tile_source *source)
{
    struct adt_tile *adt;
    struct adt_request wanted = request->facts;
    wanted.edge = request->settings->edge;
    wanted.contents = wanted_contents(request);
    if (request->left_out) {
        const struct adt_box *box = request->left_out;
        struct adt_chunk_area *area = &wanted.left_out;
        chunks_within(grid_edge_yd(request->x), box->low[1], box->high[1], &area->left,
                      &area->right);
        chunks_within(grid_edge_yd(request->y), box->low[0], box->high[0], &area->top,
                      &area->bottom);
    }
    enum adtmap_status status = adt_read(files, &wanted, arena, diag, &adt);
    if (!status) {
        status = scene_build(adt, blend_of(adt), request->settings, arena, diag, &source->scene);
    }
    if (status) {
        return status;
    }
    source->own = &adt->placements;
    source->scene->liquids = adt->liquids;
    if (request->map) {
        source->scene->x = request->x;
        source->scene->y = request->y;
    }
    return liquid_types_apply(&request->data->liquid_types, &source->scene->liquids, arena)
               ? ADTMAP_OK
               : diag_fail_memory(diag);
}

/* Ocean at height 0 in every chunk. */
static enum adtmap_status flood(struct arena *arena, const struct diag *diag,
                                struct scene_tile *scene)
{
    enum { EDGE = 8, QUADS = EDGE * EDGE, VERTICES = (EDGE + 1) * (EDGE + 1) };
    struct liquid_layer *layers = arena_alloc(arena, ADT_CHUNKS, sizeof *layers);
    float *heights = arena_alloc(arena, VERTICES, sizeof *heights);
    uint8_t *quads = arena_alloc(arena, QUADS, 1);
    if (!layers || !heights || !quads) {
        return diag_fail_memory(diag);
    }
    memset(quads, LIQUID_OCEAN, QUADS);
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        layers[i] = (struct liquid_layer){
            .chunk = i,
            .grid = {.width = EDGE, .height = EDGE, .height_yd = heights, .quad = quads}};
    }
    scene->liquids = (struct liquid_layers){.count = ADT_CHUNKS, .layers = layers};
    return ADTMAP_OK;
}

/* A scene without terrain: nothing, or ocean. */
static enum adtmap_status build_without_adt(const struct tile_request *request, struct arena *arena,
                                            const struct diag *diag, struct tile_source *source)
{
    struct scene_tile *scene = arena_alloc(arena, 1, sizeof *scene);
    if (!scene) {
        return diag_fail_memory(diag);
    }
    source->scene = scene;
    scene->x = request->x;
    scene->y = request->y;
    scene->blend = ADTMAP_BLEND_SEQUENTIAL;
    bool is_water = request->map && map_is_water(request->map, request->x, request->y);
    return is_water && needs_liquids(request) ? flood(arena, diag, scene) : ADTMAP_OK;
}

static enum adtmap_status add_placements(const struct tile_request *request, struct arena *arena,
                                         const struct diag *diag, struct tile_source *source)
{
    struct scene_tile *scene = source->scene;
    if (!(request->settings->draw & ADTMAP_DRAW_WMO)) {
        return ADTMAP_OK;
    }
    const struct wmo_search search = {
        .data = request->data,
        .map = request->map,
        .own = source->own,
        .x = scene->x,
        .y = scene->y,
        .wanted = &request->settings->objects,
        .omits_doodads = !(request->settings->draw & ADTMAP_DRAW_M2),
        .doodad_wanted = doodad_name_filter(request->settings),
    };
    enum adtmap_status status = wmo_set_open(&search, arena, diag, &source->placements);
    scene->placement_count = source->placements.count;
    scene->placements = source->placements.placements;
    scene->liquid_types = &request->data->liquid_types;
    return status;
}

static enum adtmap_status add_doodads(const struct tile_request *request, struct arena *arena,
                                      const struct diag *diag, struct tile_source *source)
{
    const struct doodad_search search = {
        .data = request->data,
        .map = request->map,
        .own = source->own,
        .x = source->scene->x,
        .y = source->scene->y,
        .settings = request->settings,
        .arena = arena,
    };
    source->scene->doodads = &source->doodads;
    return request->settings->draw & ADTMAP_DRAW_M2
               ? doodad_set_open(&search, &source->placements, diag, &source->doodads)
               : ADTMAP_OK;
}

/* Whether a box lies in another. */
static bool is_inside(const struct adt_box *box, const struct adt_box *outer)
{
    bool inside = true;
    for (int axis = 0; axis < 3; axis++) {
        inside = inside && box->low[axis] > outer->low[axis] && box->high[axis] < outer->high[axis];
    }
    return inside;
}

/* Takes out of the scene what the request leaves out, and crowns, which have no height; the pins
 * stay. */
static void leave_out(const struct tile_request *request, struct tile_source *source)
{
    struct wmo_set *wmos = &source->placements;
    struct doodad_set *doodads = &source->doodads;
    uint32_t count = 0;
    for (uint32_t i = 0; i < wmos->count; i++) {
        const struct placed_wmo *placed = &wmos->placements[i];
        const struct adt_box box =
            placement_box(&placed->matrix, placed->building->box.low, placed->building->box.high);
        if (!is_inside(&box, request->left_out)) {
            wmos->placements[count++] = *placed;
        }
    }
    source->scene->placement_count = count;
    count = 0;
    for (uint32_t i = 0; i < doodads->count; i++) {
        const struct scene_doodad *doodad = &doodads->doodads[i];
        if (!doodad->model->is_crown && !is_inside(&doodad->box, request->left_out)) {
            doodads->doodads[count++] = doodads->doodads[i];
        }
    }
    doodads->count = count;
}

/* Pins the ground textures that layers use, filtered. */
static enum adtmap_status pin_grounds(const struct tile_request *request, struct arena *arena,
                                      const struct diag *diag, struct tile_source *source)
{
    struct scene_tile *scene = source->scene;
    struct ground_request *requests = arena_alloc(arena, scene->texture_count, sizeof *requests);
    if (!requests) {
        return diag_fail_memory(diag);
    }
    const bool may_shine = request->settings->texture_levels == ADTMAP_TEXTURE_LEVELS_NOGGIT;
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        for (uint32_t layer = 0; layer < scene->chunks[i].layer_count; layer++) {
            uint32_t index = scene->chunks[i].layers[layer].texture;
            const struct scene_texture *texture = &scene->textures[index];
            struct asset_ref colors = texture->colors;
            if (requests[index].is_wanted) {
                continue;
            }
            if (may_shine &&
                !ground_shining(request->data->assets, texture->colors, arena, &colors)) {
                return diag_fail_memory(diag);
            }
            requests[index] = (struct ground_request){true, colors, texture->has_height,
                                                      texture->height, texture->scale_shift};
        }
    }
    enum adtmap_status status =
        ground_cache_pin(source->data->grounds, request->quad_px, requests, scene->texture_count,
                         arena, diag, &source->grounds);
    scene->grounds = source->grounds.textures;
    return status;
}

/* The height of the ground at the corners of chunks, of any chunk that has the corner; 0 without
 * ground. */
static void find_corner_heights(const struct scene_tile *scene, float height_yd[HOUR_GRID_CORNERS])
{
    enum { EAST = QUADS_PER_CHUNK, SOUTH = QUADS_PER_CHUNK * VERTEX_SOUTH };
    static const uint32_t corners[4][2] = {
        {0, 0}, {1, EAST}, {HOUR_GRID_EDGE, SOUTH}, {HOUR_GRID_EDGE + 1, SOUTH + EAST}};
    memset(height_yd, 0, HOUR_GRID_CORNERS * sizeof *height_yd);
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        const struct adt_chunk *terrain = scene->chunks[i].terrain;
        for (int k = 0; k < 4 && terrain; k++) {
            uint32_t at = i / ADT_EDGE * HOUR_GRID_EDGE + i % ADT_EDGE + corners[k][0];
            height_yd[at] = terrain->height_yd[corners[k][1]];
        }
    }
}

/* The light of the time of day, if the settings have one. False when out of memory. */
static bool add_hours(const struct tile_request *request, struct arena *arena,
                      struct scene_tile *scene)
{
    float height_yd[HOUR_GRID_CORNERS];
    if (!settings_have_time(request->settings) || !request->hours || !request->hours->is_known) {
        return true;
    }
    find_corner_heights(scene, height_yd);
    scene->hours = hour_field_make(request->hours, settings_half_minutes(request->settings), arena);
    if (scene->hours) {
        scene->hour_grid = hour_grid_make(scene->hours, scene->x, scene->y, height_yd, arena);
    }
    return scene->hour_grid != NULL;
}

/* What the scene needs of models, loaded and pinned. */
static enum adtmap_status add_objects(const struct tile_request *request, struct arena *arena,
                                      const struct diag *diag, struct tile_source *source)
{
    enum adtmap_status status = add_placements(request, arena, diag, source);
    if (!status) {
        status = work_progress_step(request->progress, diag);
    }
    if (!status) {
        status = add_doodads(request, arena, diag, source);
    }
    if (!status && request->left_out) {
        leave_out(request, source);
    }
    return status;
}

/* What the scene needs of models and textures, loaded and pinned. */
static enum adtmap_status complete_scene(const struct tile_request *request, struct arena *arena,
                                         const struct diag *diag, struct tile_source *source)
{
    enum adtmap_status status = ADTMAP_OK;
    if (needs_objects(request)) {
        status = add_objects(request, arena, diag, source);
    }
    if (!status) {
        status = work_progress_reach(request->progress, TILE_SOURCE_STEPS - 1, diag);
    }
    if (!status && needs_grounds(request)) {
        status = pin_grounds(request, arena, diag, source);
    }
    if (status) {
        return status;
    }
    source->textures = surface_textures_of(request->data->mips, request->data->texture_files,
                                           request->settings, request->quad_px, arena);
    if (needs_objects(request) && !scene_add_materials(&source->textures, source->scene)) {
        return diag_fail_memory(diag);
    }
    return work_progress_step(request->progress, diag);
}

enum adtmap_status tile_source_open(const struct tile_request *request,
                                    const struct adt_files *files, struct arena *arena,
                                    const struct diag *diag, struct tile_source *source)
{
    *source = (struct tile_source){.data = request->data};
    enum adtmap_status status = files->root.data ? build_scene(request, files, arena, diag, source)
                                                 : build_without_adt(request, arena, diag, source);
    status = status ? status : work_progress_step(request->progress, diag);
    status = status ? status : complete_scene(request, arena, diag, source);
    if (!status && !add_hours(request, arena, source->scene)) {
        status = diag_fail_memory(diag);
    }
    if (!status) {
        source->scene->contour_yd = map_contour_yd(request->map, request->settings);
        source->scene->is_of_parent =
            request->map && map_of_tile(request->map, request->x, request->y) != request->map;
    }
    return status;
}

uint32_t tile_source_missing_assets(const struct tile_source *source)
{
    return source->grounds.missing_assets + source->placements.missing + source->doodads.missing +
           source->textures.pins.missing_assets;
}

enum adtmap_status tile_source_check_complete(uint32_t missing_assets, const struct diag *diag)
{
    return missing_assets ? diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                                      "%u of its textures, buildings and doodads are missing",
                                      (unsigned)missing_assets)
                          : ADTMAP_OK;
}

void tile_source_close(struct tile_source *source)
{
    ground_cache_unpin(&source->grounds);
    surface_textures_close(&source->textures);
    doodad_set_close(&source->doodads);
    wmo_set_close(&source->placements);
    *source = (struct tile_source){0};
}
