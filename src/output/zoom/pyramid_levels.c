/*
 * Zoom 6 has a picture a tile, as the grid is 64 tiles wide; the deepest level is the one whose
 * pictures, of WEB_TILE_PX, come nearest to the tiles' own size from below.
 */
#include "output/zoom/pyramid_levels.h"

#include <stdio.h>

#include "base/path.h"

struct pyramid_depth pyramid_depth(uint32_t size_px)
{
    struct pyramid_depth depth = {0, WEB_TILE_PX >> PYRAMID_GRID_ZOOM};
    while (depth.tile_px * 2 <= size_px && depth.zoom < PYRAMID_ZOOM_MAX) {
        depth.tile_px *= 2;
        depth.zoom++;
    }
    return depth;
}

bool pyramid_shows(const struct tile_set *tiles, uint32_t zoom, uint32_t x, uint32_t y)
{
    if (zoom >= PYRAMID_GRID_ZOOM) {
        uint32_t below = zoom - PYRAMID_GRID_ZOOM;
        return tile_set_has(tiles, x >> below, y >> below);
    }
    uint32_t span = TILE_SET_GRID >> zoom;
    return tile_set_has_any(tiles, x * span, y * span, span, span);
}

char *pyramid_path(const char *directory, uint32_t zoom, uint32_t x, uint32_t y,
                   enum image_format format)
{
    char name[48];
    snprintf(name, sizeof name, "%u/%u/%u.%s", (unsigned)zoom, (unsigned)x, (unsigned)y,
             image_format_names[format]);
    return path_join(directory, name);
}
