/* Liquids inside buildings to meshes: MLIQ, and groups that are filled as a whole. */
#ifndef MESH_PLACED_WMO_MESH_LIQUID_H
#define MESH_PLACED_WMO_MESH_LIQUID_H

#include "mesh/mesh_builder.h"

/* Appends the liquid of a group, if it has one. False when out of memory. */
bool wmo_mesh_liquid(struct mesh_builder *builder, const struct mesh_view *view,
                     const struct wmo_group *group);

#endif
