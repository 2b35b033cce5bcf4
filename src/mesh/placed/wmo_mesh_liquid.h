/* Liquids inside buildings to meshes: MLIQ, and groups that are filled as a whole. */
#ifndef MESH_PLACED_WMO_MESH_LIQUID_H
#define MESH_PLACED_WMO_MESH_LIQUID_H

#include "mesh/placed/wmo_mesh_group.h"

/* Appends the liquid of a group, if it has one. False when out of memory. */
bool wmo_mesh_liquid(const struct wmo_mesh_group *drawing);

#endif
