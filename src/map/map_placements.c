#include "map/map_placements.h"

#include <stdlib.h>
#include <string.h>

#include "assets/dep_set.h"
#include "base/array.h"
#include "formats/grid.h"
#include "map/map.h"
#include "map/placement/placement_matrix.h"
#include "map/tile_placements.h"

/* Sorts the unique ids of the buildings. False when out of memory. */
static bool sort_wmo_ids(struct tile_placements *of_tile)
{
    const struct adt_placements *placed = &of_tile->placements;
    uint32_t *ids = arena_alloc_dirty(&of_tile->memory, placed->wmo_count, sizeof *ids);
    for (uint32_t i = 0; ids && i < placed->wmo_count; i++) {
        ids[i] = placed->wmos[i].unique_id;
    }
    if (ids) {
        array_sort(ids, placed->wmo_count, sizeof *ids, array_compare_u32);
    }
    of_tile->wmo_ids = ids;
    return ids != NULL;
}

/* What the cache has placements by. */
struct placements_key {
    struct map_tile_key tile;
    uintptr_t contents; /* enum adt_content; as wide as what follows, so that nothing is padding */
    adt_doodad_wanted *doodad_wanted;
};

/* An ADT that cannot be read places nothing here; its own tile says why. */
static enum adtmap_status load_placements(const struct cache_loading *loading, void **value,
                                          size_t *bytes)
{
    const struct adtmap_map *map = loading->user;
    const struct placements_key *key = loading->key;
    const struct map_tile_key *at = &key->tile;
    struct tile_placements *of_tile = tile_placements_create();
    struct tile_files files;
    char origin[512];
    if (!of_tile) {
        return ADTMAP_NO_MEMORY;
    }
    map_tile_origin(map, at->x, at->y, origin, sizeof origin);
    struct diag diag = {origin, loading->log, NULL};
    enum adtmap_status status = map_read_placements(map, at->x, at->y, &diag, &files);
    if (!status) {
        struct adt_request wanted = map_adt_request(map, at->x, at->y);
        struct adt_tile *tile;
        wanted.contents = (unsigned)key->contents;
        wanted.doodad_wanted = key->doodad_wanted;
        status = adt_read(&files.adt, &wanted, &of_tile->memory, &diag, &tile);
        if (!status) {
            const struct adt_placements *placed = &tile->placements;
            of_tile->placements = *placed;
            if (!sort_wmo_ids(of_tile) || !doodad_table_make(placed->doodads, placed->doodad_count,
                                                             &of_tile->memory, &of_tile->doodads)) {
                status = ADTMAP_NO_MEMORY;
            }
        }
        tile_files_release(&files);
    } else if (status != ADTMAP_NO_MEMORY) {
        status = ADTMAP_OK;
    }
    if (status) {
        tile_placements_destroy(of_tile);
        return status;
    }
    *bytes = sizeof *of_tile + arena_bytes(&of_tile->memory);
    *value = of_tile;
    return ADTMAP_OK;
}

const struct cache_kind map_placements_kind = {load_placements, tile_placements_destroy};

enum adtmap_status map_placements_pin(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                      enum adt_content contents, adt_doodad_wanted *doodad_wanted,
                                      struct cache_pin *pin)
{
    const struct placements_key key = {{x, y}, contents, doodad_wanted};
    *pin = (struct cache_pin){0};
    if (!tile_set_has(&map->files, x, y)) {
        return ADTMAP_OK;
    }
    return cache_acquire(map->placements, &key, sizeof key, map, pin);
}

const struct adt_placements *map_placements_of(const struct cache_pin *pin)
{
    const struct tile_placements *of_tile = pin->value;
    return of_tile ? &of_tile->placements : NULL;
}

const struct doodad_table *map_placements_doodads(const struct cache_pin *pin)
{
    const struct tile_placements *of_tile = pin->value;
    return of_tile ? &of_tile->doodads : NULL;
}

bool map_placements_has_wmo(const struct cache_pin *pin, uint32_t unique_id)
{
    const struct tile_placements *of_tile = pin->value;
    return of_tile && array_find(&unique_id, of_tile->wmo_ids, of_tile->placements.wmo_count,
                                 sizeof unique_id, array_compare_u32);
}

bool map_placements_has_doodad(const struct cache_pin *pin, uint32_t unique_id)
{
    const struct tile_placements *of_tile = pin->value;
    return of_tile && array_find(&unique_id, of_tile->doodads.places, of_tile->doodads.count,
                                 sizeof *of_tile->doodads.places, array_compare_u32);
}

/* Whether the building may reach beyond the neighbours of tile (x, y). */
static bool is_far(const struct adt_placement *placement, uint32_t x, uint32_t y)
{
    const struct adt_box *box = &placement->box;
    double north = grid_edge_yd((double)y - 1.0);
    double west = grid_edge_yd((double)x - 1.0);
    return placement->has_box &&
           ((double)box->high[0] >= north || (double)box->low[0] <= north - 3.0 * TILE_YD ||
            (double)box->high[1] >= west || (double)box->low[1] <= west - 3.0 * TILE_YD);
}

/* Copies what is far of a tile's buildings. False when out of memory. */
static bool copy(struct far_placements *far, const struct adt_placements *placed, uint32_t x,
                 uint32_t y, uint32_t *beyond)
{
    struct far_tile tile = {.is_read = true};
    for (uint32_t i = 0; i < placed->wmo_count; i++) {
        const struct adt_placement *from = &placed->wmos[i];
        if (!is_far(from, x, y)) {
            continue;
        }
        if (!tile.items) {
            tile.items = arena_alloc(&far->memory, FAR_PLACEMENTS_MAX, sizeof *tile.items);
        }
        if (!tile.items) {
            return false;
        }
        if (tile.count == FAR_PLACEMENTS_MAX) {
            ++*beyond;
            continue;
        }
        struct adt_placement *to = &tile.items[tile.count++];
        *to = *from;
        to->name = from->name ? arena_string(&far->memory, from->name, strlen(from->name)) : NULL;
        if (from->name && !to->name) {
            return false;
        }
    }
    far->tiles[y][x] = tile;
    return true;
}

/* Reads what the ADT of tile (x, y) places. What is wrong with it is said where its own tile is
 * drawn; if it cannot be read, it places nothing. */
static enum adtmap_status read_wmos(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                    struct arena *arena, struct adt_placements *placed)
{
    struct tile_files files;
    struct adt_request wanted = map_adt_request(map, x, y);
    struct adt_tile *tile;
    wanted.contents = ADT_WMOS;
    *placed = (struct adt_placements){0};
    struct dep_set *before = dep_recorder_set(NULL);
    enum adtmap_status status = map_read_wmo_placements(map, x, y, &diag_silent, &files);
    if (!status) {
        status = adt_read(&files.adt, &wanted, arena, &diag_silent, &tile);
        *placed = status ? *placed : tile->placements;
        tile_files_release(&files);
    }
    dep_recorder_set(before);
    return status == ADTMAP_NO_MEMORY ? status : ADTMAP_OK;
}

/* Asks the ADT of tile (x, y), if nobody has. */
static enum adtmap_status ask_tile(const struct adtmap_map *map, uint32_t x, uint32_t y)
{
    struct far_placements *far = map->far;
    struct arena arena = {0};
    struct adt_placements placed;
    uint32_t beyond = 0;
    pthread_mutex_lock(&far->lock);
    bool is_read = far->tiles[y][x].is_read;
    pthread_mutex_unlock(&far->lock);
    if (is_read) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = read_wmos(map, x, y, &arena, &placed);
    if (!status) {
        pthread_mutex_lock(&far->lock);
        if (!far->tiles[y][x].is_read && !copy(far, &placed, x, y, &beyond)) {
            status = ADTMAP_NO_MEMORY;
        }
        pthread_mutex_unlock(&far->lock);
    }
    arena_free(&arena);
    if (beyond) {
        char origin[512];
        map_tile_origin(map, x, y, origin, sizeof origin);
        const struct diag diag = {origin, map->data->log, NULL};
        diag_warn(&diag, "MODF", NO_OFFSET,
                  "more than %d buildings reach beyond the tiles next to this one: %u are drawn "
                  "only here and on those",
                  FAR_PLACEMENTS_MAX, (unsigned)beyond);
    }
    return status;
}

/* Finds the tiles of the map at most `away` from tile (x, y). False: there are none. */
static bool find_square(const struct adtmap_map *map, uint32_t x, uint32_t y, uint32_t away,
                        struct tile_set *square)
{
    const uint64_t width = (UINT64_C(2) << 2 * away) - 1;
    const uint64_t columns = x > away ? width << (x - away) : width >> (away - x);
    uint64_t any = 0;
    *square = (struct tile_set){0};
    for (uint32_t row = y > away ? y - away : 0; row <= y + away && row < TILE_SET_GRID; row++) {
        square->rows[row] = columns & map->files.rows[row];
        any |= square->rows[row];
    }
    return any != 0;
}

enum adtmap_status map_far_placements_begin(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                            struct far_placement_step *step)
{
    struct tile_set asked, near;
    *step = (struct far_placement_step){.x = x, .y = y};
    if (!find_square(map, x, y, FAR_TILES, &asked)) {
        step->tile.next = TILE_SET_TILES; /* near most places in the grid of a small map */
        return ADTMAP_OK;
    }
    (void)find_square(map, x, y, 1, &near);
    step->ring = asked;
    tile_set_remove_all(&step->ring, &near);
    /* The tile and its neighbours are asked for others: what they hold is at hand now, and may have
     * to be unpacked again later. */
    for (struct tile_step tile = {0}; tile_set_next(&asked, &tile);) {
        enum adtmap_status status = ask_tile(map, tile.x, tile.y);
        if (status) {
            return status;
        }
        bool is_far_away = tile_set_has(&step->ring, tile.x, tile.y);
        step->most += is_far_away ? map->far->tiles[tile.y][tile.x].count : 0;
    }
    return ADTMAP_OK;
}

bool map_far_placements_next(const struct adtmap_map *map, struct far_placement_step *step)
{
    for (;;) {
        while (step->rest_count > 0) {
            step->placement = step->rest++;
            step->rest_count--;
            if (placement_touches_tile(&step->placement->box, step->x, step->y)) {
                return true;
            }
        }
        if (!tile_set_next(&step->ring, &step->tile)) {
            return false;
        }
        /* What is read of a tile does not change. */
        const struct far_tile *listing = &map->far->tiles[step->tile.y][step->tile.x];
        step->rest = listing->items;
        step->rest_count = listing->count;
    }
}
