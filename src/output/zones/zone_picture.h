/*
 * Pictures of zones: a rectangle of the map put together from pictures of tiles. Either cut, with
 * the tiles' own pixels, or scaled to the size that a client's world map has.
 */
#ifndef OUTPUT_ZONES_ZONE_PICTURE_H
#define OUTPUT_ZONES_ZONE_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/tile_set.h"
#include "codec/png/png_write.h"

/* Bounds, see docs/security.md. */
#define ZONE_PIXELS_MAX 2147483648.0

/* What a client shows of a zone, and the 4 x 3 files of ZONE_FILE_PX squared it is stored in. */
enum {
    ZONE_MAP_WIDTH = 1002,
    ZONE_MAP_HEIGHT = 668,
    ZONE_FILE_PX = 256,
    ZONE_COLUMNS = 4,
    ZONE_FILES = 12,
};

/* Where the pictures of tiles are. */
struct zone_tiles {
    const struct tile_set *present; /* tiles with a picture; elsewhere is background */
    uint32_t size_px;
    uint8_t background[4];
    char *(*path)(void *user, uint32_t x, uint32_t y); /* from malloc; NULL: out of memory */
    void *user;
};

/* A rectangle in pixels of the grid's 64x64 tiles, which may reach beyond it. */
struct zone_rectangle {
    int64_t left, top, right, bottom;
};

/* The whole pixels nearest to a frame, at least one: west, east, north and south edge in millionths
 * of a yard. */
struct zone_rectangle zone_rectangle(const int64_t frame[4], uint32_t size_px);

/* Whether a picture of the rectangle is of a size that programs can show: 2^31 pixels at most. */
bool zone_rectangle_fits(const struct zone_rectangle *rectangle);

/* The frame of whole pixels, in yards. */
void zone_rectangle_edges(const struct zone_rectangle *rectangle, uint32_t size_px,
                          double edges[4]);

/* The edges of a frame in their order: west, east, north, south. */
extern const char *const zone_edges[4];

struct json;

/* Adds an object of the edges of a frame, in yards. */
void zone_frame_describe(struct json *json, const char *key, const int64_t frame[4]);

/* The tiles that a frame has a part of. */
struct tile_set zone_frame_tiles(const int64_t frame[4]);

/*
 * Writes the PNG of a rectangle that fits, at least a pixel wide and high. Memory: rows of pixels.
 * Fails as png_rows_open and png_stream_open; ADTMAP_BAD_DATA for a picture of another size than a
 * tile.
 */
enum adtmap_status zone_picture_write(const char *path, const struct zone_tiles *tiles,
                                      const struct zone_rectangle *rectangle,
                                      const struct png_options *options, const struct diag *diag);

/*
 * Scales a frame to ZONE_MAP_WIDTH x ZONE_MAP_HEIGHT, with its exact edges: a tent as wide as two
 * pixels, of the tiles or of the result, whichever are larger. `rgba` has as many pixels of 4
 * bytes. Fails as zone_picture_write.
 */
enum adtmap_status zone_picture_scale(const struct zone_tiles *tiles, const int64_t frame[4],
                                      const struct diag *diag, uint8_t *rgba);

/* Copies file `number`, from 0 by rows, of such a picture: ZONE_FILE_PX squared pixels, opaque,
 * black beyond the picture. */
void zone_picture_file(const uint8_t *rgba, uint32_t number, uint8_t *file);

#endif
