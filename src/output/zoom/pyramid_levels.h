/* The levels of a web map (output/zoom/pyramid.h): how deep they go, and where a picture is. */
#ifndef OUTPUT_ZOOM_PYRAMID_LEVELS_H
#define OUTPUT_ZOOM_PYRAMID_LEVELS_H

#include <stdint.h>

#include "base/hash.h"
#include "base/tile_set.h"
#include "codec/image_format.h"

enum {
    PYRAMID_GRID_ZOOM = 6,    /* where a picture is a tile of the grid */
    PYRAMID_ZOOM_MAX = 11,    /* of the largest tiles, 8192 px */
    PYRAMID_LEVELS_MAX = 12,  /* zoom 0 to PYRAMID_ZOOM_MAX */
    PYRAMID_JOINED_MAX = 1365 /* pictures of zoom 0 to 5: 1 + 4 + 16 + ... + 1024 */
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

/* Whether a picture shows a place of these tiles. */
bool pyramid_shows(const struct tile_set *tiles, uint32_t zoom, uint32_t x, uint32_t y);

/* A picture that was made. */
struct pyramid_picture {
    uint32_t zoom, x, y;
    uint64_t bytes;         /* of its file; 0: no pixel is visible, and there is no file */
    struct hash128 content; /* of the file */
};

/* The index of a picture of zoom 0 to 5. */
static inline uint32_t pyramid_joined(uint32_t zoom, uint32_t x, uint32_t y)
{
    return ((1U << 2 * zoom) - 1) / 3 + (y << zoom) + x;
}

/* "DIRECTORY/z/x/y.png" from malloc; NULL when out of memory. */
char *pyramid_path(const char *directory, uint32_t zoom, uint32_t x, uint32_t y,
                   enum image_format format);

#endif
