#include "output/web/web_map.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "os/file.h"
#include "output/paths.h"
#include "output/zoom/pyramid.h"

char *web_map_layer_path(const char *directory, const char *layer)
{
    char name[WEB_LAYER_NAME_BYTES + 8];
    snprintf(name, sizeof name, "web/%s", layer);
    return path_join(directory, name);
}

char *web_map_archive_path(const char *directory, const char *map)
{
    char name[PATH_NAME_BYTES];
    snprintf(name, sizeof name, "%s.pmtiles", map);
    return path_join(directory, name);
}

char *web_map_markers_path(const char *directory)
{
    return path_join(directory, "markers.geojson");
}

static enum adtmap_status read_manifest(const char *directory, const struct diag *diag,
                                        struct manifest **manifest)
{
    char *path = path_manifest(directory);
    if (!path) {
        return diag_fail_memory(diag);
    }
    struct diag at_path = diag_at(diag, path);
    struct blob blob = {0};
    enum adtmap_status status = ADTMAP_NOT_FOUND;
    if (file_exists(path)) {
        status = file_map(path, &at_path, &blob);
    }
    if (!status) {
        status = manifest_read(blob.data, blob.size, &at_path, manifest);
    }
    blob_release(&blob);
    free(path);
    return status;
}

/* Tiles count as there when the manifest says so, when their file is there, or when their picture
 * is: people may move the tiles away and keep the zoom levels. */
static enum adtmap_status find_tiles(struct web_map *map, const struct diag *diag)
{
    const struct web_folder *folder = &map->layers[0].folder;
    map->tiles = manifest_tiles(map->manifest, MANIFEST_PRESENT);
    for (size_t i = 0; i < folder->count; i++) {
        if (folder->tiles[i].zoom == PYRAMID_GRID_ZOOM) {
            tile_set_add(&map->tiles, folder->tiles[i].x, folder->tiles[i].y);
        }
    }
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        char *path = path_tile(map->directory, map->manifest->map, x, y);
        if (!path) {
            return diag_fail_memory(diag);
        }
        if (file_exists(path)) {
            tile_set_add(&map->tiles, x, y);
        }
        free(path);
    }
    bool is_any = tile_set_count(&map->tiles) > 0;
    map->bounds = stitch_bounds(&map->tiles, is_any ? STITCH_CROPPED : STITCH_GRID);
    return ADTMAP_OK;
}

static bool is_layer_name(const char *name)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
    size_t length = strlen(name);
    return length > 0 && length < WEB_LAYER_NAME_BYTES && strspn(name, allowed) == length;
}

/* A folder without tiles is no layer. */
static enum adtmap_status read_layer(struct web_map *map, const char *name, const struct diag *diag)
{
    struct web_layer *layer = &map->layers[map->layer_count];
    char *path = web_map_layer_path(map->directory, name);
    if (!path) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = web_folder_read(path, diag, &layer->folder);
    free(path);
    if (!status) {
        snprintf(layer->name, sizeof layer->name, "%s", name);
        map->layer_count++;
    }
    return status == ADTMAP_NOT_FOUND ? ADTMAP_OK : status;
}

static int compare_layers(const void *a, const void *b)
{
    const struct web_layer *first = a;
    const struct web_layer *second = b;
    int is_first_color = strcmp(first->name, WEB_COLOR_LAYER) == 0;
    int is_second_color = strcmp(second->name, WEB_COLOR_LAYER) == 0;
    int by_color = is_second_color - is_first_color;
    return by_color ? by_color : strcmp(first->name, second->name);
}

static enum adtmap_status read_layers(struct web_map *map, const struct diag *diag)
{
    char *path = web_map_layer_path(map->directory, "");
    DIR *directory = NULL;
    enum adtmap_status status = path ? file_list(path, diag, &directory) : diag_fail_memory(diag);
    free(path);
    if (!directory) {
        return status ? status : ADTMAP_NOT_FOUND;
    }
    for (struct dirent *entry = readdir(directory); entry && !status; entry = readdir(directory)) {
        if (is_layer_name(entry->d_name) && map->layer_count < WEB_LAYERS_MAX) {
            status = read_layer(map, entry->d_name, diag);
        }
    }
    closedir(directory);
    qsort(map->layers, map->layer_count, sizeof *map->layers, compare_layers);
    return status || map->layer_count ? status : ADTMAP_NOT_FOUND;
}

static enum adtmap_status read_markers(struct web_map *map, const struct diag *diag)
{
    char *path = web_map_markers_path(map->directory);
    if (!path) {
        return diag_fail_memory(diag);
    }
    struct adtmap_message failure = {0};
    struct diag quiet = {path, diag->log, &failure};
    enum adtmap_status status =
        file_exists(path) ? markers_load(path, &quiet, &map->markers) : ADTMAP_OK;
    if (status == ADTMAP_NO_MEMORY) {
        diag_fail_memory(diag);
    } else if (status) {
        diag_warn(&quiet, NULL, failure.offset, "%.200s; no markers are shown", failure.what);
        status = ADTMAP_OK;
    }
    free(path);
    return status;
}

static enum adtmap_status find_archive(struct web_map *map, const struct diag *diag)
{
    char *path = web_map_archive_path(map->directory, map->manifest->map);
    if (!path) {
        return diag_fail_memory(diag);
    }
    map->has_archive = file_exists(path);
    free(path);
    return ADTMAP_OK;
}

/* Pages are addressed by the name of the directory. */
static enum adtmap_status check_name(const struct web_map *map, const char *name,
                                     const struct diag *diag)
{
    if (strcmp(map->manifest->map, name) == 0) {
        return ADTMAP_OK;
    }
    struct diag at_path = diag_at(diag, map->directory);
    return diag_fail(&at_path, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                     "map.json is of the map '%s': a map's folder must bear its name",
                     map->manifest->map);
}

enum adtmap_status web_map_read(const char *out, const char *name, const struct diag *diag,
                                struct web_map *map)
{
    *map = (struct web_map){.directory = path_map_directory(out, name)};
    if (!map->directory) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = read_layers(map, diag);
    if (!status) {
        status = read_manifest(map->directory, diag, &map->manifest);
    }
    if (!status) {
        status = check_name(map, name, diag);
    }
    if (!status) {
        status = find_tiles(map, diag);
    }
    if (!status) {
        status = find_archive(map, diag);
    }
    return status ? status : read_markers(map, diag);
}

bool web_map_expects(const struct web_map *map, uint32_t zoom, uint32_t x, uint32_t y)
{
    if (zoom >= PYRAMID_GRID_ZOOM) {
        uint32_t below = zoom - PYRAMID_GRID_ZOOM;
        return tile_set_has(&map->tiles, x >> below, y >> below);
    }
    uint32_t span = TILE_SET_GRID >> zoom;
    uint64_t columns = UINT64_MAX >> (TILE_SET_GRID - span) << x * span;
    uint64_t any = 0;
    for (uint32_t row = y * span; row < (y + 1) * span; row++) {
        any |= map->tiles.rows[row] & columns;
    }
    return any != 0;
}

void web_map_free(struct web_map *map)
{
    for (size_t i = 0; i < map->layer_count; i++) {
        web_folder_free(&map->layers[i].folder);
    }
    markers_free(&map->markers);
    manifest_destroy(map->manifest);
    free(map->directory);
    *map = (struct web_map){0};
}
