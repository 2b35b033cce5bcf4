/* Doodads to meshes: the vertices of their models moved to the tile's pixels and lit. */
#ifndef MESH_PLACED_DOODAD_MESH_H
#define MESH_PLACED_DOODAD_MESH_H

#include "mesh/mesh_builder.h"
#include "scene/doodad/doodad_set.h"

/* Appends the batches of all doodads of the set, with the triangles that are seen. False when out
 * of memory. */
bool doodad_meshes(struct mesh_builder *builder, const struct doodad_set *doodads);

#endif
