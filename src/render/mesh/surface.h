/* The colour of one pixel of a mesh, and how it goes into the samples. */
#ifndef RENDER_MESH_SURFACE_H
#define RENDER_MESH_SURFACE_H

#include "render/mesh/mesh.h"

/*
 * Mixes sampled textures (0..255 each channel, alpha 0..255) and lights the result. `out` is red,
 * green, blue, alpha as 0..255, not clamped above.
 */
void surface_color(enum surface_mix mix, float textures[SURFACE_TEXTURES][4], float k,
                   const float light[4], float out[4]);

/* Which textures a mix reads, a bit each. */
unsigned surface_mix_textures(enum surface_mix mix);

/*
 * Puts a colour (0..255, alpha too) over those samples of a pixel (premultiplied RGBA bytes) that
 * are in `mask`, by the mode. Alpha has no say in modes that do not use it.
 */
void blend_pixel(enum blend_mode mode, const float color[4], unsigned mask,
                 uint8_t samples[4 * SAMPLES]);

#endif
