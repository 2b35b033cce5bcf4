/* Buildings of a scene to meshes: what is drawn of a WMO, where, and in which light. */
#ifndef RENDER_WMO_BUILDING_MESH_H
#define RENDER_WMO_BUILDING_MESH_H

#include "render/mesh/mesh_target.h"

/*
 * Appends the batches of all objects of the scene, and their liquids. Left out are antiportals,
 * unreachable groups and groups for distant views; shells around rooms without ADTMAP_DRAW_ROOFS;
 * groups beside the tile. A batch without a material is drawn in grey. False when out of memory.
 */
bool building_meshes(const struct mesh_target *target);

#endif
