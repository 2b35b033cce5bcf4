/* From a building's axes to the tile's pixels. */
#ifndef RENDER_WMO_BUILDING_VIEW_H
#define RENDER_WMO_BUILDING_VIEW_H

#include "render/mesh/mesh_target.h"
#include "render/mesh/raster.h"

/* x east and y south in 1/256 pixel, z up in yards; each row times (position, 1). */
struct building_view {
    double to_pixel[2][4];
    double to_height[4];
};

struct building_view building_view(const struct mesh_target *target,
                                   const struct scene_object *object);

struct raster_vertex building_place(const struct building_view *view, const float position[3]);

#endif
