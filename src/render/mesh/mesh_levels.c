/* Which mip levels drawing samples: the part of render/mesh/mesh.h that finds the finest. */
#include "render/mesh/mesh.h"
#include "render/mesh/mesh_triangle.h"

/* Whether the triangle samples none of these textures before the first level it keeps; false: it
 * may. */
static bool is_surely_kept(const struct surface *surface, unsigned textures,
                           const struct mesh_corners *corners)
{
    const struct mesh_vertex *const *v = corners->vertex;
    double area = (double)raster_area(corners->position);
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        double steps[2][2];
        if (!(textures >> t & 1)) {
            continue;
        }
        for (unsigned axis = 0; axis < 2; axis++) {
            const float values[3] = {v[0]->uv[t][axis], v[1]->uv[t][axis], v[2]->uv[t][axis]};
            raster_rise(corners->position, values, steps[axis]);
            steps[axis][0] *= SUBPIXELS;
            steps[axis][1] *= SUBPIXELS;
        }
        if (!mip_surely_kept(surface->textures[t], steps[0], steps[1], area)) {
            return false;
        }
    }
    return true;
}

static void note_finest(const struct mesh_corners *corners, const struct surface *surface,
                        unsigned textures, uint32_t finest[SURFACE_TEXTURES])
{
    struct raster_triangle triangle;
    struct mesh_texturing texturing;
    raster_setup(corners->position, &triangle);
    mesh_lay_textures(surface, textures, corners, &triangle, &texturing);
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        bool looked_at = textures >> t & 1;
        if (looked_at && texturing.footprint[t].level < finest[t]) {
            finest[t] = texturing.footprint[t].level;
        }
    }
}

void mesh_finest_levels(const struct mesh_batch *batch, uint32_t size_px,
                        uint32_t finest[SURFACE_TEXTURES])
{
    const struct band_area tile = {0, size_px, 0, size_px};
    unsigned textures = mesh_textures_of(batch->surface);
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        const struct mip_texture *texture = batch->surface->textures[t];
        finest[t] = texture ? texture->first_level : 0;
        textures &= finest[t] > 0 ? ~0U : ~(1U << t);
    }
    for (uint32_t i = 0; i + 2 < batch->index_count && textures; i += 3) {
        struct mesh_corners corners = mesh_corners(batch, i);
        if (mesh_is_seen(&corners, batch->surface, &tile) &&
            !is_surely_kept(batch->surface, textures, &corners)) {
            note_finest(&corners, batch->surface, textures, finest);
        }
    }
}
