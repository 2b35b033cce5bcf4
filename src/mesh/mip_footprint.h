/*
 * How a pixel lies on a texture. Seen from above a triangle's texture is stretched the same way
 * everywhere. So the footprint of a pixel is computed once per triangle. Every pixel is then the
 * mean of bilinear samples of one image along the longer axis.
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
    int8_t aspect; /* of mip_image */
    uint8_t taps;  /* samples along the longer axis of the pixel, 1..MIP_TAPS_MAX */
    bool is_south; /* that is the axis from north to south */
};

/* The footprint when u and v, the first two lanes, change by `east` and `south` from pixel to
 * pixel; it does not depend on which levels are kept. */
struct mip_footprint mip_footprint(const struct mip_texture *texture, lanes_f east, lanes_f south);

#endif
