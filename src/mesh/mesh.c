#include "mesh/mesh.h"

/* What clients up to 6.x compare alpha with. */
enum { ALPHA_KEY = 224 };

struct mesh_material mesh_material_of(enum surface_blend blend)
{
    return (struct mesh_material){
        .blend = blend,
        .depth_test = true,
        .depth_write = !surface_is_transparent(blend),
        .alpha_key = blend == SURFACE_ALPHA_KEY ? ALPHA_KEY : 0,
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
