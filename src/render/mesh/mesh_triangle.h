/* A triangle of a batch: whether it is seen, and how its textures lie. */
#ifndef RENDER_MESH_MESH_TRIANGLE_H
#define RENDER_MESH_MESH_TRIANGLE_H

#include <stdbool.h>
#include <stdint.h>

#include "render/mesh/mesh.h"
#include "render/texture/mip_footprint.h"

struct mesh_corners {
    const struct mesh_vertex *vertex[3];
    struct raster_vertex position[3];
};

/* How the textures of a surface lie on a triangle. */
struct mesh_texturing {
    struct raster_plane uv[SURFACE_TEXTURES][2];
    struct mip_footprint footprint[SURFACE_TEXTURES]; /* of a pixel */
};

/* The triangle that begins with index `i`. */
struct mesh_corners mesh_corners(const struct mesh_batch *batch, uint32_t i);

/* False when nothing of the triangle is to be seen there: it is beside it, edge-on, or turned away
 * and one-sided. */
bool mesh_is_seen(const struct mesh_corners *corners, const struct surface *surface,
                  const struct band_area *where);

/* Which of the surface's textures are there and read by its mix, a bit each. */
unsigned mesh_textures_of(const struct surface *surface);

/* Lays those of the surface's textures that `textures` has a bit for on the triangle, of which
 * `triangle` is made ready; others are left as they are. */
void mesh_lay_textures(const struct surface *surface, unsigned textures,
                       const struct mesh_corners *corners, const struct raster_triangle *triangle,
                       struct mesh_texturing *texturing);

#endif
