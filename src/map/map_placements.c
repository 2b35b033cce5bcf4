#include "map/map_placements.h"

#include "base/array.h"
#include "map/map.h"
#include "map/tile_placements.h"

/* Sorts the unique ids of a list into memory of the tile's. False when out of memory. */
static bool sort_ids(struct tile_placements *of_tile, const struct adt_placement *items,
                     uint32_t count, uint32_t **sorted)
{
    uint32_t *ids = arena_alloc_dirty(&of_tile->memory, count, sizeof *ids);
    for (uint32_t i = 0; ids && i < count; i++) {
        ids[i] = items[i].unique_id;
    }
    if (ids) {
        array_sort(ids, count, sizeof *ids, array_compare_u32);
    }
    *sorted = ids;
    return ids != NULL;
}

/* An ADT that cannot be read places nothing here; its own tile says why. */
static enum adtmap_status load_placements(const struct cache_loading *loading, void **value,
                                          size_t *bytes)
{
    const struct adtmap_map *map = loading->user;
    const struct map_tile_key *key = loading->key;
    struct tile_placements *of_tile = tile_placements_create();
    struct tile_files files;
    char origin[512];
    if (!of_tile) {
        return ADTMAP_NO_MEMORY;
    }
    map_tile_origin(map, key->x, key->y, origin, sizeof origin);
    struct diag diag = {origin, loading->log, NULL};
    enum adtmap_status status = map_read_placements(map, key->x, key->y, &diag, &files);
    if (!status) {
        struct adt_request wanted = map_adt_request(map, key->x, key->y);
        struct adt_tile *tile;
        wanted.contents = ADT_PLACEMENTS;
        status = adt_read(&files.adt, &wanted, &of_tile->memory, &diag, &tile);
        if (!status) {
            const struct adt_placements *placed = &tile->placements;
            of_tile->placements = *placed;
            if (!sort_ids(of_tile, placed->wmos, placed->wmo_count, &of_tile->wmo_ids) ||
                !sort_ids(of_tile, placed->doodads, placed->doodad_count, &of_tile->doodad_ids)) {
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
                                      struct cache_pin *pin)
{
    const struct map_tile_key key = {x, y};
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

bool map_placements_has_wmo(const struct cache_pin *pin, uint32_t unique_id)
{
    const struct tile_placements *of_tile = pin->value;
    return of_tile && array_find(&unique_id, of_tile->wmo_ids, of_tile->placements.wmo_count,
                                 sizeof unique_id, array_compare_u32);
}

bool map_placements_has_doodad(const struct cache_pin *pin, uint32_t unique_id)
{
    const struct tile_placements *of_tile = pin->value;
    return of_tile && array_find(&unique_id, of_tile->doodad_ids, of_tile->placements.doodad_count,
                                 sizeof unique_id, array_compare_u32);
}
