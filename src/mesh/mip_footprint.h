/*
 * How a pixel lies on a texture. Seen from above a triangle's texture is stretched the same way
 * everywhere. So the footprint of a pixel is computed once per triangle. Every pixel is then the
 * mean of bilinear samples of one level along the longer axis.
 */
#ifndef MESH_MIP_FOOTPRINT_H
#define MESH_MIP_FOOTPRINT_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/textures/mip_texture.h"
#include "base/lanes.h"

enum { MIP_TAPS_MAX = 16 };

/* The part of a texture that one pixel covers. */
struct mip_footprint {
    uint8_t level;
    uint8_t taps;  /* samples along the longer axis of the pixel, 1..MIP_TAPS_MAX */
    bool is_south; /* that is the axis from north to south */
};

/*
 * What the shorter axis of a pixel, in texels, is multiplied by before it decides the level: with
 * MIP_SHORT_FINE it has 1.5 to 3.1 texels of its level, with MIP_SHORT_COARSE, which is closer to
 * what renderers without anisotropy show, half as many.
 */
#define MIP_SHORT_FINE 0.65F
#define MIP_SHORT_COARSE 1.3F

/* The footprint when u and v, the first two lanes, change by `east` and `south` from pixel to
 * pixel; it does not depend on which levels are kept. */
struct mip_footprint mip_footprint(const struct mip_texture *texture, float short_scale,
                                   lanes_f east, lanes_f south);

#endif
