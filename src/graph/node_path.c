/*
 * Paths of a client's files begin with the folder's key, a hash of where it is, as one log may have
 * the minimaps of several clients. Paths are compared as text with what they begin with; only names
 * of minimap tiles are parsed.
 */
#include "graph/node_path.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"

void node_tile_path(const char *series, const char *map, uint32_t x, uint32_t y,
                    char path[PATH_NAME_BYTES])
{
    if (series[0]) {
        path_layer_name(series, map, x, y, path);
    } else {
        path_tile_name(map, x, y, path);
    }
}

bool node_is_tile_path(const char *path)
{
    return strncmp(path, PATH_TILES, strlen(PATH_TILES)) == 0 ||
           strncmp(path, PATH_LAYERS, strlen(PATH_LAYERS)) == 0;
}

int node_tile_layer(const char *path, const char **layer)
{
    *layer = path + strlen(PATH_LAYERS);
    return strncmp(path, PATH_LAYERS, strlen(PATH_LAYERS)) == 0 ? (int)strcspn(*layer, "/") : 0;
}

void node_stitched_path(const char *series, const char *map, char path[PATH_NAME_BYTES])
{
    if (series[0]) {
        path_layer_stitched_name(series, map, path);
    } else {
        path_stitched_name(map, path);
    }
}

void node_zoom_path(const char *series, uint32_t zoom, uint32_t x, uint32_t y,
                    enum image_format format, char path[PATH_NAME_BYTES])
{
    path_zoom_folder(series, path);
    size_t length = strlen(path);
    snprintf(path + length, PATH_NAME_BYTES - length, "/%u/%u/%u.%s", (unsigned)zoom, (unsigned)x,
             (unsigned)y, image_format_names[format]);
}

void node_values_path(const char *layer, uint32_t x, uint32_t y, char path[PATH_NAME_BYTES])
{
    path_values_name(layer, x, y, path);
}

bool node_is_zoom_path(const char *series, const char *path)
{
    char folder[PATH_NAME_BYTES] = PATH_ZOOM_FOLDER;
    if (series) {
        path_zoom_folder(series, folder);
    }
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

void node_world_path(const char *series, const char *map, char path[PATH_NAME_BYTES])
{
    if (series[0]) {
        path_layer_world_name(series, map, path);
    } else {
        snprintf(path, PATH_NAME_BYTES, "%s.pgw", map);
    }
}

void node_marker_block_path(size_t number, char path[PATH_NAME_BYTES])
{
    snprintf(path, PATH_NAME_BYTES, "points/%zu.js", number);
}

static void client_path(const char *kind, uint64_t key, const char *name,
                        char path[NODE_MINIMAP_BYTES])
{
    snprintf(path, NODE_MINIMAP_BYTES, "%s%016" PRIx64 "/%s", kind, key, name);
}

static const char *client_name(const char *kind, uint64_t key, const char *path)
{
    char prefix[NODE_MINIMAP_BYTES];
    client_path(kind, key, "", prefix);
    return strncmp(path, prefix, strlen(prefix)) == 0 ? path + strlen(prefix) : NULL;
}

void node_minimap_path(uint64_t key, const char *name, char path[NODE_MINIMAP_BYTES])
{
    client_path(NODE_MINIMAP, key, name, path);
}

void node_worldmap_path(uint64_t key, const char *name, char path[NODE_MINIMAP_BYTES])
{
    client_path(NODE_WORLDMAP, key, name, path);
}

const char *node_worldmap_name(uint64_t key, const char *path)
{
    return client_name(NODE_WORLDMAP, key, path);
}

static const char zone_folder[] = "zones/", zone_suffix[] = ".png";

void node_zone_path(const char *name, char path[NODE_MINIMAP_BYTES])
{
    snprintf(path, NODE_MINIMAP_BYTES, "%s%s%s", zone_folder, name, zone_suffix);
}

bool node_zone_name(const char *path, char name[NODE_MINIMAP_BYTES])
{
    size_t around = strlen(zone_folder) + strlen(zone_suffix);
    size_t length = strlen(path);
    if (strncmp(path, zone_folder, strlen(zone_folder)) != 0 ||
        !name_has_suffix(path, zone_suffix) || length <= around) {
        return false;
    }
    snprintf(name, NODE_MINIMAP_BYTES, "%.*s", (int)(length - around), path + strlen(zone_folder));
    return true;
}

static const char *const minimap_prefixes[MINIMAP_TILES] = {"", "noliquid_"};

void node_minimap_tile_path(uint64_t key, enum minimap_tile kind, uint32_t x, uint32_t y,
                            char path[NODE_MINIMAP_BYTES])
{
    char name[24];
    snprintf(name, sizeof name, "%s%02" PRIu32 "_%02" PRIu32, minimap_prefixes[kind], x % 100,
             y % 100);
    node_minimap_path(key, name, path);
}

const char *node_minimap_name(uint64_t key, const char *path)
{
    return client_name(NODE_MINIMAP, key, path);
}

bool node_minimap_is_tile(const char *name, enum minimap_tile *kind, uint32_t *x, uint32_t *y)
{
    size_t length = strlen(minimap_prefixes[MINIMAP_NO_LIQUID]);
    bool is_dry = strncmp(name, minimap_prefixes[MINIMAP_NO_LIQUID], length) == 0;
    *kind = is_dry ? MINIMAP_NO_LIQUID : MINIMAP_PICTURE;
    name += is_dry ? length : 0;
    bool is_tile = strlen(name) == strlen("XX_YY") && name[2] == '_';
    *x = is_tile ? (uint32_t)strtoul(name, NULL, 10) % TILE_SET_GRID : 0;
    *y = is_tile ? (uint32_t)strtoul(name + 3, NULL, 10) % TILE_SET_GRID : 0;
    return is_tile;
}

bool node_minimap_is_block(const char *path, char wmo[NODE_MINIMAP_BYTES])
{
    size_t length = strlen(path);
    size_t end = strlen("_GGG_XX_YY.blp");
    if (!name_has_suffix(path, ".blp") || length < end) {
        return false;
    }
    snprintf(wmo, NODE_MINIMAP_BYTES, "%.*s.wmo", (int)(length - end), path);
    return true;
}

bool node_is_client(const char *path)
{
    return strncmp(path, NODE_MINIMAP, strlen(NODE_MINIMAP)) == 0 ||
           strncmp(path, NODE_WORLDMAP, strlen(NODE_WORLDMAP)) == 0;
}

bool node_is_outside(const char *path)
{
    return node_is_client(path) || strncmp(path, NODE_SHARED, strlen(NODE_SHARED)) == 0;
}

char *node_full_path(const char *out, const char *directory, const char *path)
{
    size_t shared = strlen(NODE_SHARED);
    return strncmp(path, NODE_SHARED, shared) == 0 ? path_join(out, path + shared)
                                                   : path_join(directory, path);
}
