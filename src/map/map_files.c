/* Where the files of a map's tiles are: the part of map/map.h that reads them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "map/map.h"

enum { TILE_NAME_BYTES = 2 * NAME_BYTES };

static uint32_t file_id(const struct adtmap_map *map, uint32_t x, uint32_t y, enum tile_file file)
{
    const struct wdt_file_ids *ids = &map->wdt.ids[y * ADTMAP_GRID + x];
    const uint32_t all[TILE_FILES] = {ids->root, ids->tex0, ids->obj0, ids->obj1};
    return all[file];
}

/* The name of a tile's file, plain numbers as clients write them, or padded to two digits. */
static void put_name(const struct adtmap_map *map, const struct map_tile_key *tile,
                     enum tile_file file, int digits, char name[TILE_NAME_BYTES])
{
    snprintf(name, TILE_NAME_BYTES, "%s%s_%.*u_%.*u%s", map->folder, map->name, digits, tile->x,
             digits, tile->y, tile_file_suffix(file));
}

/* Finds a tile's file by its names, or its file id. False, and the plain name, without one. */
static bool find_file(const struct adtmap_map *map, const struct map_tile_key *tile,
                      enum tile_file file, struct asset *asset)
{
    const struct assets *assets = map->data->assets;
    char name[TILE_NAME_BYTES];
    struct asset other;
    put_name(map, tile, file, 1, name);
    if (assets_find(assets, (struct asset_ref){name, 0}, asset)) {
        return true;
    }
    put_name(map, tile, file, 2, name);
    uint32_t id = map->wdt.has_file_ids ? file_id(map, tile->x, tile->y, file) : 0;
    bool found = assets_find(assets, (struct asset_ref){name, 0}, &other) ||
                 (id && assets_find(assets, (struct asset_ref){NULL, id}, &other));
    if (found) {
        *asset = other;
    }
    return found;
}

bool map_finds_tile(const struct adtmap_map *map, uint32_t x, uint32_t y)
{
    struct asset asset;
    return find_file(map, &(const struct map_tile_key){x, y}, TILE_ROOT, &asset);
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
static enum adtmap_status map_read_file(const struct adtmap_map *map,
                                        const struct map_tile_key *tile, enum tile_file file,
                                        enum assets_use use, const struct diag *diag,
                                        struct tile_files *files)
{
    char name[TILE_NAME_BYTES];
    char origin[512];
    struct asset asset;
    struct blob blob;
    if (!find_file(map, tile, file, &asset) && file != TILE_ROOT) {
        return ADTMAP_OK;
    }
    put_name(map, tile, file, 1, name);
    struct diag at_file = diag_at(diag, name);
    enum adtmap_status status =
        assets_read_unrecorded(map->data->assets, &asset, use, &at_file, &blob, &files->keys[file]);
    if (!status) {
        asset_origin(&asset, origin, sizeof origin);
        tile_files_set(files, file, &blob, origin);
        strcpy(files->assets[file], asset.name);
    }
    return status;
}

/* Which tile's files, and what for. */
struct files_request {
    const struct adtmap_map *map;
    enum assets_use use;
    const struct diag *diag;
};

static enum adtmap_status read_files(const struct files_request *request,
                                     const struct map_tile_key *tile, struct tile_files *files)
{
    *files = (struct tile_files){.adt = {.x = tile->x, .y = tile->y}};
    enum adtmap_status status = ADTMAP_OK;
    for (int file = TILE_ROOT; file < TILE_FILES && !status; file++) {
        status = map_read_file(request->map, tile, (enum tile_file)file, request->use,
                               request->diag, files);
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

static enum adtmap_status load_files(const struct cache_loading *loading, void **value,
                                     size_t *bytes)
{
    struct tile_files *files = malloc(sizeof *files);
    if (!files) {
        return ADTMAP_NO_MEMORY;
    }
    enum adtmap_status status = read_files(loading->user, loading->key, files);
    if (status) {
        free(files);
        return status;
    }
    *bytes = sizeof *files + tile_files_memory_bytes(files);
    *value = files;
    return ADTMAP_OK;
}

const struct cache_kind map_files_kind = {load_files, free_files};

/* The files by way of the cache, as whoever comes first asks for them: mapped, if that is somebody
 * who only peeks. A load that failed for another thread is tried once more: it is the one that has
 * the message. */
static enum adtmap_status share_files(const struct files_request *request,
                                      const struct map_tile_key *tile, struct tile_files *files)
{
    struct cache_pin pin;
    if (cache_acquire(request->map->tiles, tile, sizeof *tile, request, &pin)) {
        return read_files(request, tile, files);
    }
    *files = *(const struct tile_files *)pin.value;
    files->pin = pin;
    return ADTMAP_OK;
}

static enum adtmap_status open_tile(const struct files_request *request,
                                    const struct map_tile_key *tile, struct tile_files *files)
{
    if (request->map->wdt.holds_tiles) {
        *files = (struct tile_files){.adt = {.x = tile->x, .y = tile->y}};
        return read_range(request->map, tile->x, tile->y, request->diag, files);
    }
    return share_files(request, tile, files);
}

/* Placements stand in the first 8 to 60 kB of real files, of which there may be 512. */
enum { HEAD_BYTES_FIRST = 32 << 10, HEAD_BYTES_LAST = 512 << 10 };

/* The root of a tile of one file, without unpacking more of it than placements need. False where
 * that is not possible: the files have to be read whole. */
static bool open_head(const struct files_request *request, const struct map_tile_key *tile,
                      struct tile_files *files)
{
    const struct adtmap_map *map = request->map;
    struct asset root;
    struct asset other;
    struct blob blob = {0};
    uint64_t key;
    bool is_one_file = find_file(map, tile, TILE_ROOT, &root);
    for (int file = TILE_TEX0; file < TILE_FILES; file++) {
        is_one_file = !find_file(map, tile, (enum tile_file)file, &other) && is_one_file;
    }
    for (size_t bytes = HEAD_BYTES_FIRST; is_one_file && bytes <= HEAD_BYTES_LAST; bytes *= 4) {
        struct adtmap_message why = {0}; /* a read of the whole file says it */
        struct diag quiet = {root.name, request->diag->log, &why};
        if (!assets_read_head(map->data->assets, &root, bytes, &quiet, &blob, &key)) {
            return false;
        }
        if (adt_placements_bytes(blob.data, blob.size)) {
            char origin[512];
            *files = (struct tile_files){.adt = {.x = tile->x, .y = tile->y}};
            asset_origin(&root, origin, sizeof origin);
            tile_files_set(files, TILE_ROOT, &blob, origin);
            strcpy(files->assets[TILE_ROOT], root.name);
            files->keys[TILE_ROOT] = key;
            return true;
        }
        blob_release(&blob);
    }
    return false;
}

/* assets_record_contents or assets_record_placements. */
typedef void record_one(const struct assets *assets, const char *canonical, const struct blob *blob,
                        uint64_t key);

/* Records what of the tile's files was looked at, as `record` does; that they were looked for is
 * recorded already. */
static void record_files(const struct adtmap_map *map, const struct tile_files *files,
                         record_one *record)
{
    for (int file = TILE_ROOT; file < TILE_FILES; file++) {
        if (files->assets[file][0]) {
            record(map->data->assets, files->assets[file], &files->blobs[file], files->keys[file]);
        }
    }
}

void map_read_tile_ahead(const struct adtmap_map *map, uint32_t x, uint32_t y)
{
    map = map_of_tile(map, x, y);
    const struct map_tile_key tile = {x, y};
    struct asset asset;
    for (int file = TILE_ROOT; file < TILE_FILES && !map->wdt.holds_tiles; file++) {
        if (find_file(map, &tile, (enum tile_file)file, &asset)) {
            asset_read_ahead(&asset);
        }
    }
}

enum adtmap_status map_read_tile(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                 const struct diag *diag, struct tile_files *files)
{
    map = map_of_tile(map, x, y);
    const struct files_request request = {map, ASSETS_WHOLE, diag};
    enum adtmap_status status = open_tile(&request, &(const struct map_tile_key){x, y}, files);
    if (!status) {
        record_files(map, files, assets_record_contents);
    }
    return status;
}

enum adtmap_status map_read_placements(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                       const struct diag *diag, struct tile_files *files)
{
    map = map_of_tile(map, x, y);
    const struct files_request request = {map, ASSETS_PARTS, diag};
    const struct map_tile_key tile = {x, y};
    bool is_head = !map->wdt.holds_tiles && open_head(&request, &tile, files);
    enum adtmap_status status = is_head ? ADTMAP_OK : open_tile(&request, &tile, files);
    if (!status) {
        struct adt_bytes *root = &files->adt.root;
        size_t needed = adt_placements_bytes(root->data, root->size);
        root->size = needed ? needed : root->size; /* the same from every source */
        record_files(map, files, assets_record_placements);
        files->keep_in_cache = !is_head && tile_files_are_unpacked(files);
    }
    return status;
}

enum adtmap_status map_read_wmo_placements(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                           const struct diag *diag, struct tile_files *files)
{
    map = map_of_tile(map, x, y);
    const struct files_request request = {map, ASSETS_PARTS, diag};
    const struct map_tile_key tile = {x, y};
    *files = (struct tile_files){.adt = {.x = x, .y = y}};
    if (map->wdt.holds_tiles) {
        return read_range(map, x, y, diag, files);
    }
    enum adtmap_status status = map_read_file(map, &tile, TILE_OBJ0, ASSETS_PARTS, diag, files);
    if (!status) {
        status = map_read_file(map, &tile, TILE_OBJ1, ASSETS_PARTS, diag, files);
    }
    bool is_split = files->adt.obj0.data || files->adt.obj1.data;
    if (!status && !is_split && !open_head(&request, &tile, files)) {
        status = map_read_file(map, &tile, TILE_ROOT, ASSETS_PARTS, diag, files);
    }
    if (status) {
        tile_files_release(files);
    }
    return status;
}

void map_tile_origin(const struct adtmap_map *map, uint32_t x, uint32_t y, char *text, size_t size)
{
    char name[TILE_NAME_BYTES];
    const struct map_tile_key tile = {x, y};
    struct asset asset;
    map = map_of_tile(map, x, y);
    if (map->wdt.holds_tiles) {
        snprintf(name, sizeof name, "%s%s.wdt", map->folder, map->name);
        assets_origin(map->data->assets, name, text, size);
    } else if (find_file(map, &tile, TILE_ROOT, &asset)) {
        asset_origin(&asset, text, size);
    } else {
        put_name(map, &tile, TILE_ROOT, 1, name);
        snprintf(text, size, "%s", name);
    }
}
