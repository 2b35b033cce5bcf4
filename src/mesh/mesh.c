#include "mesh/mesh.h"

struct mesh_material mesh_material_of(enum surface_blend blend, enum surface_era era)
{
    return (struct mesh_material){
        .blend = blend,
        .depth_test = true,
        .depth_write = !surface_is_transparent(blend),
        .alpha_key = blend == SURFACE_ALPHA_KEY ? surface_alpha_key(era) : 0,
    };
}

unsigned mesh_material_textures(const struct mesh_material *material)
{
    unsigned textures = 0;
    for (unsigned t = 0; t < surface_mix_textures(material->mix); t++) {
        textures |= material->textures[t] ? 1U << t : 0;
    }
    return textures;
}
