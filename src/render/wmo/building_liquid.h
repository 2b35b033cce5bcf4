/* Liquids inside buildings to meshes: MLIQ, and groups that are filled as a whole. */
#ifndef RENDER_WMO_BUILDING_LIQUID_H
#define RENDER_WMO_BUILDING_LIQUID_H

#include "render/wmo/building_view.h"

/* Appends the liquid of a group, if it has one. False when out of memory. */
bool building_liquid(const struct mesh_target *target, const struct building_view *view,
                     const struct wmo_group *group);

#endif
