/* The names of nodes: paths of published files below the map's folder OUT/MAP. */
#ifndef GRAPH_NODE_PATH_H
#define GRAPH_NODE_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/tile_set.h"
#include "codec/image_format.h"
#include "output/paths.h"

/* What the paths of files begin with that all maps share; they lie below OUT. */
#define NODE_SHARED "@/"

/*
 * A tile of a client's minimap, and the table of these. Their files lie in a folder of their own,
 * which `key` stands for: NODE_MINIMAP, the key, the name. The note of the record is the file's
 * path below the folder.
 */
#define NODE_MINIMAP "@minimap/"

/* Markers that a user gave or edited: published, and never made or removed by a plan. */
#define NODE_MARKERS "markers.geojson"

#define NODE_MANIFEST "map.json"

/* What the map places, with --objects. */
#define NODE_OBJECTS "objects.geojson"

/* A series is a node for each tile: the pictures, whose name is "", or a data layer. */
void node_tile_path(const char *series, const char *map, uint32_t x, uint32_t y,
                    char path[PATH_NAME_BYTES]);

/* The stitched picture of a series. */
void node_stitched_path(const char *series, const char *map, char path[PATH_NAME_BYTES]);

/* A picture of the zoom levels. */
void node_zoom_path(uint32_t zoom, uint32_t x, uint32_t y, enum image_format format,
                    char path[PATH_NAME_BYTES]);

/* Whether `path` is that of a zoom picture, in any format. */
bool node_is_zoom_path(const char *path);

/* The world file of a stitched picture. */
void node_world_path(const char *series, const char *map, char path[PATH_NAME_BYTES]);

/* The zoom levels in one file. */
void node_archive_path(const char *map, char path[PATH_NAME_BYTES]);

/* A tile of a client's minimap, and its table. */
void node_minimap_path(uint64_t key, uint32_t x, uint32_t y, char path[PATH_NAME_BYTES]);
void node_minimap_table_path(uint64_t key, char path[PATH_NAME_BYTES]);

/* Whether the file of a node is of a client's minimap. */
bool node_is_minimap(const char *path);

/* Whether the file of a node lies outside the map's folder. */
bool node_is_outside(const char *path);

/* The full path from malloc: below `directory`, the map's, or below `out` for files that all maps
 * share; not of a client's minimap. NULL when out of memory. */
char *node_full_path(const char *out, const char *directory, const char *path);

#endif
