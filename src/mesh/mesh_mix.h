/* The colour of a mesh at one pixel. */
#ifndef MESH_MESH_MIX_H
#define MESH_MESH_MIX_H

#include "base/lanes.h"
#include "scene/surface_material.h"

/*
 * Mixes sampled textures (red, green, blue, alpha, each 0..255) as the material says, and lights
 * the result. `weights` are those of the vertices; k is the last. Returns red, green, blue, alpha
 * as 0..255, not clamped above.
 */
lanes_f mesh_mix_color(const struct surface_material *material,
                       const lanes_f textures[SURFACE_TEXTURES], lanes_f weights, lanes_f light);

#endif
