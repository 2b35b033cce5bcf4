/*
 * The manifest of a map, OUT/MAP/map.json: what was drawn, how, and where it is. Tools read it;
 * adtmap itself only writes it.
 *
 * JSON, UTF-8, one tile a line. The bytes depend on the contents alone: tiles are sorted by y, then
 * x, and no time and no version is stored. Lengths in the world are yards, +X north, +Y west.
 *
 *     format        MANIFEST_FORMAT; raised when readers of the old format would go wrong
 *     map           the map's name
 *     tile_size     edge of a tile in pixels
 *     bounds        what the map shows: tiles {x, y, columns, rows}, pixels {width, height}, world
 *     stitched      {file, width, height} of the stitched map, or null
 *     settings      what else decides the pixels: blend, edge, far, light, liquids, objects, draw,
 *                   background (RGBA)
 *     tiles         {x, y, file, hash, pixel {x, y}, world {north, south, west, east}}; pixel is
 *                   the tile's place in the stitched map, file lies below the manifest's folder;
 *                   "source": "wdl" for tiles drawn from the map's far-away terrain
 *     failed        {x, y, reason}: tiles that could not be drawn
 *     absent        {x, y}: tiles that the WDT lists and no file holds
 */
#ifndef OUTPUT_MANIFEST_MANIFEST_H
#define OUTPUT_MANIFEST_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "base/buffer.h"
#include "base/hash.h"
#include "base/tile_set.h"
#include "output/paths.h"
#include "output/stitch.h"

enum { MANIFEST_FORMAT = 1, MANIFEST_REASON_BYTES = 256 };

enum manifest_state {
    MANIFEST_NOTHING, /* not a tile of the map, or never asked for */
    MANIFEST_PRESENT,
    MANIFEST_FAILED,
    MANIFEST_ABSENT,
};

struct manifest_tile {
    enum manifest_state state;
    struct hash128 hash; /* of MANIFEST_PRESENT: manifest_pixel_hash */
    const char *reason;  /* of MANIFEST_FAILED, borrowed; else NULL */
    bool is_low_res;     /* of MANIFEST_PRESENT: drawn from the map's WDL; else false */
};

struct manifest_layers;

/* All strings are borrowed. */
struct manifest {
    const char *map; /* a name that path_check_map_name passes */
    uint32_t size_px;
    const char *settings;        /* the member as text: manifest_settings */
    struct stitch_bounds bounds; /* holds all tiles that are present */
    bool is_stitched;            /* there is a stitched map of the bounds */
    struct manifest_tile tiles[TILE_SET_GRID][TILE_SET_GRID]; /* [y][x] */
    struct manifest_layers *layers;                           /* manifest_layers.h; NULL: none */
};

/* Appends the settings as one line of JSON, without size_px; cpu is left out too, since it does not
 * change pixels. Out of memory: text->failed. */
void manifest_settings(struct buffer *text, const struct adtmap_settings *settings);

/* Copies whole characters while they fit in `size` bytes with a NUL; '?' for control characters and
 * for what is no UTF-8. */
void manifest_copy_text(const char *text, char *copy, size_t size);

/*
 * The hash of pixels: XXH3-128 of width and height (32 bits each, little-endian) and the pixels, of
 * `pixel_bytes` each (2: a number of 16 bits, hashed lower byte first), row by row; rows are
 * `stride_bytes` apart. False when out of memory.
 */
bool manifest_pixel_hash(const void *pixels, uint32_t width, uint32_t height, size_t pixel_bytes,
                         size_t stride_bytes, struct hash128 *hash);

/* Appends the manifest. Out of memory: text->failed. */
void manifest_print(struct buffer *text, const struct manifest *manifest);

#endif
