/* Where the files of a map's tiles are: the part of scene/map/map.h that reads them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "scene/map/map.h"

enum { TILE_NAME_BYTES = 2 * NAME_BYTES };

static uint32_t file_id(const struct adtmap_map *map, uint32_t x, uint32_t y, enum tile_file file)
{
    const struct wdt_file_ids *ids = &map->wdt.ids[y * ADTMAP_GRID + x];
    const uint32_t all[TILE_FILES] = {ids->root, ids->tex0, ids->obj0, ids->obj1};
    return all[file];
}

/*
 * The asset name of a tile's file: plain numbers as clients write them, or padded to two digits, or
 * that of its file id. False, and the plain name, when there is no such file.
 */
static bool find_file(const struct adtmap_map *map, uint32_t x, uint32_t y, enum tile_file file,
                      char name[TILE_NAME_BYTES])
{
    const struct assets *assets = map->data->assets;
    const char *suffix = tile_file_suffix(file);
    char padded[TILE_NAME_BYTES];
    snprintf(name, TILE_NAME_BYTES, "%s%s_%u_%u%s", map->folder, map->name, x, y, suffix);
    if (assets_has(assets, name)) {
        return true;
    }
    snprintf(padded, sizeof padded, "%s%s_%02u_%02u%s", map->folder, map->name, x, y, suffix);
    if (assets_has(assets, padded)) {
        memcpy(name, padded, sizeof padded);
        return true;
    }
    char of_id[NAME_BYTES];
    uint32_t id = map->wdt.has_file_ids ? file_id(map, x, y, file) : 0;
    if (id && assets_name_of_id(assets, id, of_id)) {
        snprintf(name, TILE_NAME_BYTES, "%s", of_id);
        return true;
    }
    return false;
}

bool map_finds_tile(const struct adtmap_map *map, uint32_t x, uint32_t y)
{
    char name[TILE_NAME_BYTES];
    return find_file(map, x, y, TILE_ROOT, name);
}

/* The part of the WDT that holds the tile. */
static enum adtmap_status read_range(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                     const struct diag *diag, struct tile_files *files)
{
    if (!map->wdt.ranges[y * ADTMAP_GRID + x].size) {
        return diag_fail(diag, ADTMAP_NOT_FOUND, "MAIN", NO_OFFSET,
                         "tile %u_%u has no place in the WDT", x, y);
    }
    tile_files_hold(&map->wdt, &map->wdt_bytes, x, y, files);
    return ADTMAP_OK;
}

/* One file of a tile. Only the root must exist; the others may be missing. */
static enum adtmap_status read_file(const struct adtmap_map *map, enum tile_file file,
                                    enum assets_use use, const struct diag *diag,
                                    struct tile_files *files)
{
    const struct assets *assets = map->data->assets;
    char name[TILE_NAME_BYTES];
    char origin[512];
    struct blob blob;
    if (!find_file(map, files->adt.x, files->adt.y, file, name) && file != TILE_ROOT) {
        return ADTMAP_OK;
    }
    enum adtmap_status status =
        assets_read_unrecorded(assets, name, use, diag, &blob, &files->keys[file]);
    if (!status) {
        assets_origin(assets, name, origin, sizeof origin);
        tile_files_set(files, file, &blob, origin);
    }
    return status;
}

/* Which tile's files, and what for. */
struct files_request {
    const struct adtmap_map *map;
    uint32_t x, y;
    enum assets_use use;
    const struct diag *diag;
};

static enum adtmap_status read_files(const struct files_request *request, struct tile_files *files)
{
    *files = (struct tile_files){.adt = {.x = request->x, .y = request->y}};
    enum adtmap_status status = ADTMAP_OK;
    for (int file = TILE_ROOT; file < TILE_FILES && !status; file++) {
        status = read_file(request->map, (enum tile_file)file, request->use, request->diag, files);
    }
    if (status) {
        tile_files_release(files);
    }
    return status;
}

static void free_files(void *value)
{
    tile_files_release(value);
    free(value);
}

struct cache *map_tiles_cache_create(struct cache_pool *pool)
{
    return cache_create(pool, free_files);
}

/* cache_load */
static enum adtmap_status load_files(void *user, const char *key, void **value, size_t *bytes)
{
    (void)key;
    const struct files_request *request = user;
    struct tile_files *files = malloc(sizeof *files);
    if (!files) {
        return ADTMAP_NO_MEMORY;
    }
    enum adtmap_status status = read_files(request, files);
    if (status) {
        free(files);
        return status;
    }
    *bytes = sizeof *files + tile_files_memory_bytes(files);
    *value = files;
    return ADTMAP_OK;
}

/* The files by way of the cache, as whoever comes first asks for them: mapped, if that is somebody
 * who only peeks. A load that failed for another thread is tried once more: it is the one that has
 * the message. */
static enum adtmap_status share_files(struct files_request *request, struct tile_files *files)
{
    char key[16];
    struct cache_pin pin;
    struct cache *tiles = request->map->tiles;
    snprintf(key, sizeof key, "%u_%u", request->x, request->y);
    if (cache_acquire(tiles, key, load_files, request, &pin)) {
        return read_files(request, files);
    }
    *files = *(const struct tile_files *)pin.value;
    files->cache = tiles;
    files->pin = pin;
    return ADTMAP_OK;
}

static enum adtmap_status open_tile(struct files_request *request, struct tile_files *files)
{
    if (request->map->wdt.holds_tiles) {
        *files = (struct tile_files){.adt = {.x = request->x, .y = request->y}};
        return read_range(request->map, request->x, request->y, request->diag, files);
    }
    return share_files(request, files);
}

/* assets_record_contents or assets_record_placements. */
typedef void record_one(const struct assets *assets, const char *name, const struct blob *blob,
                        uint64_t key);

/* Records which files the tile has, and what of them was looked at, as `record` does. */
static void record_files(const struct adtmap_map *map, const struct tile_files *files,
                         record_one *record)
{
    char name[TILE_NAME_BYTES];
    if (map->wdt.holds_tiles || !dep_recorder_current()) {
        return;
    }
    for (int file = TILE_ROOT; file < TILE_FILES; file++) {
        if (find_file(map, files->adt.x, files->adt.y, (enum tile_file)file, name)) {
            record(map->data->assets, name, &files->blobs[file], files->keys[file]);
        }
    }
}

void map_read_tile_ahead(const struct adtmap_map *map, uint32_t x, uint32_t y)
{
    char name[TILE_NAME_BYTES];
    for (int file = TILE_ROOT; file < TILE_FILES && !map->wdt.holds_tiles; file++) {
        if (find_file(map, x, y, (enum tile_file)file, name)) {
            assets_read_ahead(map->data->assets, name);
        }
    }
}

enum adtmap_status map_read_tile(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                 const struct diag *diag, struct tile_files *files)
{
    struct files_request request = {map, x, y, ASSETS_WHOLE, diag};
    enum adtmap_status status = open_tile(&request, files);
    if (!status) {
        record_files(map, files, assets_record_contents);
    }
    return status;
}

enum adtmap_status map_read_placements(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                       const struct diag *diag, struct tile_files *files)
{
    struct files_request request = {map, x, y, ASSETS_PARTS, diag};
    enum adtmap_status status = open_tile(&request, files);
    if (status) {
        return status;
    }
    record_files(map, files, assets_record_placements);
    files->keep_in_cache = tile_files_are_unpacked(files);
    return ADTMAP_OK;
}

void map_tile_origin(const struct adtmap_map *map, uint32_t x, uint32_t y, char *text, size_t size)
{
    char name[TILE_NAME_BYTES];
    if (map->wdt.holds_tiles) {
        snprintf(name, sizeof name, "%s%s.wdt", map->folder, map->name);
    } else {
        find_file(map, x, y, TILE_ROOT, name);
    }
    assets_origin(map->data->assets, name, text, size);
}
