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

enum { MIP_TAPS_MAX = 16 };

/* The part of a texture that one pixel covers. */
struct mip_footprint {
    uint32_t level;
    uint32_t taps; /* samples along the longer axis, 1..MIP_TAPS_MAX */
    float step_u;  /* from one to the next, in texture coordinates */
    float step_v;
};

/* The footprint when u and v change by dx across a pixel eastward and by dy southward; it does not
 * depend on which levels are kept. */
struct mip_footprint mip_footprint(const struct mip_texture *texture, const double u[2],
                                   const double v[2]);

/*
 * True when the footprint for `u` and `v` divided by `area` has no level before the first that is
 * kept; when false, it may have one. Takes a fraction of the time.
 */
bool mip_surely_kept(const struct mip_texture *texture, const double u[2], const double v[2],
                     double area);

#endif
