/* The colour of a triangle at a point of the image. */
#ifndef MESH_MESH_SHADE_H
#define MESH_MESH_SHADE_H

#include <stdint.h>

#include "base/lanes.h"
#include "mesh/mesh_triangle.h"

/* A triangle that is ready to be shaded. */
struct mesh_shading {
    const struct mesh_material *material;
    struct mesh_corners corners;
    double per_area;
    unsigned textures;                             /* those to be sampled, one bit each */
    struct mip_footprint footprint[MESH_TEXTURES]; /* of a pixel */
};

/* Readies the triangle that begins with index `i`. Its area must not be 0. */
void mesh_shading_setup(const struct mesh_batch *batch, uint32_t i, struct mesh_shading *shading);

/* Red, green, blue, alpha as 0..255, not clamped above, at (x, y) in subpixels. */
lanes_f mesh_shade(const struct mesh_shading *shading, int32_t x, int32_t y);

/* How a colour goes into the samples of a pixel. */
struct mesh_effect {
    bool is_seen;          /* else it is below the alpha key */
    enum mesh_blend blend; /* with the colour's alpha */
    bool hides;            /* it writes depth */
};

/* What becomes of a colour from mesh_shade. Alpha under a key is the share of the pixel that
 * passes; what is cut out and not transparent is blended by it. In full size it is all or none. */
struct mesh_effect mesh_effect_of(const struct mesh_shading *shading, lanes_f *color);

#endif
