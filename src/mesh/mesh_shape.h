/*
 * Triangles of one material on their way onto a tile, as models have them: what a WMO, a doodad and
 * a liquid say of their vertices. mesh_builder_add makes triangles of the list from them.
 */
#ifndef MESH_MESH_SHAPE_H
#define MESH_MESH_SHAPE_H

#include "base/lanes.h"
#include "mesh/mesh_seen.h"
#include "mesh/mip_footprint.h"
#include "scene/surface_material.h"

/*
 * Where vertices lie on a texture. Reflections are those that an eye straight above sees: r is the
 * view reflected by the normal, with x east, y north and z up.
 */
enum mesh_mapping {
    MAPPED_BY_VERTEX,
    MAPPED_AS_SPHERE, /* 0.5 + 0.5 (r + (0, 0, 1)) normalised: 0.5 + 0.5 normal */
    MAPPED_AS_SEEN,   /* r */
    MAPPED_BY_NOGGIT, /* r of noggit-red's exporter, see mesh_reflect.c */
};

/* Texture coordinates: two numbers of each vertex of the model, `stride` floats apart. */
struct mesh_coordinates {
    const float *values; /* NULL: all are 0 */
    uint32_t stride;
    const float (*transform)[3]; /* u, v = transform times (values, 1); NULL: as they are */
    enum mesh_mapping mapping;   /* but MAPPED_BY_VERTEX: the others do not count */
};

/* The light at corners of triangles, as many as are set up at a time. */
enum { MESH_CORNERS = 3 * MIP_RUN };
struct mesh_lights {
    lanes_f color[MESH_CORNERS];   /* red, green, blue, alpha */
    lanes_f weights[MESH_CORNERS]; /* of the mix; k is the last */
    /* How much of the sun is in it: max(0, normal . sun), less in rooms, 0 for what shines. */
    float facing[MESH_CORNERS];
};

/* Fills the lights at up to MESH_CORNERS vertices of the model. */
typedef void mesh_light_function(const void *user, const uint32_t *vertices, uint32_t count,
                                 struct mesh_lights *lights);

struct mesh_shape {
    const struct surface_material *material;
    uint32_t first_vertex, vertex_count; /* those that the indices use */
    const uint32_t *indices; /* 3 per triangle; counter-clockwise seen from above faces up */
    uint32_t index_count;

    /* Where vertices stand: by a view, or on the tile already, which `placed` has from the first.
     */
    const struct mesh_view *view;
    const float (*positions)[3];
    const struct mesh_position *placed;

    struct mesh_coordinates textures[SURFACE_TEXTURES]; /* those that the mix reads */

    const float (*normals)[3]; /* in axes of the model; NULL: all look up */

    /* Light: what the function says, or without one light[0] + light[1] * max(0, normal . sun), for
     * normals of length 1. */
    mesh_light_function *light_of;
    const void *user;
    float sun[3];
    float light[2][4];
    float mix; /* without a function: k of all vertices */

    bool is_doodad;
    bool is_liquid;
    bool covers_ground; /* a liquid of terrain */
    bool takes_shadow;  /* it stands in the light of the sun */
    /* By which transparent ones are sorted; without one, the mean of all vertices counts. */
    bool has_height;
    float height_yd;
};

#endif
