/* The names of nodes: paths of published files below the map's folder OUT/MAP. */
#ifndef GRAPH_NODE_PATH_H
#define GRAPH_NODE_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/path.h"
#include "base/tile_set.h"
#include "codec/image_format.h"
#include "output/paths.h"

/* What the paths of files begin with that all maps share; they lie below OUT. */
#define NODE_SHARED "@/"

/*
 * Nodes of a client's minimap. Their files lie in a folder of their own, which `key` stands for:
 * NODE_MINIMAP, the key, the name. The note of the record is the file's path below the folder.
 * Names:
 *
 *     XX_YY                  a tile
 *     table                  the table of the files
 *     wmo/x/x_GGG_XX_YY.blp  a block of a room
 *     wmo/x/x.wmo            all rooms of a WMO; it has no file
 *     interiors              which WMOs the map has; it has no file
 */
#define NODE_MINIMAP "@minimap/"

/* Files of a client's world map, by a folder and its key too: ZONE/N.blp. */
#define NODE_WORLDMAP "@worldmap/"

/* Markers that a user gave or edited: published, and never made or removed by a plan. */
#define NODE_MARKERS "markers.geojson"
/* Begins the paths of pictures that they name. */
#define NODE_PICTURES "pictures/"

/* A part of the markers, for pages. */
void node_marker_block_path(size_t number, char path[PATH_NAME_BYTES]);
/* Their names, for the search. */
#define NODE_MARKER_NAMES "points/names.js"

#define NODE_MANIFEST "map.json"

/* Pictures of zones, zones/NAME.png, and what is said of them, with --zones. */
#define NODE_ZONES "zones.json"

/* What the map places, with --objects. */
#define NODE_OBJECTS "objects.geojson"

/* The areas, with --areas or pages, and the same for pages. */
#define NODE_AREAS "areas.geojson"
#define NODE_AREAS_SCRIPT "areas.js"

/* What the client's tables mark, with --landmarks or pages. */
#define NODE_LANDMARKS "landmarks.geojson"

/* The flights of the client's tables, with --landmarks or pages, and the same for pages. */
#define NODE_FLIGHTS "flights.geojson"
#define NODE_FLIGHTS_SCRIPT "flights.js"

/* A series is a node for each tile: the pictures, whose name is "", or a data layer. */
void node_tile_path(const char *series, const char *map, uint32_t x, uint32_t y,
                    char path[PATH_NAME_BYTES]);

/* Whether `path` is that of a tile of a series. */
bool node_is_tile_path(const char *path);

/* The length of the layer's name in the path of a tile, where *layer begins; 0: of the pictures. */
int node_tile_layer(const char *path, const char **layer);

/* The stitched picture of a series. */
void node_stitched_path(const char *series, const char *map, char path[PATH_NAME_BYTES]);

/* A picture of the zoom levels of a series. */
void node_zoom_path(const char *series, uint32_t zoom, uint32_t x, uint32_t y,
                    enum image_format format, char path[PATH_NAME_BYTES]);

/* The values of a tile for pages, in the folder of the zoom levels of a layer. */
void node_values_path(const char *layer, uint32_t x, uint32_t y, char path[PATH_NAME_BYTES]);

/* Whether `path` is that of a file in the folder of the zoom levels of a series, or with NULL of
 * any. */
bool node_is_zoom_path(const char *series, const char *path);

/* The world file of a stitched picture. */
void node_world_path(const char *series, const char *map, char path[PATH_NAME_BYTES]);

/* Tiles of a client's minimap. */
enum minimap_tile { MINIMAP_PICTURE, MINIMAP_NO_LIQUID, MINIMAP_TILES };

/* A node of a client's minimap by its name; a tile. */
enum { NODE_MINIMAP_BYTES = NAME_BYTES + sizeof NODE_WORLDMAP + 17 };
void node_minimap_path(uint64_t key, const char *name, char path[NODE_MINIMAP_BYTES]);
void node_minimap_tile_path(uint64_t key, enum minimap_tile kind, uint32_t x, uint32_t y,
                            char path[NODE_MINIMAP_BYTES]);

/* What follows the key; NULL: a node of another key, or none of a minimap. */
const char *node_minimap_name(uint64_t key, const char *path);

/* The path of a node of a client's world map. */
void node_worldmap_path(uint64_t key, const char *name, char path[NODE_MINIMAP_BYTES]);
const char *node_worldmap_name(uint64_t key, const char *path);

/* The picture of a zone by the name of its files, and back; false: of no zone. */
void node_zone_path(const char *name, char path[NODE_MINIMAP_BYTES]);
bool node_zone_name(const char *path, char name[NODE_MINIMAP_BYTES]);

/* The tile that such a name stands for; false: it is no tile's. */
bool node_minimap_is_tile(const char *name, enum minimap_tile *kind, uint32_t *x, uint32_t *y);

/* Whether such a name is that of a block of a room; `wmo` becomes the path of its WMO's node. */
bool node_minimap_is_block(const char *path, char wmo[NODE_MINIMAP_BYTES]);

/* Whether the file of a node lies in the folder of a client. */
bool node_is_client(const char *path);

/* Whether the file of a node lies outside the map's folder. */
bool node_is_outside(const char *path);

/* The full path from malloc: below `directory`, the map's, or below `out` for files that all maps
 * share; not of a client's minimap. NULL when out of memory. */
char *node_full_path(const char *out, const char *directory, const char *path);

#endif
