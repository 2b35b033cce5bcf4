/* Which mip levels drawing a batch samples. */
#ifndef MESH_MESH_LEVELS_H
#define MESH_MESH_LEVELS_H

#include "mesh/mesh.h"

/*
 * The finest level of each of the material's textures that drawing samples on a tile of `size_px`,
 * where that is finer than what the texture keeps, else the first that it keeps.
 */
void mesh_finest_levels(const struct mesh_batch *batch, uint32_t size_px,
                        uint32_t finest[MESH_TEXTURES]);

#endif
