#include "scene/surface_material.h"

struct surface_material surface_material_of(enum surface_blend blend, enum surface_era era)
{
    return (struct surface_material){
        .blend = blend,
        .depth_test = true,
        .depth_write = !surface_is_transparent(blend),
        .alpha_key = blend == SURFACE_ALPHA_KEY ? surface_alpha_key(era) : 0,
    };
}

void surface_material_make_plain(struct surface_material *material)
{
    material->two_sided = true;
    if (!surface_is_transparent(material->blend)) {
        material->blend = SURFACE_OPAQUE;
        material->alpha_key = 0;
    }
}

unsigned surface_material_textures(const struct surface_material *material)
{
    unsigned textures = 0;
    for (unsigned t = 0; t < surface_mix_textures(material->mix); t++) {
        textures |= material->textures[t] ? 1U << t : 0;
    }
    return textures;
}
