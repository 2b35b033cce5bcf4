/* A group of a building on its way to meshes, and its vertices. */
#ifndef RENDER_WMO_BUILDING_GROUP_H
#define RENDER_WMO_BUILDING_GROUP_H

#include "render/wmo/building_view.h"

struct building_lightmaps;

/* One group of one object under way. */
struct building_group {
    const struct mesh_target *target;
    const struct scene_object *object;
    const struct wmo_group *group;
    struct building_view view;
    struct surface *surfaces;             /* by material, and one for batches without */
    struct building_lightmaps *lightmaps; /* of all groups of the tile */
};

/* Vertex `i` of the group as a batch of it shows it: where it is, in which light, and its texture
 * coordinates. */
void building_vertex(const struct building_group *drawing, const struct wmo_batch *batch,
                     uint32_t i, struct mesh_vertex *vertex);

/* The surface of a batch. */
struct surface *building_surface(const struct building_group *drawing,
                                 const struct wmo_batch *batch);

/* Appends triangles `indices` of `vertices`, which live in the target's arena. */
bool building_append(const struct building_group *drawing, struct surface *surface,
                     const struct mesh_vertex *vertices, uint32_t vertex_count,
                     const uint32_t *indices, uint32_t index_count);

#endif
