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

char *pyramid_path(const char *directory, uint32_t zoom, uint32_t x, uint32_t y,
                   enum image_format format)
{
    char name[48];
    snprintf(name, sizeof name, "%u/%u/%u.%s", (unsigned)zoom, (unsigned)x, (unsigned)y,
             image_format_names[format]);
    return path_join(directory, name);
}
