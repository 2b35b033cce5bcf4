/* From a building's axes to the tile's pixels. */
#ifndef SCENE_WMO_WMO_MESH_VIEW_H
#define SCENE_WMO_WMO_MESH_VIEW_H

#include "scene/mesh/mesh_target.h"

/* x east and y south in 1/256 pixel, z up in yards; each row times (position, 1). */
struct wmo_mesh_view {
    double to_pixel[2][4];
    double to_height[4];
};

struct wmo_mesh_view wmo_mesh_view(const struct mesh_target *target,
                                   const struct scene_placement *object);

struct mesh_position wmo_mesh_position(const struct wmo_mesh_view *view, const float position[3]);

#endif
