/* How the colour of a mesh goes into the samples of a pixel. */
#ifndef MESH_MESH_BLEND_H
#define MESH_MESH_BLEND_H

#include "base/lanes.h"
#include "formats/surface.h"
#include "mesh/sample_band.h"

/*
 * Puts a colour (0..255, alpha too) over those samples of a pixel (premultiplied RGBA bytes) that
 * are in `mask`. Modes that do not use alpha ignore it.
 */
void mesh_blend_pixel(enum surface_blend mode, lanes_f color, unsigned mask,
                      uint8_t samples[4 * SAMPLES]);

/* The same for a colour that is multiplied by its alpha, which covers what is below by its share.
 */
void mesh_blend_leaf(lanes_f color, unsigned mask, uint8_t samples[4 * SAMPLES]);

#endif
