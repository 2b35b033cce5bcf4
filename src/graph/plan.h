/*
 * The plan of a run: a pure function of what is asked for, what the map has, the build log and the
 * files as they are now. Each kind of output declares its nodes (graph.h) in one function; the
 * table of kinds is in plan.c. An arrow leads from a node to what is made of it:
 *
 *     files of the data -> tile picture -> stitched map
 *                                      \-> deepest zoom pictures -> ... -> zoom 0 -> archive
 *                                      \-> tiles of a client's minimap -> their table
 *                       -> tile layer  --> stitched layer
 *                                      \-> zoom pictures
 *                                      \-> heights for pages
 *     all of them       -> texts: manifest, pages, world files
 *
 * A run may ask for some tiles (-t) or some series (pictures, data layers) only:
 * - Tiles that are not asked for are left. They count as the map's (`shown`) if their recipe is
 * that of the run and their file is as recorded.
 * - Tiles of a data layer that is not asked for are kept for as long as their inputs are the same;
 *   then they are removed, and the stitched layer and zoom pictures with them.
 * - Pictures that are not asked for (a run of layers alone) are left with all that is made of them.
 */
#ifndef GRAPH_PLAN_H
#define GRAPH_PLAN_H

#include "adtmap/layers.h"
#include "base/tile_set.h"
#include "codec/image_format.h"
#include "graph/graph.h"
#include "output/paths.h"
#include "output/web/marker_blocks.h"
#include "output/zoom/pyramid.h"

enum {
    PLAN_SERIES_MAX = 1 + ADTMAP_LAYERS_MAX,
    PLAN_TEXTS_MAX = 32 + ADTMAP_LAYERS_MAX + MARKER_BLOCKS_MAX,
};

/* A node for each tile. */
struct plan_series {
    const char *name; /* "": the pictures; else a data layer */
    struct hash128 recipe;
    bool is_asked;          /* made by this run */
    struct tile_set tiles;  /* of those asked for, what the map has */
    struct tile_set absent; /* of those asked for, recorded as absent: pictures of tiles without a
                               file; layers of tiles drawn from the WDL, which has none */
    struct hash128 (*facts)[TILE_SET_GRID]; /* [y][x]: what the map says of a tile; NULL: not
                                                     known, and not compared */
    bool has_stitched;
    enum node_policy stitched_policy; /* NODE_MAKE or NODE_MEND */
    struct hash128 stitched_recipe;
    bool has_zoom;
    enum node_policy zoom_policy; /* the same */
    enum image_format zoom_format;
    bool has_heights; /* with zoom levels: heights for pages, the recipe is the same */
    struct hash128 zoom_recipe;
};

/* A file written from records. */
struct plan_text {
    char path[PATH_NAME_BYTES];
    struct hash128 recipe;
};

/* The minimap of a client, which is made of pictures. */
struct plan_minimap {
    bool is_asked;
    uint64_t key; /* of node_minimap_path */
    struct hash128 recipe;
    bool has_table;
    bool has_interiors;
    struct hash128 interior_recipe;
};

struct plan_request {
    const char *map;
    enum redraw_policy policy;
    bool is_strict;
    struct tile_set asked;                      /* tiles the run is about, present or not */
    struct plan_series series[PLAN_SERIES_MAX]; /* pictures, then layers */
    uint32_t series_count;
    uint32_t zoom_max; /* of all series */
    bool has_archive;
    struct hash128 archive_recipe;
    struct plan_minimap minimap;
    struct hash128 world_recipe; /* of world files of stitched layers */
    struct plan_text texts[PLAN_TEXTS_MAX];
    uint32_t text_count;
};

struct plan_verdict {
    enum dirty_reason reason;
    const char *input; /* of DIRTY_INPUT: the first that has changed, the log's; else NULL */
};

struct plan_of_series {
    struct plan_verdict tiles[TILE_SET_GRID][TILE_SET_GRID]; /* [y][x], of those asked for */
    uint32_t nodes[TILE_SET_GRID][TILE_SET_GRID];            /* numbers in the graph */
    struct tile_set made;
    struct tile_set shown;     /* the map's: made, kept, and those that failed in other runs */
    struct tile_set present;   /* of these, those whose file is there, or is made */
    struct tile_set read_back; /* tiles whose file others need the pixels of */
    uint32_t stitched_node;    /* NODE_NONE: there is none */
    bool makes_stitched;
    struct tile_set zoom_tiles;           /* tiles that zoom pictures are made of */
    bool zoom_joined[PYRAMID_JOINED_MAX]; /* pictures of zoom 0 to 5 that are made, by
                                             pyramid_joined */
    bool makes_zoom;
    struct tile_set height_tiles; /* tiles whose heights are made */
};

struct plan {
    struct graph graph;
    struct plan_of_series series[PLAN_SERIES_MAX];
    struct tile_set minimap_tiles; /* tiles of the client's minimap that are made */
    bool makes_minimap;            /* or its table, or interiors, or something is removed */
    bool makes_interiors;          /* which WMOs the map has, or what they show, has changed */
    bool *stale_interiors; /* by index of record: the rooms of this WMO are drawn; from malloc */
    bool makes_absent;     /* tiles are to be recorded as absent */
    uint32_t archive_node; /* NODE_NONE: there is none */
    bool makes_archive;
    bool makes_texts; /* texts are written together; false: the run has nothing to do */
    uint32_t
        stale_layers; /* files of data layers that are removed, as they no longer show the map */
    uint32_t other_recipe; /* pictures not asked for, made with another recipe */
    uint32_t other_file;   /* pictures not asked for, whose file is not as recorded */
};

/* The plan from malloc, for plan_free; NULL when out of memory. Keys of `log` are brought up to
 * date. */
struct plan *plan_make(const struct plan_request *request, struct build_log *log,
                       const struct graph_disk *disk);

/* NULL-safe. */
void plan_free(struct plan *plan);

/* A plan under way: what the functions that declare nodes share. */
struct planning {
    const struct plan_request *request;
    struct plan *plan;
};

/* The nodes of zoom levels and heights, of all series; of the client's minimap. */
void plan_declare_zoom(struct planning *planning);
void plan_declare_minimap(struct planning *planning);

/* What the list of WMOs of a client's minimap is made of: the files that pictures depend on. */
struct hash128 plan_hash_interiors(const struct plan_request *request, const struct build_log *log);

/* Whether the tile's record is of a file made with the recipe of the series. */
bool node_is_present(const struct plan_request *request, const struct build_log *log,
                     uint32_t series, uint32_t x, uint32_t y);

/* Of `tiles`, those that are present. */
struct tile_set nodes_present(const struct plan_request *request, const struct build_log *log,
                              uint32_t series, const struct tile_set *tiles);

/* Whether a zoom picture shows a place of these tiles. */
bool zoom_shows(const struct tile_set *tiles, uint32_t zoom, uint32_t x, uint32_t y);

#endif
