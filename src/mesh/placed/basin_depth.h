/*
 * How deep liquids in buildings are, by what the building has below them: no other ground is known
 * on all tiles that a building reaches into, and a liquid must look the same on each.
 */
#ifndef MESH_PLACED_BASIN_DEPTH_H
#define MESH_PLACED_BASIN_DEPTH_H

#include "mesh/placed/wmo_mesh_group.h"

/* Vertices of a liquid, in axes of the model: rows towards +Y, columns towards +X. */
struct basin {
    float corner[2], step[2]; /* of vertex 0, and from one to the next */
    uint32_t columns, rows;   /* of vertices */
    const float *surface;     /* the height of each */
};

/*
 * Sets `depth_yd` for each vertex: yards from the surface straight down, along the model's Z, to
 * the next triangle of the object that is not transparent; 0 where the surface lies inside of a
 * bank. Below 0 where there is nothing below it or at the vertices around it. False when out of
 * memory.
 */
bool basin_depths(const struct wmo_mesh_group *drawing, const struct basin *basin, float *depth_yd);

#endif
