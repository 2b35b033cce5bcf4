/* Batches of a WMO group to meshes. */
#ifndef MESH_PLACED_WMO_MESH_BATCH_H
#define MESH_PLACED_WMO_MESH_BATCH_H

#include "mesh/placed/wmo_mesh_group.h"

/*
 * Appends what is seen of a batch. Half of a building looks down or lies outside the tile: only the
 * vertices of the other half get light and texture coordinates. False when out of memory.
 */
bool wmo_mesh_append_batch(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch);

#endif
