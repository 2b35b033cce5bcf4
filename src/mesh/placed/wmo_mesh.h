/* Buildings of a scene to meshes: what is drawn of a WMO, where, and in which light. */
#ifndef MESH_PLACED_WMO_MESH_H
#define MESH_PLACED_WMO_MESH_H

#include "mesh/mesh_builder.h"

/*
 * Appends the batches of all objects of the scene, and their liquids. Left out are antiportals and
 * unreachable groups; shells around rooms without ADTMAP_DRAW_ROOFS; groups outside the tile. A
 * batch without a material is drawn in grey. False when out of memory.
 */
bool wmo_meshes(struct mesh_builder *builder);

#endif
