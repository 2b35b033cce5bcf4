/* Filtered values of a texture at a pixel. */
#ifndef RENDER_TEXTURE_MIP_SAMPLE_H
#define RENDER_TEXTURE_MIP_SAMPLE_H

#include "assets/textures/mip_footprint.h"

/* Filtered red, green, blue, alpha, 0..255, around (u, v), from levels that must be kept. `wrap` is
 * of enum mip_wrap. */
void mip_sample(const struct mip_texture *texture, const struct mip_footprint *footprint,
                unsigned wrap, double u, double v, float rgba[4]);

#endif
