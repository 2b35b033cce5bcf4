#include "scene/mesh/mesh.h"

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

bool mesh_batch_is_deferred(const struct mesh_batch *batch)
{
    enum mesh_blend blend = batch->material->blend;
    return !batch->sheet && blend != BLEND_ALPHA_KEY && !mesh_blend_is_transparent(blend);
}

unsigned mesh_mix_textures(enum mesh_mix mix)
{
    enum { FIRST = 1, TWO = 3, THREE = 7 };
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
