/*
 * What the pages of a map show, gathered from the build log by whoever writes them.
 *
 *     OUT/MAP/web/color/z/x/y.png  the zoom levels
 *     OUT/MAP/web/LAYER/z/x/y.png  the same of a data layer
 *     OUT/MAP/markers.geojson      markers (markers.h)
 *     OUT/MAP/points/N.js          those that pages load in parts (marker_blocks.h)
 *     OUT/MAP/MAP.pmtiles          the zoom levels in one file
 */
#ifndef OUTPUT_WEB_WEB_MAP_H
#define OUTPUT_WEB_WEB_MAP_H

#include <stdbool.h>

#include "adtmap/layers.h"
#include "adtmap/status.h"
#include "base/diag.h"
#include "base/tile_set.h"
#include "output/web/marker_blocks.h"
#include "output/web/web_map_card.h"
#include "output/zoom/web_folder.h"

/* A data layer that pages show over the map. */
struct web_layer {
    char name[ADTMAP_LAYER_NAME_BYTES];
    struct web_folder folder; /* at least one picture */
    struct tile_set tiles;    /* that it shows */
    struct tile_set values;   /* tiles whose values pages can load (value_scripts.h) */
    float low_yd;             /* of a floor: where it begins */
};

/* A map whose tiles are shown where the map has none of its own. */
struct web_parent {
    char name[MAP_FILE_NAME_MAX + 1];
    char title[WEB_TITLE_BYTES]; /* what players call it, else the name */
    struct tile_set tiles;       /* those taken from it, drawn or not */
};

struct web_map {
    struct web_map_card card;
    uint32_t size_px;      /* of a tile */
    struct tile_set tiles; /* that there are */
    uint32_t *contents; /* one for each of `tiles`, in their order: part of a hash of its pixels */
    struct buffer preview; /* a JPEG file (web_thumbnail.h); empty: none could be made */
    /* Of a site that lists maps of several OUT folders, this one below its own; "": none. */
    char site_title[WEB_TITLE_BYTES];
    char live[WEB_ADDRESS_BYTES]; /* a file of players, from the page; "": none */
    bool has_number;              /* of the client's table of maps */
    uint32_t number;
    bool is_watched;               /* it may change while the page is open */
    bool is_open;                  /* nothing is seen where nothing is drawn */
    bool has_archive;              /* the zoom levels are in one file, too */
    bool is_stitched;              /* there is a stitched map */
    struct stitch_bounds stitched; /* what it shows */
    struct web_folder folder;      /* the zoom levels */
    struct web_layer *layers;      /* from malloc */
    uint32_t layer_count;
    struct markers markers;
    struct marker_blocks blocks;      /* of these */
    struct markers landmarks;         /* borrowed; of the client's tables, a group in succession */
    uint32_t flight_count;            /* in flights.js */
    const struct web_parent *parents; /* borrowed */
    uint32_t parent_count;
};

/* A zeroed map may be freed. */
void web_map_free(struct web_map *map);

/* The edge of a tile of the grid in a picture of a level. */
uint32_t web_map_tile_px(uint32_t zoom);

/* The first level where the longer edge of a part of the map has `wanted_px` pixels; else the
 * deepest. */
uint32_t web_map_zoom(const struct web_map *map, struct stitch_bounds part, uint32_t wanted_px);

/* Writes the zoom levels in one file. Fails as pmtiles_write. */
enum adtmap_status web_map_write_archive(const char *path, const struct web_map *map,
                                         const struct diag *diag);

/* A path from malloc, NULL when out of memory; `directory` is the map's. */
char *web_map_markers_path(const char *directory);

#endif
