/* Batches of a WMO group to meshes. */
#ifndef SCENE_WMO_WMO_MESH_BATCH_H
#define SCENE_WMO_WMO_MESH_BATCH_H

#include "scene/wmo/wmo_mesh_group.h"

/* Room for one batch at a time, in the tile's arena; zero-initialised: none yet. */
struct wmo_mesh_scratch {
    struct mesh_position *positions; /* of the batch's vertices */
    uint32_t *number;                /* of a vertex in the mesh, from 1; 0: not in it */
    uint32_t *corners;               /* of the triangles that are seen */
    uint32_t vertex_room;
    uint32_t index_room;
};

/*
 * Appends what is seen of a batch. Half of a building looks down or lies outside the tile: only the
 * vertices of the other half get light and texture coordinates. False when out of memory.
 */
bool wmo_mesh_append_batch(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch);

#endif
