/* What turning the parts of a scene into meshes takes, and the way of these into the list. */
#ifndef MESH_MESH_BUILDER_H
#define MESH_MESH_BUILDER_H

#include "adtmap/settings.h"
#include "base/arena.h"
#include "mesh/mesh.h"
#include "mesh/mesh_kernels.h"
#include "mesh/mesh_list.h"
#include "mesh/mesh_reflect.h"
#include "mesh/mesh_shape.h"
#include "scene/scene.h"
#include "scene/sun_light.h"

struct mesh_builder {
    const struct scene_tile *scene;
    const struct adtmap_settings *settings;
    struct sun_light light; /* of the settings */
    struct mesh_eye eye;
    const struct mesh_kernels *kernels;
    struct mip_sampling sampling; /* of all but what an alpha key cuts out */
    uint32_t quad_px;
    uint32_t size_px;                  /* of the tile: 128 * quad_px */
    const struct pixel_area *left_out; /* triangles in it are not needed; NULL: all are */
    struct arena *arena;
    struct mesh_list *list;

    /* Memory for one shape after another; zero-initialised it is empty. */
    struct mesh_moved moved;
    uint32_t vertex_room, triangle_room;
    uint32_t *seen;
};

/* Where a point of the world, X and Y, lies in the tile: pixels from its west and north edges. */
void mesh_builder_place(const struct mesh_builder *builder, double x_yd, double y_yd,
                        double place_px[2]);

/* The view of what a matrix places in the world. */
struct mesh_view mesh_builder_view(const struct mesh_builder *builder,
                                   const struct placement_matrix *matrix);

/*
 * Appends the triangles of a shape that are seen, as one batch, and puts into list->finest how fine
 * they sample the textures of its material. False when out of memory.
 */
bool mesh_builder_add(struct mesh_builder *builder, const struct mesh_shape *shape);

#endif
