/*
 * Triangles of one material on their way onto a tile, as models have them: what a WMO, a doodad and
 * a liquid say of their vertices. mesh_builder_add makes triangles of the list from them.
 */
#ifndef MESH_MESH_SHAPE_H
#define MESH_MESH_SHAPE_H

#include "mesh/mesh_seen.h"

/* Texture coordinates: two numbers of each vertex of the model, `stride` floats apart. */
struct mesh_coordinates {
    const float *values; /* NULL: all are 0 */
    uint32_t stride;
    const float (*transform)[3]; /* u, v = transform times (values, 1); NULL: as they are */
};

/* The light at a vertex of the model, and the weight k of enum surface_mix. */
typedef void mesh_light_function(const void *user, uint32_t vertex, float rgba[4], float *mix);

struct mesh_shape {
    struct mesh_material *material;
    uint32_t first_vertex, vertex_count; /* those that the indices use */
    const uint32_t *indices; /* 3 per triangle; counter-clockwise seen from above faces up */
    uint32_t index_count;

    /* Where vertices stand: by a view, or on the tile already, which `placed` has from the first.
     */
    const struct mesh_view *view;
    const float (*positions)[3];
    const struct mesh_position *placed;

    struct mesh_coordinates textures[MESH_TEXTURES]; /* those that the mix reads */

    /* Light: light[0] + light[1] * max(0, normal . sun), both in axes of the model; without
     * normals, what the function says. */
    const float (*normals)[3];
    float sun[3];
    float light[2][4];
    float mix; /* with normals: k of all vertices */
    mesh_light_function *light_of;
    const void *user;

    bool is_doodad;
    bool is_liquid;
    bool
        has_height; /* by which transparent ones are sorted; else the mean of all vertices counts */
    float height_yd;
};

#endif
