/*
 * A map for geographic programs. Game maps lie nowhere on Earth; what these files say:
 *
 * - World file, next to a stitched picture: plane coordinates in yards, easting = -Y (the game's +Y
 *   is west), northing = X.
 * - TileJSON 3.0.0, styles of MapLibre (web_style.h) and PMTiles: zoom levels of the kind that web
 * maps of the Earth use, which take the 64x64 grid for the whole square of the Mercator projection:
 * longitudes and latitudes in them are made up.
 */
#ifndef OUTPUT_ZOOM_WEB_GEO_H
#define OUTPUT_ZOOM_WEB_GEO_H

#include <stdint.h>

#include "base/buffer.h"
#include "base/json.h"
#include "base/tile_set.h"
#include "output/stitch.h"
#include "output/zoom/web_folder.h"

/* Made-up degrees of a rectangle of tiles, in units of 1e-7 degree; the same on every machine. */
struct web_degrees {
    int32_t west;
    int32_t south;
    int32_t east;
    int32_t north;
};

struct web_degrees web_degrees(struct stitch_bounds bounds);

/* The same of edges in tiles from the west and north of the grid, 0 to 64. */
struct web_degrees web_degrees_of(double left, double top, double right, double bottom);

/* Puts "bounds", to six places. */
void web_put_bounds(struct json *json, struct web_degrees degrees);

/* Puts the middle of the bounds as "center", whose array the caller ends. */
void web_begin_center(struct json *json, struct stitch_bounds bounds);

/*
 * Appends the six lines of a world file: edge of a pixel eastwards, two zeros, edge of a pixel
 * northwards (negative), and the place of the middle of the pixel at the upper left, which is that
 * of column `left_px` and row `top_px` of the whole grid, whose tiles have an edge of `size_px`.
 * What its axes are, output/game_axes.h says.
 */
void web_world_file(struct buffer *text, int64_t left_px, int64_t top_px, uint32_t size_px);

/* The same of a grid of points of tile x, y, the first of which is the tile's corner, with `steps`
 * from one edge to the other: the middle of a pixel is a point. */
void web_world_file_of_points(struct buffer *text, uint32_t x, uint32_t y, uint32_t steps);

/* The zoom levels that a TileJSON describes. */
struct web_levels {
    const char *folder;          /* of the pictures, relative to the map's directory */
    const char *encoding;        /* of heights; NULL: they are colours */
    struct stitch_bounds bounds; /* of the map */
    struct tile_set tiles;       /* that are shown */
    const struct web_folder *pictures;
};

/*
 * Appends TileJSON. Addresses of pictures are relative to the map's directory: who hosts the map
 * may put its own address in front. Beyond the specification it has "tile_rows", the 64x64 grid of
 * zoom 6 as 64 numbers of base 16 in which bit x is that of tile x, so that viewers need not ask
 * for pictures that are not there; and "encoding".
 */
void web_tilejson(struct buffer *text, const char *name, const struct web_levels *levels);

#endif
