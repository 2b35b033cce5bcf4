#include "scene/liquid_material.h"

/* The first picture of a liquid's animation. Where the data has it, magma and slime are drawn with
 * it alone; it is added to the colour of water and ocean if the settings say so. */
static const char *const texture_names[LIQUID_CLASSES] = {
    [LIQUID_WATER] = "xtextures/river/lake_a.1.blp",
    [LIQUID_OCEAN] = "xtextures/ocean/ocean_h.1.blp",
    [LIQUID_MAGMA] = "xtextures/lava/lava.1.blp",
    [LIQUID_SLIME] = "xtextures/slime/slime.1.blp",
};

const struct surface_material *liquid_material(struct surface_textures *textures,
                                               enum liquid_class class)
{
    const struct adtmap_liquid *colors = &textures->settings->liquids[class];
    const bool is_opaque = colors->shallow[3] == 1.0F && colors->deep[3] == 1.0F;
    const bool is_added = class == LIQUID_WATER || class == LIQUID_OCEAN;
    const unsigned t = is_added ? 1 : 0;
    struct surface_material *material = arena_alloc(textures->arena, 1, sizeof *material);
    if (!material) {
        return NULL;
    }
    *material =
        surface_material_of(is_opaque ? SURFACE_OPAQUE : SURFACE_ALPHA, SURFACE_ERA_UNKNOWN);
    material->two_sided = true;
    if ((is_added && !textures->settings->add_liquid_textures) ||
        textures->settings->ground == ADTMAP_GROUND_RELIEF) {
        return material;
    }
    if (!surface_textures_add_optional(textures, texture_names[class], (struct mip_alpha){0}, t,
                                       material)) {
        return NULL;
    }
    if (material->textures[t] && is_added) {
        material->mix = MIX_ADD;
    } else if (material->textures[t]) {
        material->blend = SURFACE_OPAQUE;
        material->depth_write = true;
    }
    return material;
}
