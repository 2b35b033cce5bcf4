/* The colour of a mesh at one pixel. */
#ifndef RENDER_MESH_MESH_MIX_H
#define RENDER_MESH_MESH_MIX_H

#include "scene/mesh/mesh.h"

/*
 * Mixes sampled textures (each channel 0..255, alpha too) as the material says, and lights the
 * result. `k` is the vertices' mix. `out` is red, green, blue, alpha as 0..255, not clamped above.
 */
void mesh_mix_color(const struct mesh_material *material, float textures[MESH_TEXTURES][4], float k,
                    const float light[4], float out[4]);

#endif
