#include "mesh/placed/wmo_mesh_material.h"

#include <stdio.h>
#include <string.h>

/* What the shader of a material comes to, seen from above. */
static enum surface_mix mix_of(uint32_t shader)
{
    switch (shader) {
    case WMO_SHADER_TWO_LAYER_DIFFUSE:
        return MIX_TWO_LAYER;
    case WMO_SHADER_TWO_LAYER_ENV_METAL:
        return MIX_TWO_LAYER_METAL;
    case WMO_SHADER_TWO_LAYER_TERRAIN:
    case WMO_SHADER_TWO_LAYER_OPAQUE:
        return MIX_TWO_LAYER_TERRAIN;
    case WMO_SHADER_EMISSIVE:
    case WMO_SHADER_ENV_METAL_EMISSIVE:
        return MIX_EMISSIVE;
    case WMO_SHADER_MASKED_ENV_METAL:
        return MIX_MASKED;
    case WMO_SHADER_TWO_LAYER_EMISSIVE:
        return MIX_TWO_LAYER_EMISSIVE;
    case WMO_SHADER_ADDITIVE_MASKED_ENV_METAL:
        return MIX_ADDITIVE_MASKED;
    case WMO_SHADER_TWO_LAYER_MOD2X:
        return MIX_TWO_LAYER_MOD2X;
    case WMO_SHADER_TWO_LAYER_MOD2X_NA:
        return MIX_TWO_LAYER_MOD2X_NA;
    case WMO_SHADER_TWO_LAYER_ALPHA:
        return MIX_TWO_LAYER_ALPHA;
    default:
        return MIX_FIRST;
    }
}

static unsigned wrap_of(uint32_t flags)
{
    return (flags & WMO_MATERIAL_CLAMP_S ? MIP_CLAMP_U : 0U) |
           (flags & WMO_MATERIAL_CLAMP_T ? MIP_CLAMP_V : 0U);
}

/* The file of a texture, and what is named where a material has none. */
static struct asset_ref texture_file(const struct wmo_texture *texture)
{
    bool has_file = texture->name || texture->file_id;
    return (struct asset_ref){has_file ? texture->name : "(material without a texture)",
                              texture->file_id};
}

/* The texture that a mix reads in slot `slot`: of two and a reflection, the reflection is out. */
static uint32_t texture_in_slot(const struct wmo_material *material, uint32_t slot)
{
    return material->shader == WMO_SHADER_ENV_METAL_EMISSIVE && slot == 1 ? 2 : slot;
}

/*
 * Pins "<name>_s.blp" for the second texture "<name>.blp" of a terrain shader, which is what
 * clients draw; *texture is NULL if it is not there. False when out of memory.
 */
static bool pin_terrain(const struct mesh_builder *target, const struct wmo_texture *from,
                        const struct mip_texture **texture)
{
    enum { EXTENSION = 4 };
    size_t length = from->name ? strlen(from->name) : 0;
    if (length < EXTENSION) {
        return true;
    }
    char *name = arena_alloc_dirty(target->arena, length + sizeof "_s", 1);
    if (!name) {
        return false;
    }
    snprintf(name, length + sizeof "_s", "%.*s_s%s", (int)(length - EXTENSION), from->name,
             from->name + length - EXTENSION);
    return mip_cache_pin_optional(target->textures, name, mesh_builder_edge(target), target->arena,
                                  target->pins, texture);
}

/* Pins the textures that the mix of `to` reads. False when out of memory. */
static bool pin_textures(const struct mesh_builder *target, const struct wmo_material *from,
                         struct mesh_material *to)
{
    uint32_t wanted = surface_mix_textures(to->mix);
    for (uint32_t t = 0; t < wanted && t < from->texture_count; t++) {
        const struct wmo_texture *texture = &from->textures[texture_in_slot(from, t)];
        bool is_terrain = from->shader == WMO_SHADER_TWO_LAYER_TERRAIN && t == 1;
        if (is_terrain && !pin_terrain(target, texture, &to->textures[t])) {
            return false;
        }
        if (to->textures[t]) {
            continue;
        }
        if (!mesh_builder_pin(target, to, t, texture_file(texture))) {
            return false;
        }
    }
    return true;
}

struct mesh_material *wmo_mesh_materials(const struct mesh_builder *target, const struct wmo *root)
{
    struct mesh_material *materials =
        arena_alloc(target->arena, (size_t)root->material_count + 1, sizeof *materials);
    if (!materials) {
        return NULL;
    }
    materials[root->material_count] = mesh_material_of(SURFACE_OPAQUE);
    for (uint32_t i = 0; i < root->material_count; i++) {
        const struct wmo_material *material = &root->materials[i];
        materials[i] = mesh_material_of(material->blend);
        materials[i].mix = mix_of(material->shader);
        materials[i].two_sided = (material->flags & WMO_MATERIAL_TWO_SIDED) != 0;
        for (uint32_t t = 0; t < MESH_TEXTURES; t++) {
            materials[i].wrap[t] = wrap_of(material->flags);
        }
        if (!pin_textures(target, material, &materials[i])) {
            return NULL;
        }
    }
    return materials;
}
