#include "locate/tile_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/fan.h"
#include "formats/grid.h"

static void tile_facts_destroy(void *tile_facts)
{
    struct tile_facts *facts = tile_facts;
    if (facts) {
        arena_free(&facts->memory);
        free(facts);
    }
}

/* A copy in the arena; NULL for NULL. */
static void *copy_of(struct arena *arena, const void *data, size_t count, size_t size, bool *fine)
{
    void *copy = data ? arena_alloc_dirty(arena, count, size) : NULL;
    if (copy) {
        memcpy(copy, data, count * size);
    }
    *fine = *fine && (copy || !data);
    return copy;
}

static bool copy_liquids(const struct liquid_layers *liquids, struct tile_facts *facts)
{
    struct arena *arena = &facts->memory;
    bool fine = true;
    struct liquid_layer *layers =
        copy_of(arena, liquids->layers, liquids->count, sizeof *layers, &fine);
    for (uint32_t i = 0; i < liquids->count && fine; i++) {
        struct liquid_grid *grid = &layers[i].grid;
        grid->height_yd =
            copy_of(arena, grid->height_yd, liquid_vertices(grid), sizeof *grid->height_yd, &fine);
        grid->quad = copy_of(arena, grid->quad, liquid_quads(grid), 1, &fine);
        grid->depth = NULL;
        grid->uv = NULL;
    }
    facts->liquids = (struct liquid_layers){.count = fine ? liquids->count : 0, .layers = layers};
    return fine;
}

static bool take_facts(const struct adtmap_map *map, struct adt_tile *tile, struct arena *arena,
                       struct tile_facts *facts)
{
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        const struct adt_chunk *chunk = &tile->chunks[i];
        facts->present[i] = chunk->present;
        facts->area_id[i] = chunk->area_id;
        facts->holes[i] = chunk->holes;
        memcpy(facts->height_yd[i], chunk->height_yd, sizeof facts->height_yd[i]);
    }
    return liquid_types_apply(&map->data->liquid_types, &tile->liquids, arena) &&
           copy_liquids(&tile->liquids, facts);
}

struct facts_request {
    const struct adtmap_map *map;
    uint32_t x, y;
};

static enum adtmap_status read_facts(const struct facts_request *request, const struct diag *diag,
                                     struct tile_facts *facts)
{
    const struct adtmap_map *map = request->map;
    struct adt_request wanted = map_adt_request(map, request->x, request->y);
    struct arena arena = {0};
    struct tile_files files;
    struct adt_tile *tile;
    wanted.contents = ADT_GROUND | ADT_LIQUIDS;
    enum adtmap_status status = map_read_tile(map, request->x, request->y, diag, &files);
    if (status) {
        return status;
    }
    status = adt_read(&files.adt, &wanted, &arena, diag, &tile);
    if (!status && !take_facts(map, tile, &arena, facts)) {
        status = ADTMAP_NO_MEMORY;
    }
    tile_files_release(&files);
    arena_free(&arena);
    return status;
}

static enum adtmap_status load_facts(const struct cache_loading *loading, void **value,
                                     size_t *bytes)
{
    const struct map_tile_key *key = loading->key;
    const struct facts_request request = {loading->user, key->x, key->y};
    struct tile_facts *facts = calloc(1, sizeof *facts);
    struct adtmap_message failure;
    char origin[512];
    if (!facts) {
        return ADTMAP_NO_MEMORY;
    }
    map_tile_origin(request.map, key->x, key->y, origin, sizeof origin);
    const struct diag diag = {origin, NULL, &failure};
    enum adtmap_status status = read_facts(&request, &diag, facts);
    if (status == ADTMAP_NO_MEMORY) {
        tile_facts_destroy(facts);
        return status;
    }
    if (status) {
        const struct diag at_file = {failure.file, request.map->data->log, NULL};
        diag_warn(&at_file, failure.chunk, failure.offset, "%s; nothing is known of its points",
                  failure.what);
        facts->is_damaged = true;
    }
    *bytes = sizeof *facts + arena_bytes(&facts->memory);
    *value = facts;
    return ADTMAP_OK;
}

const struct cache_kind tile_facts_kind = {load_facts, tile_facts_destroy};

enum adtmap_status tile_facts_pin(struct cache *cache, const struct adtmap_map *map, uint32_t x,
                                  uint32_t y, struct cache_pin *pin)
{
    const struct map_tile_key key = {x, y};
    *pin = (struct cache_pin){0};
    if (!tile_set_has(&map->files, x, y)) {
        return ADTMAP_OK;
    }
    return cache_acquire(cache, &key, sizeof key, map, pin);
}

double tile_facts_height(const struct tile_facts *facts, const struct quad_point *point)
{
    uint32_t chunk = point->row / QUADS_PER_CHUNK * ADT_EDGE + point->column / QUADS_PER_CHUNK;
    return tile_facts_chunk_height(facts->height_yd[chunk], point);
}

double tile_facts_chunk_height(const float *height_yd, const struct quad_point *point)
{
    const float *at =
        &height_yd[point->row % QUADS_PER_CHUNK * VERTEX_SOUTH + point->column % QUADS_PER_CHUNK];
    double weights[FAN_VERTICES];
    fan_weights_at_exactly(point->u, point->v, weights);
    return weights[FAN_NW] * (double)at[0] + weights[FAN_NE] * (double)at[VERTEX_EAST] +
           weights[FAN_SW] * (double)at[VERTEX_SOUTH] +
           weights[FAN_SE] * (double)at[VERTEX_SOUTH + VERTEX_EAST] +
           weights[FAN_INNER] * (double)at[VERTEX_INNER];
}

void tile_facts_liquids(const struct liquid_layers *liquids, const struct quad_point *point,
                        liquid_visitor *visit, void *user)
{
    uint32_t chunk = point->row / QUADS_PER_CHUNK * ADT_EDGE + point->column / QUADS_PER_CHUNK;
    for (uint32_t i = 0; i < liquids->count; i++) {
        const struct liquid_layer *layer = &liquids->layers[i];
        const struct liquid_grid *grid = &layer->grid;
        uint32_t column = point->column % QUADS_PER_CHUNK - layer->x; /* wraps west of the grid */
        uint32_t row = point->row % QUADS_PER_CHUNK - layer->y;
        if (layer->chunk != chunk || column >= grid->width || row >= grid->height) {
            continue;
        }
        uint8_t class = grid->quad[row * grid->width + column];
        if (class >= LIQUID_CLASSES) {
            continue;
        }
        /* Bilinear, as liquids are drawn. */
        const float *north = &grid->height_yd[row * (grid->width + 1) + column];
        const float *south = north + grid->width + 1;
        double u = point->u;
        double v = point->v;
        double z = (1 - v) * ((1 - u) * (double)north[0] + u * (double)north[1]) +
                   v * ((1 - u) * (double)south[0] + u * (double)south[1]);
        visit(user, (enum liquid_class) class, z);
    }
}
