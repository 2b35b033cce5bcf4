#include "job/tiles/tile_edges.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/tile_set.h"
#include "render/light/edge_strips.h"

struct tile_edges {
    const struct tile_plan *plan;
    const struct edge_plan *strips;
    const struct adtmap_map *map;
    const struct adtmap_settings *settings;
    struct cache *cache;    /* of struct edge_strips, by struct map_tile_key */
    struct tile_set listed; /* tiles that the map has, with files or without */
    atomic_flag has_told;   /* that some are missing */
};

/* A load is made with the memory of whoever asks first. */
struct edges_request {
    const struct tile_edges *edges;
    struct tile_scratch *scratch;
    struct arena *arena;
};

/* What heights are drawn from. */
static uint32_t light_needs(const struct adtmap_settings *settings)
{
    uint32_t liquids = settings->draw & ADTMAP_DRAW_LIQUID ? SCENE_NEEDS_LIQUIDS : 0U;
    return SCENE_NEEDS_OBJECTS | liquids;
}

bool tile_edges_want(const struct tile_plan *plan, struct tile_request *request)
{
    bool is_lit = tile_plan_has_light(plan) &&
                  (request->has_picture || (request->layer_needs & SCENE_NEEDS_LOOK));
    request->layer_needs |= is_lit ? light_needs(request->settings) : 0U;
    return is_lit;
}

/* Opens tile (x, y) and draws its edges. ADTMAP_NO_MEMORY has no message. */
static enum adtmap_status draw_edges(const struct edges_request *request, uint32_t x, uint32_t y,
                                     const struct diag *diag, struct edge_strips **strips,
                                     size_t *bytes)
{
    const struct tile_edges *edges = request->edges;
    struct tile_request tile = tile_request_of(edges->map, x, y, edges->settings);
    struct tile_files files = {0};
    struct tile_source source = {0};
    struct tile_input input;
    struct adt_box inside;
    edge_world_inside(edges->strips, x, y, inside.low, inside.high);
    tile.quad_px = tile_plan_quad_px(edges->plan);
    tile.layer_needs = light_needs(edges->settings);
    tile.left_out = &inside;
    enum adtmap_status status = ADTMAP_OK;
    if (!tile_set_has(&edges->map->tiles_without_adt, x, y)) {
        status = map_read_tile(edges->map, x, y, diag, &files);
    }
    if (!status) {
        status = tile_source_open(&tile, &files.adt, request->arena, diag, &source);
    }
    if (!status) {
        status = tile_input_make_edges(edges->plan, source.scene, &source.textures, request->arena,
                                       diag, &input);
    }
    if (!status) {
        *strips = tile_draw_edges(edges->plan, &input, request->scratch, bytes);
        status = *strips ? ADTMAP_OK : ADTMAP_NO_MEMORY;
    }
    tile_source_close(&source);
    tile_files_release(&files);
    arena_reset(request->arena);
    return status;
}

/* What the tiles next to one that cannot be read lack of it. */
static const char *what_is_missing(const struct edge_plan *strips)
{
    if (!strips->has_shadows) {
        return "hides no sky from the tiles next to it";
    }
    return strips->has_surface
               ? "casts no shadow on the tiles next to it, and hides no sky from them"
               : "casts no shadow on the tiles next to it";
}

/* What a tile has to say of itself it says where it is drawn. A tile that cannot be read has strips
 * without pixels. */
static enum adtmap_status load_edges(const struct cache_loading *loading, void **value,
                                     size_t *bytes)
{
    const struct edges_request *request = loading->user;
    const struct map_tile_key *key = loading->key;
    struct edge_strips *strips = NULL;
    struct adtmap_message why = {0};
    char origin[512];
    map_tile_origin(request->edges->map, key->x, key->y, origin, sizeof origin);
    const struct diag quiet = {origin, diag_silent.log, &why};
    enum adtmap_status status = draw_edges(request, key->x, key->y, &quiet, &strips, bytes);
    if (status && status != ADTMAP_NO_MEMORY) {
        const struct diag diag = {origin, loading->log, NULL};
        diag_warn(&diag, NULL, NO_OFFSET, "%s; what stands here %s", why.what,
                  what_is_missing(request->edges->strips));
        *bytes = sizeof *strips;
        strips = calloc(1, sizeof *strips);
        status = strips ? ADTMAP_OK : ADTMAP_NO_MEMORY;
    }
    *value = strips;
    return status;
}

static void free_edges(void *value)
{
    edge_strips_destroy(value);
}

static const struct cache_kind edges_kind = {load_edges, free_edges};

bool tile_edges_create(const struct tile_plan *plan, const struct adtmap_map *map,
                       const struct adtmap_settings *settings, struct tile_edges **edges)
{
    *edges = NULL;
    if (!tile_plan_edges(plan)) {
        return true;
    }
    struct tile_edges *made = calloc(1, sizeof *made);
    if (!made) {
        return false;
    }
    *made = (struct tile_edges){
        .plan = plan,
        .strips = tile_plan_edges(plan),
        .map = map,
        .settings = settings,
        .listed = map_tiles(map),
        .has_told = ATOMIC_FLAG_INIT,
    };
    made->cache = cache_create(map->data->pool, &edges_kind, map->data->assets, map->data->log);
    if (!made->cache) {
        free(made);
        return false;
    }
    *edges = made;
    return true;
}

void tile_edges_destroy(struct tile_edges *edges)
{
    if (edges) {
        cache_destroy(edges->cache);
        free(edges);
    }
}

/* Draws the heights of the tile. Its own edges, if a neighbour has asked for them and they are
 * kept, are not drawn again. What was read for them is a part of what is read for the tile. */
static enum adtmap_status begin_light(struct tile_edges *edges, const struct tile_plan *plan,
                                      bool has_picture, struct tile_scratch *scratch,
                                      const struct diag *diag, struct tile_input *input)
{
    const struct map_tile_key key = {input->scene->x, input->scene->y};
    struct cache_pin own = {0};
    if (edges) {
        cache_acquire_loaded(edges->cache, &key, sizeof key, &own);
    }
    enum adtmap_status status =
        tile_input_begin_light(plan, own.value, has_picture, scratch, diag, input);
    cache_release(&own);
    return status;
}

/* Whether there are edges of tile (x, y). The first one that the map lists and the data have not is
 * told. */
static bool is_there(struct tile_edges *edges, uint32_t x, uint32_t y)
{
    const struct adtmap_map *map = edges->map;
    if (tile_set_has(&map->files, x, y) || tile_set_has(&map->tiles_without_adt, x, y)) {
        return true;
    }
    if (tile_set_has(&edges->listed, x, y) && !atomic_flag_test_and_set(&edges->has_told)) {
        const struct diag diag = {map->name, map->data->log, NULL};
        diag_warn(&diag, NULL, NO_OFFSET,
                  "tiles next to those drawn have no ADT in the data; what stands there %s",
                  what_is_missing(edges->strips));
    }
    return false;
}

enum adtmap_status tile_edges_light(struct tile_edges *edges, const struct tile_plan *plan,
                                    bool has_picture, struct tile_scratch *scratch,
                                    struct arena *arena, const struct diag *diag,
                                    struct tile_input *input)
{
    enum { AROUND = TILE_LIGHT_STEPS - 1 };
    const struct edges_request request = {edges, scratch, arena};
    enum adtmap_status status = begin_light(edges, plan, has_picture, scratch, diag, input);
    for (int i = 0; i < AROUND && !status; i++) {
        /* West and north of the grid these wrap to where no tile is. */
        const int east = i % 3 - 1, south = i / 3 - 1;
        const struct map_tile_key key = {input->scene->x + (uint32_t)east,
                                         input->scene->y + (uint32_t)south};
        struct cache_pin pin = {0};
        if (edges && edge_plan_needs(edges->strips, east, south) && is_there(edges, key.x, key.y)) {
            if (cache_acquire(edges->cache, &key, sizeof key, &request, &pin)) {
                return diag_fail_memory(diag);
            }
            tile_input_add_edges(plan, scratch, pin.value, east, south);
            cache_release(&pin);
        }
        status = tile_scratch_step(scratch, diag);
    }
    if (!status) {
        tile_input_light(plan, scratch, input);
        status = tile_scratch_step(scratch, diag);
    }
    return status;
}
