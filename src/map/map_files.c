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

/* What the cache of a map has a file of a tile by. */
struct file_key {
    struct map_tile_key tile;
    uint32_t file; /* enum tile_file */
};

/* A file, or the first bytes of one. */
struct kept_file {
    struct blob blob;
    uint64_t key; /* of assets_read_unrecorded */
    bool is_head;
};

/* How a file is to be read. */
struct file_request {
    const struct adtmap_map *map;
    const struct asset *asset;
    enum assets_use use;
    bool takes_head; /* the bytes that placements need are enough */
    const struct diag *diag;
};

/* Placements stand in the first 8 to 60 kB of real files, of which there may be 512. */
enum { HEAD_BYTES_FIRST = 32 << 10, HEAD_BYTES_LAST = 512 << 10 };

/* Unpacks no more of a root than placements need. False where that is not possible: the file has to
 * be read whole. */
static bool read_placements_head(const struct file_request *request, struct kept_file *head)
{
    *head = (struct kept_file){.is_head = true};
    for (size_t bytes = HEAD_BYTES_FIRST; bytes <= HEAD_BYTES_LAST; bytes *= 4) {
        struct adtmap_message why = {0}; /* a read of the whole file says it */
        struct diag quiet = {request->asset->name, request->diag->log, &why};
        struct blob known = head->blob;
        bool is_read = assets_read_head(request->map->data->assets, request->asset, &known, bytes,
                                        &quiet, &head->blob, &head->key);
        blob_release(&known);
        if (!is_read) {
            return false;
        }
        if (adt_placements_bytes(head->blob.data, head->blob.size)) {
            return true;
        }
    }
    blob_release(&head->blob);
    return false;
}

static enum adtmap_status read_kept(const struct file_request *request, struct kept_file *kept)
{
    if (request->takes_head && read_placements_head(request, kept)) {
        return ADTMAP_OK;
    }
    *kept = (struct kept_file){0};
    return assets_read_unrecorded(request->map->data->assets, request->asset, request->use,
                                  request->diag, &kept->blob, &kept->key);
}

static void free_kept(void *value)
{
    struct kept_file *kept = value;
    blob_release(&kept->blob);
    free(kept);
}

static enum adtmap_status load_kept(const struct cache_loading *loading, void **value,
                                    size_t *bytes)
{
    struct kept_file *kept = malloc(sizeof *kept);
    if (!kept) {
        return ADTMAP_NO_MEMORY;
    }
    enum adtmap_status status = read_kept(loading->user, kept);
    if (status) {
        free(kept);
        return status;
    }
    *bytes = sizeof *kept + (kept->blob.memory == BLOB_MAPPING ? 0 : kept->blob.size);
    *value = kept;
    return ADTMAP_OK;
}

const struct cache_kind map_files_kind = {load_kept, free_kept};

/* A file that was found, by way of the cache, as whoever comes first asks for it: mapped, if that
 * is somebody who only peeks. Of a head that the cache has, only the rest is unpacked. A load that
 * failed for another thread is tried once more: it is the one that has the message. */
static enum adtmap_status take_file(const struct file_request *request, const struct file_key *key,
                                    struct kept_file *taken, struct cache_pin *pin)
{
    if (cache_acquire(request->map->tiles, key, sizeof *key, request, pin)) {
        return read_kept(request, taken);
    }
    *taken = *(const struct kept_file *)pin->value;
    if (!taken->is_head || request->takes_head) {
        return ADTMAP_OK;
    }
    struct blob head = taken->blob;
    *taken = (struct kept_file){0};
    enum adtmap_status status = assets_read_rest(request->map->data->assets, request->asset, &head,
                                                 request->diag, &taken->blob, &taken->key);
    cache_discard(pin);
    return status;
}

/* What the files of a tile are read for. */
struct files_request {
    const struct adtmap_map *map;
    enum assets_use use;
    bool takes_head;
    bool omits_textures;
    const struct diag *diag;
};

/* One file of a tile. Only the root must exist; the others may be missing. */
static enum adtmap_status map_read_file(const struct files_request *request,
                                        const struct map_tile_key *tile, enum tile_file file,
                                        struct tile_files *files)
{
    char name[TILE_NAME_BYTES];
    char origin[512];
    struct asset asset;
    struct kept_file taken;
    if (!find_file(request->map, tile, file, &asset) && file != TILE_ROOT) {
        return ADTMAP_OK;
    }
    put_name(request->map, tile, file, 1, name);
    const struct diag at_file = diag_at(request->diag, name);
    const struct file_request of_file = {request->map, &asset, request->use, request->takes_head,
                                         &at_file};
    const struct file_key key = {*tile, (uint32_t)file};
    enum adtmap_status status = take_file(&of_file, &key, &taken, &files->pins[file]);
    if (!status) {
        asset_origin(&asset, origin, sizeof origin);
        tile_files_set(files, file, &taken.blob, origin);
        strcpy(files->assets[file], asset.name);
        files->keys[file] = taken.key;
    }
    return status;
}

static enum adtmap_status read_files(const struct files_request *request,
                                     const struct map_tile_key *tile, struct tile_files *files)
{
    *files = (struct tile_files){.adt = {.x = tile->x, .y = tile->y}};
    if (request->map->wdt.holds_tiles) {
        return read_range(request->map, tile->x, tile->y, request->diag, files);
    }
    enum adtmap_status status = ADTMAP_OK;
    for (int file = TILE_ROOT; file < TILE_FILES && !status; file++) {
        if (file != TILE_TEX0 || !request->omits_textures) {
            status = map_read_file(request, tile, (enum tile_file)file, files);
        }
    }
    if (status) {
        tile_files_release(files);
    }
    return status;
}

static bool tile_has_file(const struct adtmap_map *map, const struct map_tile_key *tile,
                          enum tile_file file)
{
    struct asset asset;
    return find_file(map, tile, file, &asset);
}

/* A request for placements. Where there are obj files, they and the root say all, and _tex0 is not
 * even looked for. Without any of these the first bytes of the root do. */
static struct files_request placements_request(const struct adtmap_map *map,
                                               const struct map_tile_key *tile,
                                               const struct diag *diag)
{
    struct files_request request = {.map = map, .use = ASSETS_PARTS, .diag = diag};
    if (!map->wdt.holds_tiles) {
        bool has_obj0 = tile_has_file(map, tile, TILE_OBJ0);
        request.omits_textures = tile_has_file(map, tile, TILE_OBJ1) || has_obj0;
        request.takes_head = !request.omits_textures && !tile_has_file(map, tile, TILE_TEX0);
    }
    return request;
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
    const struct files_request request = {.map = map, .use = ASSETS_WHOLE, .diag = diag};
    enum adtmap_status status = read_files(&request, &(const struct map_tile_key){x, y}, files);
    if (!status) {
        record_files(map, files, assets_record_contents);
    }
    return status;
}

enum adtmap_status map_read_placements(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                       const struct diag *diag, struct tile_files *files)
{
    map = map_of_tile(map, x, y);
    const struct map_tile_key tile = {x, y};
    const struct files_request request = placements_request(map, &tile, diag);
    enum adtmap_status status = read_files(&request, &tile, files);
    if (!status) {
        struct adt_bytes *root = &files->adt.root;
        size_t needed = adt_placements_bytes(root->data, root->size);
        root->size = needed ? needed : root->size; /* the same from every source */
        record_files(map, files, assets_record_placements);
        files->keep_in_cache = true;
    }
    return status;
}

enum adtmap_status map_read_wmo_placements(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                           const struct diag *diag, struct tile_files *files)
{
    map = map_of_tile(map, x, y);
    const struct map_tile_key tile = {x, y};
    const struct files_request request = placements_request(map, &tile, diag);
    *files = (struct tile_files){.adt = {.x = x, .y = y}, .keep_in_cache = true};
    if (map->wdt.holds_tiles) {
        return read_range(map, x, y, diag, files);
    }
    enum adtmap_status status = map_read_file(&request, &tile, TILE_OBJ0, files);
    if (!status) {
        status = map_read_file(&request, &tile, TILE_OBJ1, files);
    }
    bool is_split = files->adt.obj0.data || files->adt.obj1.data;
    if (!status && !is_split) {
        status = map_read_file(&request, &tile, TILE_ROOT, files);
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
