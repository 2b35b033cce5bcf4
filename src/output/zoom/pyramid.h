/*
 * The zoom levels of a web map: pictures of 256 px in files z/x/y.png, made from tiles while they
 * are being drawn. Zoom 6 is the 64x64 grid of tiles; zoom 0 shows all of it in one picture.
 *
 * A picture above another is the exact average of four of its pixels (halve.h), computed from the
 * stored bytes; where no tile is it is transparent. Pictures without a visible pixel are not
 * written. Pixels may also be heights (average_heights.h), which are averaged as such; then a place
 * without a tile has none, and all pictures with a tile are written. The bytes do not depend on the
 * order in which tiles come, nor on threads.
 *
 * A run may make some pictures only. A picture is then made of the pictures below it: those that
 * this run makes, from memory, and others from their files. It is never made from its own old file,
 * so damage does not spread.
 *
 * Memory: a picture of 256 KiB for each not yet complete at zoom 0 to 5, which is below 20 MiB for
 * tiles that come row by row and below 350 MiB for any order; and for each thread at work a picture
 * of half the edge of its tile, or of the whole edge for sizes that are averaged first.
 */
#ifndef OUTPUT_ZOOM_PYRAMID_H
#define OUTPUT_ZOOM_PYRAMID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/tile_set.h"
#include "output/output.h"
#include "output/zoom/pyramid_levels.h"

struct file_batch;

struct pyramid_options {
    uint32_t size_px; /* edge of the tiles that are put */
    bool has_heights; /* pixels are heights; the format is lossless */
    enum image_format format;
    enum png_effort effort;
    unsigned quality; /* as in image_encoder_create */

    /* Gives the files their names, the last of them when the caller finishes it; NULL: each has its
     * name at once. */
    struct file_batch *files;

    /* Which pictures of zoom 0 to 5 are made, by pyramid_joined; NULL: those that show a tile that
     * is put. Above a picture that is made all must be. */
    const bool *joined;

    /* Whether a picture that is not made has a file to read; NULL: none has. */
    bool (*has_file)(void *user, uint32_t zoom, uint32_t x, uint32_t y);

    /* Called for each picture, by one thread at a time; may be NULL. */
    void (*made)(void *user, const struct pyramid_picture *picture);
    void *user;
};

/*
 * Begins the levels of `tiles` below the folder `directory`, which is made: an output that takes
 * size_px rows of RGBA pixels a tile. `tiles` and `options` are needed during the call only, `diag`
 * and what it points to until the end. ADTMAP_UNSUPPORTED for a format this library cannot write,
 * ADTMAP_IO, ADTMAP_NO_MEMORY.
 *
 * A tile writes the pictures that it completes, and never waits for another. Of one that is skipped
 * the own pictures are removed, and those above show nothing in its place; tiles that never come
 * are skipped at the end. After a failure tiles are ignored. If the output is aborted, pictures
 * already written stay.
 */
enum adtmap_status pyramid_open(const char *directory, const struct tile_set *tiles,
                                const struct pyramid_options *options, const struct diag *diag,
                                struct output **output);

#endif
