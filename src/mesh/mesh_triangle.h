/* One triangle of a batch: whether it is seen, and how its textures lie on it. */
#ifndef MESH_MESH_TRIANGLE_H
#define MESH_MESH_TRIANGLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mesh/mesh.h"
#include "mesh/mip_footprint.h"

struct mesh_corners {
    const struct mesh_vertex *vertex[3];
    const struct mesh_layers *layers[3]; /* NULL with MIX_FIRST */
    struct mesh_position position[3];
};

/* The triangle that begins with index `i`. */
static inline struct mesh_corners mesh_corners(const struct mesh_batch *batch, uint32_t i)
{
    struct mesh_corners corners;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t vertex = batch->indices[i + k];
        corners.vertex[k] = &batch->vertices[vertex];
        corners.layers[k] = batch->layers ? &batch->layers[vertex] : NULL;
        corners.position[k] = corners.vertex[k]->position;
    }
    return corners;
}

/* Where index `i` of the batch leads to. */
static inline const struct mesh_position *mesh_corner(const struct mesh_batch *batch, uint32_t i)
{
    return &batch->vertices[batch->indices[i]].position;
}

/* Coordinates of texture `t` at corner `k`. */
static inline const float *mesh_corner_uv(const struct mesh_corners *corners, unsigned k,
                                          unsigned t)
{
    return t == 0 ? corners->vertex[k]->uv : corners->layers[k]->uv[t - 1];
}

/* Twice the area in square subpixels. Negative when the vertices run counter-clockwise on the
 * image, which is how faces that look up run. */
static inline int64_t mesh_area_of(const struct mesh_position *a, const struct mesh_position *b,
                                   const struct mesh_position *c)
{
    return (int64_t)(b->x - a->x) * (c->y - a->y) - (int64_t)(c->x - a->x) * (b->y - a->y);
}

static inline int64_t mesh_area(const struct mesh_position position[3])
{
    return mesh_area_of(&position[0], &position[1], &position[2]);
}

/* The gradient, eastward and southward per subpixel, of the plane through one value per vertex,
 * times mesh_area. */
static inline void mesh_gradient_scaled(const struct mesh_position position[3],
                                        const float values[3], double gradient[2])
{
    const struct mesh_position *v = position;
    double from_1 = (double)values[1] - (double)values[0];
    double from_2 = (double)values[2] - (double)values[0];
    double x1 = (double)(v[1].x - v[0].x);
    double y1 = (double)(v[1].y - v[0].y);
    double x2 = (double)(v[2].x - v[0].x);
    double y2 = (double)(v[2].y - v[0].y);
    gradient[0] = from_1 * y2 - from_2 * y1;
    gradient[1] = from_2 * x1 - from_1 * x2;
}

/* Whether a sample of `where` may lie in the triangle, which has an area. */
bool mesh_may_cover(const struct mesh_position *a, const struct mesh_position *b,
                    const struct mesh_position *c, bool is_clockwise,
                    const struct pixel_area *where);

/* False when nothing of the triangle is seen in `where`: it lies outside or covers no sample, is
 * edge-on, or is one-sided and looks down. */
static inline bool mesh_is_seen(const struct mesh_position *a, const struct mesh_position *b,
                                const struct mesh_position *c, const struct mesh_material *material,
                                const struct pixel_area *where)
{
    int64_t area = mesh_area_of(a, b, c);
    bool is_up = area < 0 || (area > 0 && material->two_sided);
    return is_up && mesh_may_cover(a, b, c, area > 0, where);
}

/* The footprint of a pixel on texture `t` of the material. The area must not be 0. */
struct mip_footprint mesh_footprint(const struct mesh_material *material,
                                    const struct mesh_corners *corners, unsigned t);

/* True when mesh_footprint surely has no level before the first that texture `t` keeps. Takes a
 * fraction of the time. */
bool mesh_is_level_kept(const struct mesh_material *material, const struct mesh_corners *corners,
                        unsigned t);

#endif
