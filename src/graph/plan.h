/*
 * The plan of a run: a pure function of what is asked for, what the map has, the build log and the
 * files as they are now. It says for each node whether it is up to date, made, or removed.
 *
 * The graph has these nodes (node_path.h); an arrow leads from a node to what is made of it:
 *
 *     files of the data -> tile picture -> stitched map
 *                                      \-> zoom pictures 6 and deeper -> 5 -> ... -> 0 -> archive
 *                                      \-> tiles of a client's minimap -> their table
 *                       -> tile layer  --> stitched layer
 *                                      \-> zoom pictures
 *                                      \-> heights for pages
 *     all of them       -> texts: manifest, pages, world files
 *
 * One rule holds for every node. It is up to date when the log has a record of it, its recipe is
 * that of the run, the content ids of the nodes it is made of and the files of the data are those
 * on record, and its own file is the recorded one. Else it is made, and so is everything behind it.
 * A record that no rule asks for any more is removed with its file.
 *
 * A run may ask for some tiles (-t) or some series (pictures, data layers) only:
 * - Tiles that are not asked for stay. They count as the map's (`shown`) if their recipe is that of
 *   the run and their file is as recorded.
 * - A data layer that is not asked for is not made. Its tiles stay for as long as their inputs are
 *   the same; then they are removed, and the stitched layer and zoom pictures with them.
 * - Pictures that are not asked for (a run of layers alone) stay as they are, with all that is made
 *   of them.
 *
 * A plan reads files through struct plan_disk alone, in parallel, each file and input once. A map
 * of 4096 tiles at 512 px with zoom levels is planned in 0.1 s, most of it for `stat`.
 */
#ifndef GRAPH_PLAN_H
#define GRAPH_PLAN_H

#include "adtmap/layers.h"
#include "base/tile_set.h"
#include "codec/image_format.h"
#include "graph/build_log.h"
#include "output/paths.h"
#include "output/zoom/pyramid.h"

enum {
    PLAN_SERIES_MAX = 1 + ADTMAP_LAYERS_MAX,
    PLAN_TEXTS_MAX = 32 + ADTMAP_LAYERS_MAX,
};

/* Which nodes are made. */
enum redraw_policy {
    REDRAW_CHANGED, /* those that are out of date */
    REDRAW_ALL,
};

/* Why a node is made, or removed. */
enum dirty_reason {
    UP_TO_DATE,
    DIRTY_NEW,    /* no record: never made, or it failed */
    DIRTY_FORCED, /* REDRAW_ALL */
    DIRTY_RECIPE, /* made with other settings or by another adtmap */
    DIRTY_MAP,    /* the WDT says otherwise of the tile, or a tile next to it came or went */
    DIRTY_INPUT,  /* a file of the data has changed, came or went */
    DIRTY_OUTPUT, /* its file is missing or not as it was written */
    DIRTY_STRICT, /* assets are missing, and that is a failure now */
    DIRTY_NODE,   /* a node that it is made of is made or has changed */
    DIRTY_GONE,   /* removed: no node any more */
};

/* The files as they are now. Both functions bring a key up to date, are called from several
 * threads, and return false when out of memory. */
struct plan_disk {
    void *user;
    bool (*file)(void *user, struct build_record *record, bool *is_same);
    bool (*input)(void *user, struct dependency *input, bool *is_same);
    int threads;
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
    struct hash128 stitched_recipe;
    bool has_zoom;
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
    struct plan_text texts[PLAN_TEXTS_MAX];
    uint32_t text_count;
};

struct plan_verdict {
    enum dirty_reason reason;
    const char *input; /* of DIRTY_INPUT: the first that has changed, the log's; else NULL */
};

struct plan_of_series {
    struct plan_verdict tiles[TILE_SET_GRID][TILE_SET_GRID]; /* [y][x], of those asked for */
    struct tile_set made;
    struct tile_set shown;     /* the map's: made, kept, and those that failed in other runs */
    struct tile_set present;   /* of these, those whose file is there, or is made */
    struct tile_set read_back; /* tiles whose file others need the pixels of */
    enum dirty_reason stitched;
    struct tile_set zoom_tiles;           /* tiles that zoom pictures and heights are made of */
    bool zoom_joined[PYRAMID_JOINED_MAX]; /* pictures of zoom 0 to 5 that are made, by
                                             pyramid_joined */
    bool makes_zoom;
};

struct plan {
    struct plan_of_series series[PLAN_SERIES_MAX];
    struct tile_set minimap_tiles; /* tiles of the client's minimap that are made */
    bool makes_minimap;            /* or its table, or interiors, or something is removed */
    bool makes_interiors;          /* which WMOs the map has, or what they show, has changed */
    bool *stale_interiors; /* by index of record: the rooms of this WMO are drawn; from malloc */
    uint32_t stale_count;  /* records that there were */
    bool makes_absent;     /* tiles are to be recorded as absent */
    enum dirty_reason archive;
    enum dirty_reason texts; /* of all; they are written together */
    uint32_t *removed;       /* indices of records whose files go; from malloc */
    uint32_t removed_count;
    uint32_t stale_layers; /* of these, files of data layers that no longer show the map */
    uint32_t other_recipe; /* pictures not asked for, made with another recipe */
    uint32_t other_file;   /* pictures not asked for, whose file is not as recorded */
};

/* The plan from malloc, for plan_free; NULL when out of memory. Keys of `log` are brought up to
 * date. */
struct plan *plan_make(const struct plan_request *request, struct build_log *log,
                       const struct plan_disk *disk);

/* NULL-safe. */
void plan_free(struct plan *plan);

/*
 * The content ids that a node is made of, as one hash, from the records that there are: of a
 * stitched picture, a zoom picture, a tile of a client's minimap, its list of WMOs, the archive,
 * and texts. The heights of a tile are made of what its picture at PYRAMID_GRID_ZOOM is made of.
 * `shown` and `present` are the plan's.
 */
struct hash128 nodes_of_stitched(const struct plan_request *request, const struct build_log *log,
                                 uint32_t series, const struct tile_set *shown,
                                 const struct tile_set *present);
struct hash128 nodes_of_zoom(const struct plan_request *request, const struct build_log *log,
                             uint32_t series, const struct tile_set *present, uint32_t zoom,
                             uint32_t x, uint32_t y);
struct hash128 nodes_of_minimap(const struct plan_request *request, const struct build_log *log,
                                uint32_t x, uint32_t y);
struct hash128 nodes_of_interiors(const struct plan_request *request, const struct build_log *log);
struct hash128 nodes_of_archive(const struct build_log *log);
struct hash128 nodes_of_texts(const struct build_log *log);

/* Whether the tile's record is of a file made with the recipe of the series. */
bool node_is_present(const struct plan_request *request, const struct build_log *log,
                     uint32_t series, uint32_t x, uint32_t y);

/* Of `tiles`, those that are present. */
struct tile_set nodes_present(const struct plan_request *request, const struct build_log *log,
                              uint32_t series, const struct tile_set *tiles);

/* Whether a zoom picture shows a place of these tiles. */
bool zoom_shows(const struct tile_set *tiles, uint32_t zoom, uint32_t x, uint32_t y);

#endif
