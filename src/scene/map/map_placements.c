#include "scene/map/map_placements.h"

#include <stdio.h>

#include "scene/map/map.h"
#include "scene/map/tile_placements.h"

/* What load_placements is asked for. */
struct placements_request {
    const struct adtmap_map *map;
    uint32_t x;
    uint32_t y;
};

/* cache_load: an ADT that cannot be read places nothing here; its own tile says why. */
static enum adtmap_status load_placements(void *user, const char *key, void **value, size_t *bytes)
{
    const struct placements_request *request = user;
    struct tile_placements *of_tile = tile_placements_create();
    struct tile_files files;
    char origin[512];
    if (!of_tile) {
        return ADTMAP_NO_MEMORY;
    }
    map_tile_origin(request->map, request->x, request->y, origin, sizeof origin);
    bool was_reported = cache_had(request->map->placements, key);
    struct diag diag = {origin, was_reported ? NULL : request->map->data->log, NULL};
    enum adtmap_status status =
        map_read_placements(request->map, request->x, request->y, &diag, &files);
    if (!status) {
        struct adt_request wanted = map_adt_request(request->map);
        struct adt_tile *tile;
        wanted.parts = ADT_PLACEMENTS;
        status = adt_read(&files.adt, &wanted, &of_tile->memory, &diag, &tile);
        if (!status) {
            of_tile->placements = tile->placements;
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

enum adtmap_status map_placements_pin(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                      struct cache_pin *pin)
{
    char key[16];
    struct placements_request request = {map, x, y};
    *pin = (struct cache_pin){0};
    if (!tile_set_has(&map->files, x, y)) {
        return ADTMAP_OK;
    }
    snprintf(key, sizeof key, "%u_%u", x, y);
    return cache_acquire(map->placements, key, load_placements, &request, pin);
}

void map_placements_unpin(const struct adtmap_map *map, struct cache_pin *pin)
{
    cache_release(map->placements, pin);
}

const struct adt_placements *map_placements_of(const struct cache_pin *pin)
{
    const struct tile_placements *of_tile = pin->value;
    return of_tile ? &of_tile->placements : NULL;
}
