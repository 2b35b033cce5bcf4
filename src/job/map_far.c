#include "job/map_far.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "formats/wdl.h"
#include "render/terrain/far_terrain.h"
#include "scene/far_tile.h"

struct map_far {
    struct blob bytes;
    struct wdl wdl; /* borrows the bytes */
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

enum adtmap_status map_far_open(struct adtmap_map *map, const struct diag *diag)
{
    char name[2 * NAME_BYTES];
    char origin[512];
    struct adtmap_message why = {0};
    const struct diag own = {origin, diag->log, &why};
    if (!find_wdl(map, name)) {
        return ADTMAP_OK;
    }
    struct map_far *far = calloc(1, sizeof *far);
    if (!far) {
        return diag_fail_memory(diag);
    }
    assets_origin(map->data->assets, name, origin, sizeof origin);
    enum adtmap_status status = assets_read(map->data->assets, name, &own, &far->bytes);
    if (!status) {
        status = wdl_read(far->bytes.data, far->bytes.size, &own, &far->wdl);
    }
    if (!status) {
        map->far = far;
        return ADTMAP_OK;
    }
    blob_release(&far->bytes);
    free(far);
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(diag);
    }
    diag_warn(&own, why.chunk, why.offset, "%s; no far-away terrain is drawn", why.what);
    return ADTMAP_OK;
}

void map_far_close(struct adtmap_map *map)
{
    if (map->far) {
        blob_release(&map->far->bytes);
        free(map->far);
        map->far = NULL;
    }
}

struct hash128 map_far_hash(const struct adtmap_map *map)
{
    return map->far ? hash128(map->far->bytes.data, map->far->bytes.size) : (struct hash128){0};
}

struct tile_set map_far_tiles(const struct adtmap_map *map, enum adtmap_far far)
{
    struct tile_set tiles = {0};
    for (size_t y = 0; map->far && far != ADTMAP_FAR_NEVER && y < TILE_SET_GRID; y++) {
        uint64_t lacking = map->wdt.tiles[y] & ~map->files.rows[y] & ~map->bare.rows[y];
        tiles.rows[y] = map->far->wdl.tiles[y] & (far == ADTMAP_FAR_ONLY ? UINT64_MAX : lacking);
    }
    return tiles;
}

enum adtmap_status map_far_draw(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                const struct adtmap_settings *settings, unsigned threads,
                                uint8_t *pixels, size_t stride_bytes, const struct diag *diag)
{
    struct far_tile tile;
    far_tile_build(&map->far->wdl, x, y, &tile);
    return far_terrain_draw(settings, &tile, threads, pixels, stride_bytes)
               ? ADTMAP_OK
               : diag_fail_memory(diag);
}
