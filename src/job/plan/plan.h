/*
 * The plan of a run: a pure function of what is asked for, what the map has, the build log and the
 * files as they are now. Each kind of output (output_kind.h) declares its nodes (graph/graph.h); an
 * arrow leads from a node to what is made of it:
 *
 *     files of the data -> tile picture -> stitched map
 *                                      \-> deepest zoom pictures -> ... -> zoom 0 -> archive
 *                                      \-> tiles of a client's minimap -> their table
 *                       -> tile layer  --> stitched layer
 *                                      \-> zoom pictures
 *                                      \-> values for pages
 *     all of them       -> texts: manifest, pages, world files
 *
 * A run may ask for some tiles (-t) or some series (pictures, data layers) only:
 * - Tiles that are not asked for are left. They count as the map's (`shown`) if their recipe is
 *   that of the run and their file is as recorded.
 * - Tiles of a data layer that is not asked for are kept for as long as their inputs are the same;
 *   then they are removed, and the stitched layer and zoom pictures with them.
 * - Pictures that are not asked for (a run of layers alone) are left with all that is made of them.
 */
#ifndef JOB_PLAN_PLAN_H
#define JOB_PLAN_PLAN_H

#include "graph/graph.h"
#include "job/plan/series.h"
#include "output/paths.h"
#include "output/zoom/pyramid.h"

enum { PLAN_SERIES_MAX = 1 + ADTMAP_LAYERS_MAX, PLAN_FILES_MAX = 32, PLAN_KINDS_MAX = 8 };

/* What is joined from the tiles of a series. */
struct plan_joined {
    bool is_asked;
    struct hash128 recipe;
};

/* A node for each tile. */
struct plan_series {
    char name[ADTMAP_LAYER_NAME_BYTES]; /* "": the pictures; else a data layer */
    struct series drawn;                /* how its tiles are drawn */
    bool is_asked;                      /* made by this run */
    struct tile_set tiles;              /* of those asked for, what the map has */
    struct tile_set absent; /* of those asked for, recorded as absent: pictures of tiles without a
                               file; layers of tiles drawn from the WDL, which has none */
    struct hash128 (*facts)[TILE_SET_GRID]; /* [y][x]: what the map says of a tile; NULL: not
                                                     known, and not compared */
    struct plan_joined stitched;
    struct plan_joined zoom;
    enum image_format zoom_format;
    bool has_heights; /* zoom levels are of heights */
    bool has_values;  /* with zoom levels: values for pages, the recipe is the same */
};

/* A file of the map that is made of records. */
struct plan_file {
    struct node_id id;          /* its name is a constant, or */
    char name[PATH_NAME_BYTES]; /* of a picture of markers */
    struct hash128 recipe;
    enum node_gathers gathers;
};

/* The minimap of a client, which is made of pictures, and of the layer of pictures without liquids.
 */
struct plan_minimap {
    bool is_asked;
    uint32_t no_liquid; /* the series of that layer; 0: no tiles are made of it */
    uint64_t key;       /* of its nodes */
    struct hash128 recipe;
    bool has_table;
    bool has_interiors;
    struct hash128 interior_recipe;
};

/* A map of a zone; borrowed from the places. */
struct plan_zone {
    const char *name;
    const int64_t *frame;
    bool has_picture;
    bool has_files; /* of a client's world map */
};

struct plan_zones {
    struct plan_zone *items; /* from malloc */
    uint32_t count;
    struct hash128 recipe;
    bool has_files;    /* of a client */
    bool keeps_others; /* files of zones that are not asked for */
    uint64_t key;      /* of its nodes */
    struct hash128 file_recipe;
};

struct plan_request {
    const char *map;
    enum redraw_policy policy;
    bool is_strict;
    bool drops_others;                          /* what the run does not ask for goes */
    struct tile_set asked;                      /* tiles the run is about, present or not */
    struct plan_series series[PLAN_SERIES_MAX]; /* pictures, then layers */
    uint32_t series_count;
    uint32_t zoom_max; /* of all series */
    struct plan_minimap minimap;
    struct plan_zones zones;
    struct hash128 world_recipe; /* of world files of stitched pictures */
    bool has_world_files;        /* tiles have them, too */
    struct plan_file *markers;   /* their file and pictures, from malloc; NULL: not known */
    uint32_t marker_files;
    bool gives_markers;    /* the run makes these files; else they stay, */
    bool drops_markers;    /* or go, those that an earlier run was given */
    uint32_t point_blocks; /* parts of the markers, for pages */
    struct hash128 page_recipe;
    struct plan_file files[PLAN_FILES_MAX];
    uint32_t file_count;
};

struct plan_verdict {
    enum dirty_reason reason;
    const char *input; /* of DIRTY_INPUT: the first that has changed, the log's; else NULL */
};

struct plan_of_series {
    struct tile_set shown;   /* the map's: made, kept, and those that failed in other runs */
    struct tile_set present; /* of these, those whose file is there, or is made */
    uint32_t first_zoom;     /* number of the first node of its zoom pictures, */
    uint32_t end_zoom;       /* and of the first one behind them */
};

struct plan {
    struct graph graph;
    uint32_t first_node[PLAN_KINDS_MAX + 1]; /* of each kind of output; the next one's ends them */
    struct plan_of_series series[PLAN_SERIES_MAX];
    bool makes_minimap;    /* or its table, or interiors, or something is removed */
    bool makes_zones;      /* files of a client's world map are removed */
    bool makes_interiors;  /* which WMOs the map has, or what they show, has changed */
    bool makes_absent;     /* tiles are to be recorded as absent */
    bool makes_texts;      /* texts are written together; false: the run has nothing to do */
    uint32_t stale_layers; /* files of data layers that are removed: they show the map no more */
    uint32_t other_recipe; /* pictures not asked for, made with another recipe */
    uint32_t other_file;   /* pictures not asked for, whose file is not as recorded */
};

/* A plan under way: what the functions that declare nodes share. */
struct planning {
    const struct plan_request *request;
    struct plan *plan;
    uint32_t *inputs; /* room for those of a node that is made of tiles: TILE_SET_TILES */
};

/* Adds a series; NULL: there are too many. */
struct plan_series *plan_add_series(struct plan_request *request, const char *name);

/* Adds the series on record that are not there: pictures, and each layer. */
void plan_add_recorded(struct plan_request *request, const struct build_log *log);

/* NULL-safe. */
void plan_free(struct plan *plan);

/* The record of a tile; NULL: none. */
static inline struct build_record *plan_tile_record(const struct plan_request *request,
                                                    const struct build_log *log, uint32_t series,
                                                    uint32_t x, uint32_t y)
{
    return build_log_find(log, node_tile(request->series[series].name, x, y));
}

/* The areas of a picture's chunks, of its record; false: none is on record. */
bool plan_read_areas(const struct plan_request *request, const struct build_log *log, uint32_t x,
                     uint32_t y, struct area_tile *areas);

/* Whether a node is a tile of a data layer, or its stitched picture or what places that. */
static inline bool plan_is_layer_file(struct node_id id)
{
    return node_is_layer(id) && (id.kind == NODE_TILE || id.kind == NODE_STITCHED ||
                                 id.kind == NODE_WORLD || id.kind == NODE_AXES);
}

/* What the plan says of a tile that is asked for; DIRTY_GONE of one that the map has no longer. */
struct plan_verdict plan_verdict(const struct plan_request *request, const struct plan *plan,
                                 uint32_t series, uint32_t x, uint32_t y);

/* The node of a tile that counts as the map's and has a file, for inputs; NODE_NONE: it has not. */
uint32_t plan_tile_node(const struct planning *planning, uint32_t series, uint32_t x, uint32_t y);

/* The tiles of a series that are drawn, or of NODE_VALUES those whose values are made. */
struct tile_set plan_made(const struct plan_request *request, const struct plan *plan,
                          enum node_kind kind, uint32_t series);

/* The zoom pictures of a series that are made. */
struct plan_zoom {
    bool is_any;
    struct tile_set tiles;           /* that they are made of */
    bool joined[PYRAMID_JOINED_MAX]; /* of zoom 0 to 5, by pyramid_joined */
};
void plan_made_zoom(const struct plan_request *request, const struct plan *plan, uint32_t series,
                    struct plan_zoom *zoom);

/* The tiles of a series whose file others need the pixels of, unless they are drawn. */
struct tile_set plan_read_back(const struct plan_request *request, const struct plan *plan,
                               uint32_t series);

/* Of `tiles`, those whose record is of a file made with the recipe of the series. */
struct tile_set plan_present(const struct plan_request *request, const struct build_log *log,
                             uint32_t series, const struct tile_set *tiles);

#endif
