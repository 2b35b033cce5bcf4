/* Doodads to meshes: the vertices of their models moved to the tile's pixels and lit. */
#ifndef MESH_PLACED_DOODAD_MESH_H
#define MESH_PLACED_DOODAD_MESH_H

#include "mesh/mesh_builder.h"

/* Appends the batches of all doodads of the scene, with the triangles that are seen. False when out
 * of memory. */
bool doodad_meshes(struct mesh_builder *builder);

#endif
