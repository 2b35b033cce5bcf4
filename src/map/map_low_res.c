#include "map/map_low_res.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "base/size.h"
#include "formats/grid.h"
#include "formats/wdl.h"

struct map_low_res {
    struct blob bytes;
    struct wdl wdl; /* borrows the bytes */
    /* low_res_relief_yd and 1; 0: nobody has asked. Threads that ask at once find the same. */
    _Atomic uint32_t relief_and_1;
};

/* The asset name of the WDL; false when there is none. */
static bool find_wdl(const struct adtmap_map *map, char name[2 * NAME_BYTES])
{
    const struct assets *assets = map->data->assets;
    char of_id[NAME_BYTES];
    snprintf(name, 2 * NAME_BYTES, "%s%s.wdl", map->folder, map->name);
    if (assets_has(assets, name)) {
        return true;
    }
    uint32_t id = map->wdt.wdl_file_id;
    if (id && assets_name_of_id(assets, id, of_id)) {
        snprintf(name, 2 * NAME_BYTES, "%s", of_id);
        return true;
    }
    return false;
}

enum adtmap_status map_low_res_open(struct adtmap_map *map, const struct diag *diag)
{
    char name[2 * NAME_BYTES];
    char origin[512];
    struct adtmap_message why = {0};
    const struct diag own = {origin, diag->log, &why};
    if (!find_wdl(map, name)) {
        return ADTMAP_OK;
    }
    struct map_low_res *low_res = calloc(1, sizeof *low_res);
    if (!low_res) {
        return diag_fail_memory(diag);
    }
    assets_origin(map->data->assets, name, origin, sizeof origin);
    enum adtmap_status status = assets_read(map->data->assets, name, &own, &low_res->bytes);
    if (!status) {
        status = wdl_read(low_res->bytes.data, low_res->bytes.size, &own, &low_res->wdl);
    }
    if (!status) {
        map->low_res = low_res;
        return ADTMAP_OK;
    }
    blob_release(&low_res->bytes);
    free(low_res);
    if (diag_is_transient(status)) {
        return diag_pass_on(diag, status, &why);
    }
    diag_warn(&own, why.chunk, why.offset, "%s; no far-away terrain is drawn", why.what);
    return ADTMAP_OK;
}

void map_low_res_close(struct adtmap_map *map)
{
    if (map->low_res) {
        blob_release(&map->low_res->bytes);
        free(map->low_res);
        map->low_res = NULL;
    }
}

struct hash128 map_low_res_hash(const struct adtmap_map *map)
{
    struct hash128 hash = {0};
    if (map->low_res) {
        hash = hash128(map->low_res->bytes.data, map->low_res->bytes.size);
    }
    for (size_t i = 0; i < map->parents.count; i++) {
        const struct hash128 both[] = {hash, map_low_res_hash(map->parents.maps[i])};
        hash = hash128(both, sizeof both);
    }
    return hash;
}

struct tile_set map_low_res_tiles(const struct adtmap_map *map, enum adtmap_low_res low_res)
{
    struct tile_set tiles = {0};
    for (size_t y = 0; map->low_res && low_res != ADTMAP_LOW_RES_NEVER && y < TILE_SET_GRID; y++) {
        uint64_t missing =
            map->wdt.tiles[y] & ~map->files.rows[y] & ~map->tiles_without_adt.rows[y];
        tiles.rows[y] =
            map->low_res->wdl.tiles[y] & (low_res == ADTMAP_LOW_RES_ONLY ? UINT64_MAX : missing);
    }
    for (size_t i = 0; i < map->parents.count; i++) {
        struct tile_set of_parent = map_low_res_tiles(map->parents.maps[i], low_res);
        tile_set_keep(&of_parent, &map->parents.tiles[i]);
        tile_set_remove_all(&tiles, &map->parents.tiles[i]);
        tile_set_add_all(&tiles, &of_parent);
    }
    return tiles;
}

/* Found for every map, it would take a sixtieth of a run that has nothing to do. */
static uint32_t relief_of(struct map_low_res *low_res)
{
    if (low_res->relief_and_1 == 0) {
        low_res->relief_and_1 = low_res_relief_yd(&low_res->wdl) + 1;
    }
    return low_res->relief_and_1 - 1;
}

/* What a map's lines go by; 0: nothing is known. */
static uint32_t map_relief_yd(const struct adtmap_map *map)
{
    uint32_t relief = map && map->low_res ? relief_of(map->low_res) : 0;
    for (size_t i = 0; map && relief == 0 && i < map->parents.count; i++) {
        relief = map_relief_yd(map->parents.maps[i]);
    }
    return relief;
}

float map_contour_yd(const struct adtmap_map *map, const struct adtmap_settings *settings)
{
    return settings->contour_yd >= 0.0F ? settings->contour_yd
                                        : contour_yd_by_relief(map_relief_yd(map), settings);
}

float contour_yd_by_relief(uint32_t relief_yd, const struct adtmap_settings *settings)
{
    enum { LINES_A_TILE = 12, USUAL_YD = 20, PX_BETWEEN = 8 };
    static const uint32_t steps[] = {10, 20, 25, 50, 100};
    if (settings->contour_yd >= 0.0F) {
        return settings->contour_yd;
    }
    const uint32_t by_map = relief_yd ? relief_yd / LINES_A_TILE : USUAL_YD;
    const uint32_t by_size = (uint32_t)(PX_BETWEEN * TILE_YD / settings->size_px);
    const uint32_t wanted = by_map > by_size ? by_map : by_size;
    size_t i = 0;
    while (i + 1 < COUNT_OF(steps) && steps[i] < wanted) {
        i++;
    }
    return (float)steps[i];
}

bool map_low_res_tile(const struct adtmap_map *map, uint32_t x, uint32_t y,
                      const struct adtmap_settings *settings, struct low_res_tile *tile)
{
    const struct adtmap_map *source = map_of_tile(map, x, y);
    bool found = source->low_res && low_res_tile_build(&source->low_res->wdl, x, y, tile);
    tile->is_of_parent = source != map;
    tile->contour_yd = map_contour_yd(map, settings);
    tile->x = x;
    tile->y = y;
    tile->hours = &map->hours;
    return found;
}
