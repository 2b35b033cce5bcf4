#include "scene/wmo/wmo_material.h"

#include <string.h>

#include "assets/textures/texture_load.h"

struct wmo_shading wmo_material_shading(const struct wmo_material *material,
                                        enum adtmap_reflections reflections)
{
    uint32_t shader = material ? material->shader : WMO_SHADER_DIFFUSE;
    const struct wmo_shading *of = wmo_shading_of(shader);
    struct wmo_shading shading = *of;
    bool is_known_to_noggit = shader == WMO_SHADER_ENV || shader == WMO_SHADER_ENV_METAL;
    bool is_noggit = reflections == ADTMAP_REFLECTIONS_NOGGIT;
    if (reflections == ADTMAP_REFLECTIONS_OFF || (is_noggit && !is_known_to_noggit)) {
        shading.slot_count = 0;
        for (uint32_t t = 0; t < of->slot_count; t++) {
            if (of->slots[t].uv == WMO_UV_SPHERE || of->slots[t].uv == WMO_UV_REFLECTION) {
                shading.mix = surface_mix_matte(of->mix);
            } else {
                shading.slots[shading.slot_count++] = of->slots[t];
            }
        }
    } else if (is_noggit && of->mix == MIX_ENV) {
        shading.mix = MIX_ENV_MOD;
    }
    return shading;
}

/* The file of a texture, and what is named where a material has none. */
static struct asset_ref texture_file(const struct wmo_texture *texture)
{
    bool has_file = texture->name || texture->file_id;
    return (struct asset_ref){has_file ? texture->name : "(material without a texture)",
                              texture->file_id};
}

/*
 * Adds "<name>_s.blp" for the second texture "<name>.blp" of a terrain shader, which is what
 * clients draw, if it is there. False when out of memory.
 */
static bool add_terrain(struct surface_textures *textures, const struct wmo_texture *from,
                        unsigned t, struct surface_material *material)
{
    if (!from->name || strlen(from->name) < TEXTURE_EXTENSION_BYTES) {
        return true;
    }
    const char *name = texture_shining_name(from->name, textures->arena);
    const struct mip_alpha alpha = {.takes_stored =
                                        surface_textures_are_stored(textures, material->blend)};
    return name && surface_textures_add_optional(textures, name, alpha, t, material);
}

/* Adds the textures that the mix of `to` reads. False when out of memory. */
static bool add_textures(struct surface_textures *textures, const struct wmo_material *from,
                         const struct wmo_shading *shading, struct surface_material *to)
{
    for (uint32_t t = 0; t < shading->slot_count; t++) {
        if (shading->slots[t].texture >= from->texture_count) {
            continue;
        }
        const struct wmo_texture *texture = &from->textures[shading->slots[t].texture];
        if (shading->slots[t].uv == WMO_UV_GROUND && !add_terrain(textures, texture, t, to)) {
            return false;
        }
        if (!to->textures[t] && !surface_textures_add(textures, texture_file(texture), t, to)) {
            return false;
        }
    }
    return true;
}

/* The shader that is called opaque cuts nothing out, whatever the blend mode says. */
static enum surface_blend blend_of(const struct wmo_material *material)
{
    bool is_whole = material->blend == SURFACE_ALPHA_KEY && material->shader == WMO_SHADER_OPAQUE;
    return is_whole ? SURFACE_OPAQUE : material->blend;
}

/* What the file says, else what the user does. */
static enum surface_era wmo_material_era(const struct adtmap_settings *settings,
                                         const struct wmo *root)
{
    static const enum surface_era wanted[] = {
        [ADTMAP_CLIENT_ERA_AUTO] = SURFACE_ERA_UNKNOWN,
        [ADTMAP_CLIENT_ERA_BEFORE_7] = SURFACE_ERA_BEFORE_7,
        [ADTMAP_CLIENT_ERA_SINCE_7] = SURFACE_ERA_SINCE_7,
    };
    return root->era != SURFACE_ERA_UNKNOWN ? root->era : wanted[settings->client_era];
}

const struct surface_material *wmo_materials(struct surface_textures *textures,
                                             const struct wmo *root)
{
    struct surface_material *materials =
        arena_alloc(textures->arena, (size_t)root->material_count + 1, sizeof *materials);
    if (!materials) {
        return NULL;
    }
    const enum surface_era era = wmo_material_era(textures->settings, root);
    materials[root->material_count] = surface_material_of(SURFACE_OPAQUE, era);
    for (uint32_t i = 0; i < root->material_count; i++) {
        const struct wmo_material *material = &root->materials[i];
        materials[i] = surface_material_of(blend_of(material), era);
        if (textures->settings->ground == ADTMAP_GROUND_RELIEF) {
            surface_material_make_plain(&materials[i]);
            continue;
        }
        const struct wmo_shading shading =
            wmo_material_shading(material, textures->settings->reflections);
        materials[i].mix = shading.mix;
        materials[i].two_sided = (material->flags & WMO_MATERIAL_TWO_SIDED) != 0;
        for (uint32_t t = 0; t < SURFACE_TEXTURES; t++) {
            materials[i].wrap[t] = (material->flags & WMO_MATERIAL_CLAMP_S ? MIP_CLAMP_U : 0U) |
                                   (material->flags & WMO_MATERIAL_CLAMP_T ? MIP_CLAMP_V : 0U);
        }
        if (!add_textures(textures, material, &shading, &materials[i])) {
            return NULL;
        }
    }
    return materials;
}
