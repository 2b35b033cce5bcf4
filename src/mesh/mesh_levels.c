#include "mesh/mesh_levels.h"

#include "mesh/mesh_triangle.h"

static void lower_finest(const struct mesh_corners *corners, const struct mesh_material *material,
                         unsigned textures, uint32_t finest[MESH_TEXTURES])
{
    for (unsigned t = 0; t < MESH_TEXTURES; t++) {
        if ((textures >> t & 1) && !mesh_is_level_kept(material, corners, t)) {
            uint32_t level = mesh_footprint(material, corners, t).level;
            finest[t] = level < finest[t] ? level : finest[t];
        }
    }
}

void mesh_finest_levels(const struct mesh_batch *batch, uint32_t size_px,
                        uint32_t finest[MESH_TEXTURES])
{
    const struct pixel_area tile = {0, size_px, 0, size_px};
    unsigned textures = mesh_material_textures(batch->material);
    for (unsigned t = 0; t < MESH_TEXTURES; t++) {
        const struct mip_texture *texture = batch->material->textures[t];
        finest[t] = texture ? texture->first_level : 0;
        textures &= finest[t] > 0 ? ~0U : ~(1U << t);
    }
    for (uint32_t i = 0; i + 2 < batch->index_count && textures; i += 3) {
        if (batch->is_culled || mesh_is_seen(mesh_corner(batch, i), mesh_corner(batch, i + 1),
                                             mesh_corner(batch, i + 2), batch->material, &tile)) {
            struct mesh_corners corners = mesh_corners(batch, i);
            lower_finest(&corners, batch->material, textures, finest);
        }
    }
}
