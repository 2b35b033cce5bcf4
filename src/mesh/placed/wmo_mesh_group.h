/* One group of a placed WMO that becomes meshes, and its vertices. */
#ifndef MESH_PLACED_WMO_MESH_GROUP_H
#define MESH_PLACED_WMO_MESH_GROUP_H

#include "mesh/mesh_view.h"
#include "mesh/mesh_visible.h"

struct wmo_mesh_lightmaps;

/* One group of one object under way. */
struct wmo_mesh_group {
    const struct mesh_builder *target;
    const struct scene_placement *object;
    const struct wmo_group *group;
    struct mesh_view view;
    struct mesh_material *materials;      /* by material, and one for batches without */
    struct wmo_mesh_lightmaps *lightmaps; /* of all groups of the tile */
    struct mesh_visible *seen;            /* of the batch at hand */
};

/* Vertex `i` of the group, which stands at `position`, as a batch of it shows it: in which light,
 * and its texture coordinates. */
void wmo_mesh_vertex(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch,
                     uint32_t i, const struct mesh_position *position, struct mesh_vertex *vertex);

/* What a mix of several textures needs of it in addition. */
void wmo_mesh_layers(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch,
                     uint32_t i, struct mesh_layers *layers);

/* The flags of the material of a batch (enum wmo_material_flag); 0 without one. */
uint32_t wmo_mesh_material_flags(const struct wmo_mesh_group *drawing,
                                 const struct wmo_batch *batch);

/* The material of a batch. */
struct mesh_material *wmo_mesh_batch_material(const struct wmo_mesh_group *drawing,
                                              const struct wmo_batch *batch);

/* Appends triangles `indices` of vertices that live in the target's arena. */
bool wmo_mesh_append(const struct wmo_mesh_group *drawing, struct mesh_material *material,
                     const struct mesh_copy *copy, uint32_t vertex_count, const uint32_t *indices,
                     uint32_t index_count);

#endif
