/* Filtered values of a texture at a pixel. */
#ifndef MESH_MIP_SAMPLE_H
#define MESH_MIP_SAMPLE_H

#include "base/lanes.h"
#include "mesh/mip_footprint.h"

/* Filtered red, green, blue, alpha, 0..255, around (u, v), from a level that must be kept. `wrap`
 * is of enum mip_wrap. */
lanes_f mip_sample(const struct mip_texture *texture, const struct mip_footprint *footprint,
                   unsigned wrap, double u, double v);

#endif
