/* From the axes of a placed model to the tile's pixels. */
#ifndef MESH_MESH_VIEW_H
#define MESH_MESH_VIEW_H

#include "mesh/mesh_builder.h"

/* x east and y south in 1/256 pixel, z up in yards; each row times (position, 1). */
struct mesh_view {
    double to_pixel[2][4];
    double to_height[4];
};

struct mesh_view mesh_view_of(const struct mesh_builder *target,
                              const struct placement_matrix *matrix);

struct mesh_position mesh_view_position(const struct mesh_view *view, const float position[3]);

#endif
