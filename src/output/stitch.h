/*
 * The stitched map: tiles put together into one PNG file while they are being drawn. Tiles arrive
 * in any order from several threads; a row of tiles is written as soon as it and all rows north of
 * it are complete.
 *
 * Memory: a row of tiles takes columns * size_px * size_px * channels bytes from the first put into
 * it until it is written, on top of what png_stream.h documents. Rows without tiles, and rows whose
 * tiles were all skipped, take nothing. Tiles that are drawn row by row therefore keep about
 * 1 + threads / columns rows in memory.
 */
#ifndef OUTPUT_STITCH_H
#define OUTPUT_STITCH_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/tile_set.h"
#include "codec/png/png_write.h"
#include "output/output.h"

/* How much of the 64x64 grid a stitched map shows. */
enum stitch_extent {
    STITCH_CROPPED, /* the smallest rectangle that holds all tiles */
    STITCH_GRID,    /* all of it */
};

/* A rectangle of tiles. */
struct stitch_bounds {
    uint32_t x; /* first column */
    uint32_t y; /* first row */
    uint32_t columns;
    uint32_t rows;
};

/* The rectangle that a stitched map of `tiles` shows; all zeroes when cropped to no tiles. */
struct stitch_bounds stitch_bounds(const struct tile_set *tiles, enum stitch_extent extent);

struct stitch_options {
    uint32_t size_px; /* edge of a tile, at least 1 */
    enum stitch_extent extent;
    uint8_t background[4]; /* RGBA where no tile is; of grey maps the bytes of a grey */
    struct png_options png;
    size_t budget_bytes; /* for rows of tiles under way */
    unsigned workers;    /* threads that put and skip tiles, at least 1 */
    unsigned threads;    /* threads that compress a row of tiles, 0: as many as OpenMP has */
};

/*
 * Begins the map of `tiles` at `path`: an output that takes size_px rows of size_px pixels a tile,
 * RGBA or as options->png.kind has its input. `tiles` and `options` are needed during the call
 * only, `diag` and what it points to until the map is closed; failures name `path`.
 *
 * The thread that completes a row compresses and writes it, while the others go on. A tile whose
 * row has no room in the budget waits for rows to be written; the northernmost row not yet written
 * always finds room. Where tiles are handed out row by row this always ends. In other orders it may
 * be that all workers wait: then the map fails with ADTMAP_LIMIT. Tiles that are neither put nor
 * skipped, and those that are skipped, stay background. The end renames the file into place; after
 * a failure no file of it is left.
 *
 * Errors: ADTMAP_BAD_ARGUMENT when there are no pixels to show, ADTMAP_LIMIT when one row of tiles
 * is over the budget, and those of png_stream_open; at the end those of png_stream_rows.
 */
enum adtmap_status stitch_open(const char *path, const struct tile_set *tiles,
                               const struct stitch_options *options, const struct diag *diag,
                               struct output **output);

#endif
