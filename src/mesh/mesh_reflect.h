/* What a surface reflects to an eye straight above, as texture coordinates. */
#ifndef MESH_MESH_REFLECT_H
#define MESH_MESH_REFLECT_H

#include "mesh/mesh_shape.h"

/* Where the eye of noggit-red's exporter is, and how yards become subpixels of the tile. */
struct mesh_eye {
    double size_px;
    double height_yd;
};

/* The eye over a tile of `size_px` whose ground and buildings reach up to `highest_yd`. */
struct mesh_eye mesh_eye_over(uint32_t size_px, double highest_yd);

/*
 * Texture coordinates of a vertex with `normal`, of any length and in axes of the model, that
 * stands at `position` of the tile (x, y in subpixels, height in yards). `mapping` is not
 * MAPPED_BY_VERTEX.
 */
void mesh_reflect(const struct mesh_eye *eye, const struct mesh_view *view,
                  enum mesh_mapping mapping, const float normal[3],
                  const struct mesh_position *position, float uv[2]);

#endif
