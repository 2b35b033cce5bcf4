/*
 * What a node of the build graph is: a file that is published, or a fact that others are made of.
 * In a log it stands as a path below the map's folder OUT/MAP. The path is printed from what the
 * node is, and parsed only where a log is read; the two use one table of patterns (node_id.c). So a
 * rule for some nodes asks for their kind, not for the beginning of a name.
 */
#ifndef GRAPH_NODE_ID_H
#define GRAPH_NODE_ID_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "adtmap/layers.h"
#include "base/path.h"
#include "codec/image_format.h"

/*
 * The kinds, with what tells nodes of one from each other. A series is a node for each tile: the
 * pictures, whose name is "", or a data layer; and what is joined from these.
 *
 * Files of a client's minimap or world map lie in a folder of their own, which `key` stands for, a
 * hash of where it is, as one log may have those of several clients. The note of the record is the
 * file's path below the folder.
 *
 * Where files of a kind lie is a column of the table of patterns. The order decides two things, and
 * both are asserted: paths are tried against patterns in it, with NODE_FILE, which takes any, left
 * out, and the tiles of a client's minimap are next to each other.
 */
enum node_kind {
    NODE_FILE,       /* name: a file of the map beyond those below, as "map.json" */
    NODE_ARCHIVE,    /* the zoom pictures of the pictures in one file */
    NODE_TILE,       /* series, x, y */
    NODE_STITCHED,   /* series */
    NODE_WORLD,      /* series: the world file of its stitched picture */
    NODE_AXES,       /* series: what the axes of that are */
    NODE_ZOOM,       /* series, number: the zoom level, x, y, format */
    NODE_VALUES,     /* series, x, y: the values of a tile for pages */
    NODE_ZONE,       /* name: the picture of a zone */
    NODE_TILE_WORLD, /* series, x, y: the world file of a tile, and what its axes are */
    NODE_TILE_AXES,
    NODE_ZONE_WORLD, /* name: of the picture of a zone */
    NODE_ZONE_AXES,
    NODE_MARKERS, /* the markers: those that a run was given, or as users edited them since */
    NODE_PICTURE, /* name: a picture that they name */
    NODE_POINTS,  /* number: a part of the markers, for pages */

    NODE_SHARED, /* name: a file that all maps share, below OUT */

    NODE_MINIMAP_TILE,      /* key, x, y */
    NODE_MINIMAP_NO_LIQUID, /* key, x, y: a tile without liquids */
    NODE_MINIMAP_TABLE,     /* key: the table of the files */
    NODE_MINIMAP_WMOS,      /* key: which WMOs the map has; it has no file */
    NODE_MINIMAP_WMO,       /* key, name without ".wmo": all rooms of a WMO; it has no file */
    NODE_MINIMAP_ROOM, /* key, name of the WMO, number: of its group, x, y: a block of a room */
    NODE_WORLDMAP,     /* key, name of a zone, number: of its file */
    NODE_CLIENT_OTHER, /* name: one of a client that this version does not know */
    NODE_KINDS
};

struct node_id {
    enum node_kind kind;
    char series[ADTMAP_LAYER_NAME_BYTES]; /* zeros behind its end */
    enum image_format format;
    uint32_t number;
    uint32_t x;
    uint32_t y;
    uint64_t key;
    const char *name; /* borrowed; NULL: the kind has none */
};

/* Files of the map with a name of their own. */
#define NODE_FILE_MANIFEST "map.json"
#define NODE_FILE_ZONES "zones.json"        /* what is said of pictures of zones */
#define NODE_FILE_OBJECTS "objects.geojson" /* what the map places */
#define NODE_FILE_AREAS "areas.geojson"     /* the areas, and the same for pages */
#define NODE_FILE_AREAS_SCRIPT "areas.js"
#define NODE_FILE_LANDMARKS "landmarks.geojson" /* what the client's tables mark */
#define NODE_FILE_FLIGHTS "flights.geojson"     /* their flights, and the same for pages */
#define NODE_FILE_FLIGHTS_SCRIPT "flights.js"
#define NODE_FILE_POINT_NAMES "points/names.js" /* names of the markers, for the search */

static inline struct node_id node_named(enum node_kind kind, const char *name)
{
    return (struct node_id){.kind = kind, .name = name};
}

static inline struct node_id node_file(const char *name)
{
    return node_named(NODE_FILE, name);
}

/* `series` has less than ADTMAP_LAYER_NAME_BYTES; x and y are below 100. */
static inline struct node_id node_of_series(enum node_kind kind, const char *series, uint32_t x,
                                            uint32_t y)
{
    struct node_id id = {.kind = kind, .x = x, .y = y};
    memcpy(id.series, series, strnlen(series, sizeof id.series - 1));
    return id;
}

static inline struct node_id node_tile(const char *series, uint32_t x, uint32_t y)
{
    return node_of_series(NODE_TILE, series, x, y);
}

static inline struct node_id node_stitched(const char *series)
{
    return node_of_series(NODE_STITCHED, series, 0, 0);
}

static inline struct node_id node_zoom(const char *series, uint32_t zoom, uint32_t x, uint32_t y,
                                       enum image_format format)
{
    struct node_id id = node_of_series(NODE_ZOOM, series, x, y);
    id.number = zoom;
    id.format = format;
    return id;
}

/* A node in the folder of a client. */
static inline struct node_id node_client(enum node_kind kind, uint64_t key, uint32_t x, uint32_t y)
{
    return (struct node_id){.kind = kind, .key = key, .x = x, .y = y};
}

/* The WMO that a room is part of. */
static inline struct node_id node_wmo_of(struct node_id room)
{
    return (struct node_id){.kind = NODE_MINIMAP_WMO, .key = room.key, .name = room.name};
}

/* Whether the file of a node lies in the folder of a client. */
bool node_is_client(struct node_id id);

/* Whether the file of a node lies outside the map's folder. */
bool node_is_outside(struct node_id id);

/* Whether a node says where a picture lies. */
static inline bool node_is_place(struct node_id id)
{
    return id.kind == NODE_WORLD || id.kind == NODE_AXES ||
           (id.kind >= NODE_TILE_WORLD && id.kind <= NODE_ZONE_AXES);
}

/* Whether a node is a tile of a data layer, or made of such. */
static inline bool node_is_layer(struct node_id id)
{
    return id.series[0] != '\0';
}

bool node_equal(struct node_id a, struct node_id b);
uint64_t node_hash(struct node_id id);

/* Size of the longest path of a node, with its NUL. */
enum { NODE_PATH_BYTES = NAME_BYTES + 64 };

/* Prints the path of a node; `map` is the name of its map. Longer ones are cut off. */
void node_path(struct node_id id, const char *map, char path[NODE_PATH_BYTES]);

/* The node of a path, whose name goes to `name`; with NULL for `map` no node of one is known. A
 * path that is of no other kind is a file. False if it is empty or too long for any node. */
bool node_parse(const char *path, const char *map, struct node_id *id, char name[NODE_PATH_BYTES]);

/* The full path from malloc: below `directory`, the map's, or below `out` for files that all maps
 * share; not in the folder of a client. NULL when out of memory. */
char *node_full_path(struct node_id id, const char *out, const char *directory, const char *map);

#endif
