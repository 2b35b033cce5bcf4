#include "mesh/mesh.h"

/* What clients up to 6.x compare alpha with. */
enum { ALPHA_KEY = 224 };

struct mesh_material mesh_material_of(enum mesh_blend blend)
{
    return (struct mesh_material){
        .blend = blend,
        .depth_test = true,
        .depth_write = !mesh_blend_is_transparent(blend),
        .alpha_key = blend == BLEND_ALPHA_KEY ? ALPHA_KEY : 0,
    };
}

bool mesh_blend_is_transparent(enum mesh_blend mode)
{
    switch (mode) {
    case BLEND_OPAQUE:
    case BLEND_ALPHA_KEY:
    case BLEND_INV_SRC_ALPHA_OPAQUE:
    case BLEND_SRC_ALPHA_OPAQUE:
    case BLEND_CONSTANT_ALPHA:
        return false;
    default:
        return true;
    }
}

bool mesh_blend_uses_alpha(enum mesh_blend mode)
{
    switch (mode) {
    case BLEND_ALPHA_KEY:
    case BLEND_ALPHA:
    case BLEND_ADD:
    case BLEND_SRC_ALPHA_OPAQUE:
    case BLEND_BLEND_ADD:
        return true;
    default:
        return false;
    }
}

unsigned mesh_mix_textures(enum mesh_mix mix)
{
    enum { FIRST = 1, TWO = 3, THREE = 7, FOUR = 15 };
    static const uint8_t read[MESH_MIXES] = {
        [MIX_FIRST] = FIRST,
        [MIX_TWO_LAYER] = TWO,
        [MIX_TWO_LAYER_TERRAIN] = TWO,
        [MIX_TWO_LAYER_METAL] = TWO,
        [MIX_TWO_LAYER_EMISSIVE] = TWO,
        [MIX_EMISSIVE] = TWO,
        [MIX_TWO_LAYER_MOD2X] = THREE,
        [MIX_TWO_LAYER_MOD2X_NA] = TWO,
        [MIX_TWO_LAYER_ALPHA] = THREE,
        [MIX_MASKED] = THREE,
        [MIX_ADDITIVE_MASKED] = THREE,
        [MIX_LIGHTMAP] = TWO,
        [MIX_MOD] = TWO,
        [MIX_MOD_ALPHA] = TWO,
        [MIX_MOD2X] = TWO,
        [MIX_MOD2X_ALPHA] = TWO,
        [MIX_MOD_THREE] = THREE,
        [MIX_ADD] = TWO,
        [MIX_ADD_ALPHA] = TWO,
        [MIX_OVER] = TWO,
        [MIX_UNDER] = TWO,
        [MIX_GLOW] = TWO,
        [MIX_FADE] = THREE,
        [MIX_FADE_MASKED] = FOUR,
    };
    return read[mix];
}

unsigned mesh_material_textures(const struct mesh_material *material)
{
    unsigned textures = 0;
    for (unsigned t = 0; t < MESH_TEXTURES; t++) {
        textures |= material->textures[t] ? 1U << t : 0;
    }
    return textures & mesh_mix_textures(material->mix);
}
