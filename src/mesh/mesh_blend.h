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

/*
 * Puts WIDE colours that are multiplied by their alpha over the samples of a pixel each, which they
 * cover by their share. `masks`: which samples of each, four bits a pixel from the first one's.
 * A pixel without a bit may be one that comes before it, too.
 */
void mesh_blend_leaves(wide_f colors, unsigned masks, void *const samples[WIDE]);

#endif
