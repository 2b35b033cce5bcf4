/*
 * The manifest of a map, OUT/MAP/map.json: what was drawn, how, and where it is. Tools and web
 * pages read it, later runs merge into it.
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
#include "adtmap/status.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/tile_set.h"
#include "output/paths.h"
#include "output/stitch.h"

enum {
    MANIFEST_FORMAT = 1,
    MANIFEST_BYTES_MAX = 32 << 20,
    MANIFEST_REASON_BYTES = 256,
};

enum manifest_state {
    MANIFEST_NOTHING, /* not a tile of the map, or never asked for */
    MANIFEST_PRESENT,
    MANIFEST_FAILED,
    MANIFEST_ABSENT,
};

struct manifest_tile {
    enum manifest_state state;
    struct hash128 hash; /* of MANIFEST_PRESENT: manifest_pixel_hash */
    char *reason;        /* of MANIFEST_FAILED, from malloc; else NULL */
    bool is_low_res;     /* of MANIFEST_PRESENT: drawn from the map's WDL; else false */
};

struct manifest_layers;

struct manifest {
    char map[MAP_FILE_NAME_MAX + 1];
    struct adtmap_settings settings; /* cpu is not stored: it does not change pixels */
    bool owns_objects;               /* the arrays of settings.objects came from manifest_read */
    struct stitch_bounds bounds;     /* holds all tiles that are present */
    bool is_stitched;                /* there is a stitched map of the bounds */
    struct manifest_tile tiles[TILE_SET_GRID][TILE_SET_GRID]; /* [y][x] */
    struct manifest_layers *layers; /* manifest_layers.h; the manifest's own; NULL: none */
};

/*
 * A manifest without tiles. ADTMAP_BAD_ARGUMENT for a name that path_check_map_name refuses and for
 * settings that adtmap_settings_check refuses; ADTMAP_NO_MEMORY. Bounds are the caller's to set.
 */
enum adtmap_status manifest_create(const char *map, const struct adtmap_settings *settings,
                                   const struct diag *diag, struct manifest **manifest);

/* NULL-safe. */
void manifest_destroy(struct manifest *manifest);

/* What became of tile (x, y), both below TILE_SET_GRID; replaces what was known of it. */
void manifest_set_present(struct manifest *manifest, uint32_t x, uint32_t y, struct hash128 hash);
void manifest_set_absent(struct manifest *manifest, uint32_t x, uint32_t y);

/* The same for a tile that failed. `reason` is copied, cut off at MANIFEST_REASON_BYTES - 1 bytes,
 * with '?' for bytes that are no UTF-8. False when out of memory. */
bool manifest_set_failed(struct manifest *manifest, uint32_t x, uint32_t y, const char *reason);

/* Copies whole characters while they fit in `size` bytes with a NUL, '?' for what is no UTF-8. */
void manifest_copy_text(const char *text, char *copy, size_t size);

/* The tiles in a state. */
struct tile_set manifest_tiles(const struct manifest *manifest, enum manifest_state state);

/*
 * The hash of pixels: XXH3-128 of width and height (32 bits each, little-endian) and the RGBA bytes
 * row by row; rows are `stride_bytes` apart. False when out of memory.
 */
bool manifest_pixel_hash(const uint8_t *rgba, uint32_t width, uint32_t height, size_t stride_bytes,
                         struct hash128 *hash);

/* Writes the manifest to `path` as file_write_atomic does. ADTMAP_BAD_ARGUMENT for a tile present
 * outside the bounds, ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status manifest_write(const char *path, const struct manifest *manifest,
                                  const struct diag *diag);

/*
 * Reads the manifest that an earlier run left at `path`: NULL when there is none. One that is no
 * manifest is passed over with a warning. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status manifest_read_earlier(const char *path, const struct diag *diag,
                                         struct manifest **manifest);

/*
 * Reads a manifest from `size` bytes, named by diag->file. What follows from other members (pixel,
 * world, sizes) is not read; members unknown are skipped. ADTMAP_BAD_DATA for what is no manifest,
 * says less than it must, names a tile twice or a file elsewhere; ADTMAP_UNSUPPORTED for another
 * format; ADTMAP_LIMIT over MANIFEST_BYTES_MAX; ADTMAP_NO_MEMORY.
 */
enum adtmap_status manifest_read(const uint8_t *data, size_t size, const struct diag *diag,
                                 struct manifest **manifest);

#endif
