#include "render/mesh/mesh_triangle.h"

#include "render/mesh/surface.h"

struct mesh_corners mesh_corners(const struct mesh_batch *batch, uint32_t i)
{
    struct mesh_corners corners;
    for (uint32_t k = 0; k < 3; k++) {
        corners.vertex[k] = &batch->vertices[batch->indices[i + k]];
        corners.position[k] = corners.vertex[k]->position;
    }
    return corners;
}

bool mesh_is_seen(const struct mesh_corners *corners, const struct surface *surface,
                  const struct band_area *where)
{
    bool after_first[2] = {false};
    bool before_end[2] = {false};
    for (uint32_t k = 0; k < 3; k++) {
        const struct raster_vertex *at = &corners->position[k];
        after_first[0] |= at->x >= (int32_t)where->first_column * SUBPIXELS;
        before_end[0] |= at->x < (int32_t)where->end_column * SUBPIXELS;
        after_first[1] |= at->y >= (int32_t)where->first_row * SUBPIXELS;
        before_end[1] |= at->y < (int32_t)where->end_row * SUBPIXELS;
    }
    int64_t area = raster_area(corners->position);
    bool faces_up = area < 0 || (area > 0 && surface->two_sided);
    return faces_up && after_first[0] && before_end[0] && after_first[1] && before_end[1];
}

unsigned mesh_textures_of(const struct surface *surface)
{
    unsigned textures = 0;
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        textures |= surface->textures[t] ? 1U << t : 0;
    }
    return textures & surface_mix_textures(surface->mix);
}

void mesh_lay_textures(const struct surface *surface, unsigned textures,
                       const struct mesh_corners *corners, const struct raster_triangle *triangle,
                       struct mesh_texturing *texturing)
{
    const struct mesh_vertex *const *v = corners->vertex;
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        if (!(textures >> t & 1)) {
            continue;
        }
        double steps[2][2];
        for (unsigned axis = 0; axis < 2; axis++) {
            struct raster_plane *uv = &texturing->uv[t][axis];
            const float values[3] = {v[0]->uv[t][axis], v[1]->uv[t][axis], v[2]->uv[t][axis]};
            *uv = raster_plane(triangle, values);
            steps[axis][0] = uv->dx * SUBPIXELS;
            steps[axis][1] = uv->dy * SUBPIXELS;
        }
        texturing->footprint[t] = mip_footprint(surface->textures[t], steps[0], steps[1]);
    }
}
