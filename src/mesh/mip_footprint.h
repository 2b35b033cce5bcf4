/*
 * How a pixel lies on a texture. Seen from above a triangle's texture is stretched the same way
 * everywhere. So the footprint of a pixel is computed once per triangle, of many at a time. Every
 * pixel is then the mean of bilinear samples of one level along the longer axis, or one sample
 * between two levels. Of a triangle no larger than a pixel it is the footprint of what the triangle
 * covers of one.
 */
#ifndef MESH_MIP_FOOTPRINT_H
#define MESH_MIP_FOOTPRINT_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/textures/mip_texture.h"

enum { MIP_TAPS_MAX = 16, MIP_REACH_ALL = 127 };

/* The part of a texture that one pixel covers. */
struct mip_footprint {
    uint8_t level;
    uint8_t taps;         /* samples along the longer axis of the pixel, 1..MIP_TAPS_MAX */
    uint8_t is_south : 1; /* that is the axis from north to south */
    uint8_t reach : 7;    /* how much of it they have, in 1/MIP_REACH_ALL: less where the triangle
                             covers little of a pixel */
    uint8_t next;         /* the share of the next level, in 1/256: 0 but for MIP_TRILINEAR */
};

enum mip_filter {
    MIP_ANISOTROPIC, /* a level for the shorter axis, in which that has 1.5 to 3.1 texels */
    MIP_TRILINEAR,   /* between the two levels in which the longer axis has 1 to 2 texels and half
                        of that, as renderers without anisotropy do; blurs along the shorter one */
};

/* How a drawing samples textures. */
struct mip_sampling {
    enum mip_filter filter;
    float pixel; /* what counts as the edge of a pixel, 1; less where several become one later */
};

/* Triangles whose footprints are found at a time. */
enum { MIP_RUN = 32 };

/* How u and v, one after the other, change from pixel to pixel. */
struct mip_slopes {
    float east[2][MIP_RUN], south[2][MIP_RUN];
    float covered[MIP_RUN]; /* how much a triangle covers of a pixel that shows it, above 0 to 1 */
};

/* The footprints of `count` triangles on a texture; they do not depend on which levels are kept.
 * What is behind them is read and written, too. */
void mip_footprints(const struct mip_texture *texture, struct mip_sampling sampling,
                    const struct mip_slopes *slopes, uint32_t count,
                    struct mip_footprint footprints[MIP_RUN]);

#endif
