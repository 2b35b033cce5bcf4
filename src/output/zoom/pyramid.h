/*
 * The zoom levels of a web map: pictures of 256 px in files z/x/y.png, made from tiles while they
 * are being drawn. Zoom 6 is the 64x64 grid of tiles; zoom 0 shows all of it in one picture.
 *
 * A picture above another is the exact average of four of its pixels (halve.h), computed from the
 * stored bytes; where no tile is it is transparent. Pictures without a visible pixel are not
 * written. The bytes do not depend on the order in which tiles come, nor on threads.
 *
 * Zoom levels that stand in the folder already are added to: pictures that show tiles of this run
 * and others keep the others. The folder must then have been made for the same size and format.
 *
 * Memory: a picture of 256 KiB for each not yet complete at zoom 0 to 5, which is below 20 MiB for
 * tiles that come row by row and below 350 MiB for any order; and for each thread at work a picture
 * of half the edge of its tile, or of the whole edge for sizes that are averaged first.
 */
#ifndef OUTPUT_ZOOM_PYRAMID_H
#define OUTPUT_ZOOM_PYRAMID_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/tile_set.h"
#include "codec/image_format.h"

enum {
    PYRAMID_GRID_ZOOM = 6,  /* where a picture is a tile of the grid */
    PYRAMID_ZOOM_MAX = 11,  /* of the largest tiles, 8192 px */
    PYRAMID_LEVELS_MAX = 12 /* zoom 0 to PYRAMID_ZOOM_MAX */
};

/*
 * How deep the levels go: tiles of 256 px reach zoom 6, of 512 px zoom 7, of 128 px zoom 5. Tiles
 * of other sizes are averaged to the next smaller power of two: no pixel is made up.
 */
struct pyramid_depth {
    uint32_t zoom;    /* the deepest level */
    uint32_t tile_px; /* edge that a tile of the grid has there */
};

/* `size_px` is ADTMAP_SIZE_MIN_PX..ADTMAP_SIZE_MAX_PX. */
struct pyramid_depth pyramid_depth(uint32_t size_px);

struct pyramid_options {
    uint32_t size_px; /* edge of the tiles that are put */
    enum image_format format;
    enum png_effort effort;
};

/* Zoom levels under way. */
struct pyramid;

/*
 * Begins the levels of `tiles` below the folder `directory`, which is made. `tiles` and `options`
 * are needed during the call only, `diag` and what it points to until the end. ADTMAP_UNSUPPORTED
 * for a format this library cannot write, ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status pyramid_open(const char *directory, const struct tile_set *tiles,
                                const struct pyramid_options *options, const struct diag *diag,
                                struct pyramid **pyramid);

/*
 * Takes tile (x, y): size_px rows of RGBA pixels, `stride_bytes` apart. Writes the pictures that
 * this tile completes. May be called from several threads at once; never waits for another tile.
 * After a failure, which pyramid_finish returns and explains, tiles are ignored; so are those that
 * are not in the set, or came before.
 */
void pyramid_put(struct pyramid *pyramid, uint32_t x, uint32_t y, const uint8_t *rgba,
                 size_t stride_bytes);

/* Completes the levels and frees the pyramid. What the folder shows of tiles that never came, since
 * they could not be drawn, stays. No other call may be under way. Returns the first failure,
 * explained in the diag given to pyramid_open. */
enum adtmap_status pyramid_finish(struct pyramid *pyramid);

/* Frees the pyramid; pictures already written stay. No other call may be under way. NULL-safe. */
void pyramid_abort(struct pyramid *pyramid);

/* "DIRECTORY/z/x/y.png" from malloc; NULL when out of memory. */
char *pyramid_path(const char *directory, uint32_t zoom, uint32_t x, uint32_t y,
                   enum image_format format);

#endif
