#include "mesh/mesh_builder.h"

#include "formats/grid.h"
#include "mesh/mesh_levels.h"

enum { EDGE_QUADS = 16 };

uint32_t mesh_builder_edge(const struct mesh_builder *target)
{
    return EDGE_QUADS * target->quad_px;
}

bool mesh_builder_pin(const struct mesh_builder *target, struct mesh_material *material, unsigned t,
                      const char *name)
{
    struct mip_alpha alpha = {.is_opacity = t == 0 && mesh_blend_uses_alpha(material->blend)};
    if (t == 0 && !mesh_blend_is_transparent(material->blend)) {
        alpha.key = material->alpha_key;
    }
    material->textures[t] = (alpha.key ? mip_cache_pin_later : mip_cache_pin)(
        target->textures, name, mesh_builder_edge(target), alpha, target->arena, target->pins);
    return material->textures[t];
}

bool mesh_builder_append(const struct mesh_builder *target, struct mesh_material *material,
                         const struct mesh_batch *batch)
{
    struct mesh_batch appended = *batch;
    uint32_t finest[MESH_TEXTURES];
    appended.material = material;
    mesh_finest_levels(&appended, QUADS_PER_TILE * target->quad_px, finest);
    for (uint32_t t = 0; t < MESH_TEXTURES; t++) {
        const struct mip_texture **texture = &material->textures[t];
        if (*texture && finest[t] < (*texture)->first_level) {
            *texture = mip_cache_pin_finer(target->textures, *texture, finest[t], target->arena,
                                           target->pins);
            if (!*texture) {
                return false;
            }
        }
    }
    return mesh_list_append(target->list, &appended, target->arena);
}
