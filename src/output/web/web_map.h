/*
 * What an OUT folder holds of one map, as its web page needs it: read from map.json and from the
 * files themselves, so that pages show what is there, whichever runs have made it.
 *
 *     OUT/MAP/map.json             the manifest
 *     OUT/MAP/tiles/               which tiles there are
 *     OUT/MAP/web/LAYER/z/x/y.png  the zoom levels; LAYER is "color" for the map as it looks, and
 *                                  other names for data layers
 *     OUT/MAP/markers.geojson      markers (markers.h)
 *     OUT/MAP/MAP.pmtiles          the zoom levels of "color" in one file
 */
#ifndef OUTPUT_WEB_WEB_MAP_H
#define OUTPUT_WEB_WEB_MAP_H

#include <stdbool.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/tile_set.h"
#include "output/manifest/manifest.h"
#include "output/web/markers.h"
#include "output/zoom/web_folder.h"

#define WEB_COLOR_LAYER "color"

enum { WEB_LAYERS_MAX = 32, WEB_LAYER_NAME_BYTES = 64 };

struct web_layer {
    char name[WEB_LAYER_NAME_BYTES]; /* letters, digits, '-' */
    struct web_folder folder;
};

struct web_map {
    char *directory; /* OUT/MAP */
    struct manifest *manifest;
    struct tile_set tiles;                   /* that there are */
    struct stitch_bounds bounds;             /* of these */
    struct web_layer layers[WEB_LAYERS_MAX]; /* WEB_COLOR_LAYER first, then by name */
    size_t layer_count;                      /* at least 1 */
    struct markers markers;
    bool has_archive;
};

/*
 * Reads the map in OUT/`name`. ADTMAP_NOT_FOUND, unexplained, when that is no directory of a map
 * with a web map; else failures are explained, damaged markers by a warning. web_map_free gives
 * *map back, whatever the status.
 */
enum adtmap_status web_map_read(const char *out, const char *name, const struct diag *diag,
                                struct web_map *map);

/* A zeroed map may be freed. */
void web_map_free(struct web_map *map);

/* Whether picture x/y of a level shows a place where the map has a tile: unless nothing in it is
 * visible, the file is there. */
bool web_map_expects(const struct web_map *map, uint32_t zoom, uint32_t x, uint32_t y);

/* Paths from malloc, NULL when out of memory; `directory` is the map's. */
char *web_map_layer_path(const char *directory, const char *layer);
char *web_map_archive_path(const char *directory, const char *map);
char *web_map_markers_path(const char *directory);

#endif
