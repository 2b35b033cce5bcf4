/*
 * A map for geographic programs. Game maps lie nowhere on Earth; what these files say:
 *
 * - World file, next to a stitched picture: plane coordinates in yards, easting = -Y (the game's +Y
 *   is west), northing = X.
 * - TileJSON 3.0.0, styles of MapLibre and PMTiles: zoom levels of the kind that web maps of the
 * Earth use, which take the 64x64 grid for the whole square of the Mercator projection: longitudes
 * and latitudes in them are made up.
 */
#ifndef OUTPUT_ZOOM_WEB_GEO_H
#define OUTPUT_ZOOM_WEB_GEO_H

#include <stdint.h>

#include "base/buffer.h"
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

/*
 * Appends the six lines of a world file: edge of a pixel eastwards, two zeros, edge of a pixel
 * northwards (negative), and the place of the middle of the pixel at the upper left. `bounds` is
 * what the picture shows, `size_px` the edge of a tile in it.
 */
void web_world_file(struct buffer *text, struct stitch_bounds bounds, uint32_t size_px);

/* Appends TileJSON. Tile addresses are relative to the map's directory, `folder` being the name of
 * the tiles' folder in it: who hosts the map may put its own address in front. */
void web_tilejson(struct buffer *text, const char *name, const char *folder,
                  struct stitch_bounds bounds, const struct web_folder *tiles);

/* Appends a style for MapLibre, which takes whole addresses only: `address` is that of the folder.
 */
void web_style(struct buffer *text, const char *name, const char *address,
               struct stitch_bounds bounds, const struct web_folder *tiles);

#endif
