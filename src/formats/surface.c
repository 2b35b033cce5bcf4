#include "formats/surface.h"

const struct surface_blending surface_blendings[SURFACE_BLENDS] = {
    [SURFACE_OPAQUE] = {"opaque", FACTOR_ONE, FACTOR_ZERO, COVER_ALL},
    [SURFACE_ALPHA_KEY] = {"alpha key", FACTOR_ONE, FACTOR_ZERO, COVER_ALL},
    [SURFACE_ALPHA] = {"alpha", FACTOR_SRC_ALPHA, FACTOR_INV_SRC_ALPHA, COVER_BY_ALPHA},
    [SURFACE_ADD] = {"add", FACTOR_SRC_ALPHA, FACTOR_ONE, COVER_NOTHING},
    [SURFACE_MOD] = {"mod", FACTOR_ZERO, FACTOR_SRC_COLOR, COVER_NOTHING},
    [SURFACE_MOD2X] = {"mod2x", FACTOR_ZERO, FACTOR_TWICE_SRC_COLOR, COVER_NOTHING},
    [SURFACE_MOD_ADD] = {"mod add", FACTOR_DST_COLOR, FACTOR_ONE, COVER_NOTHING},
    [SURFACE_INV_ALPHA_ADD] = {"inverse alpha add", FACTOR_INV_SRC_ALPHA, FACTOR_ONE,
                               COVER_NOTHING},
    [SURFACE_INV_ALPHA_OPAQUE] = {"inverse alpha opaque", FACTOR_INV_SRC_ALPHA, FACTOR_ZERO,
                                  COVER_ALL},
    [SURFACE_ALPHA_OPAQUE] = {"alpha opaque", FACTOR_SRC_ALPHA, FACTOR_ZERO, COVER_ALL},
    [SURFACE_NO_ALPHA_ADD] = {"add without alpha", FACTOR_ONE, FACTOR_ONE, COVER_NOTHING},
    /* The constant is 1 when nothing fades. */
    [SURFACE_CONSTANT_ALPHA] = {"constant alpha", FACTOR_ONE, FACTOR_ZERO, COVER_ALL},
    [SURFACE_SCREEN] = {"screen", FACTOR_INV_DST_COLOR, FACTOR_ONE, COVER_NOTHING},
    [SURFACE_BLEND_ADD] = {"blend add", FACTOR_ONE, FACTOR_INV_SRC_ALPHA, COVER_BY_ALPHA},
};

static const struct {
    const char *name;
    unsigned textures;      /* how many it reads */
    enum surface_mix matte; /* of its other textures, without the reflection */
} mixes[SURFACE_MIXES] = {
    [MIX_FIRST] = {"one texture", 1, MIX_FIRST},
    [MIX_TWO_LAYER] = {"two layers", 2, MIX_FIRST},
    [MIX_TWO_LAYER_TERRAIN] = {"two layers of terrain", 2, MIX_FIRST},
    [MIX_TWO_LAYER_METAL] = {"two layers of metal", 2, MIX_FIRST},
    [MIX_TWO_LAYER_EMISSIVE] = {"two layers, emissive", 2, MIX_FIRST},
    [MIX_EMISSIVE] = {"add by alpha", 2, MIX_FIRST},
    [MIX_TWO_LAYER_MOD2X] = {"two layers, mod2x", 3, MIX_FIRST},
    [MIX_TWO_LAYER_MOD2X_NA] = {"two layers, mod2x by weight", 2, MIX_FIRST},
    [MIX_TWO_LAYER_ALPHA] = {"two layers by alpha, mod2x", 3, MIX_FIRST},
    [MIX_MASKED] = {"masked", 3, MIX_UNDER},
    [MIX_ADDITIVE_MASKED] = {"masked, additive", 3, MIX_ADD_MASKED},
    [MIX_LIGHTMAP] = {"lightmap", 2, MIX_FIRST},
    [MIX_MOD] = {"mod", 2, MIX_FIRST},
    [MIX_MOD_ALPHA] = {"mod with alpha", 2, MIX_FIRST},
    [MIX_MOD2X] = {"mod2x", 2, MIX_FIRST},
    [MIX_MOD2X_ALPHA] = {"mod2x with alpha", 2, MIX_FIRST},
    [MIX_MOD_THREE] = {"mod of three", 3, MIX_FIRST},
    [MIX_ADD] = {"add", 2, MIX_FIRST},
    [MIX_ADD_ALPHA] = {"add with alpha", 2, MIX_FIRST},
    [MIX_OVER] = {"over", 2, MIX_FIRST},
    [MIX_UNDER] = {"under", 2, MIX_FIRST},
    [MIX_GLOW] = {"over, unlit", 2, MIX_FIRST},
    [MIX_FADE] = {"crossfade", 3, MIX_FIRST},
    [MIX_FADE_MASKED] = {"crossfade, masked", 4, MIX_FIRST},
    [MIX_ENV] = {"reflection by alpha", 2, MIX_FIRST},
    [MIX_ENV_MOD] = {"mod by reflection", 2, MIX_FIRST},
    [MIX_ENV_METAL] = {"metal", 2, MIX_FIRST},
    [MIX_TWO_LAYER_SHINE] = {"two layers of shining metal", 3, MIX_TWO_LAYER_METAL},
    [MIX_EMISSIVE_SHINE] = {"metal, add by alpha", 3, MIX_EMISSIVE},
    [MIX_ADD_MASKED] = {"add, masked", 2, MIX_FIRST},
    [MIX_SHEEN] = {"sheen", 2, MIX_FIRST},
    [MIX_SHEEN_MOD] = {"sheen, mod", 2, MIX_FIRST},
    [MIX_SHEEN_EMISSIVE] = {"sheen, add by alpha", 3, MIX_EMISSIVE},
    [MIX_SHEEN_OVER] = {"sheen, over", 3, MIX_OVER},
    [MIX_SHEEN_GLOW] = {"sheen, over, unlit", 3, MIX_GLOW},
    [MIX_GLINT] = {"glint", 2, MIX_FIRST},
    [MIX_GLINT_ALPHA] = {"glint with alpha", 2, MIX_FIRST},
    [MIX_ADD_UNDER] = {"add under", 2, MIX_FIRST},
    [MIX_OVER_EMISSIVE] = {"over, add by alpha", 3, MIX_EMISSIVE},
    [MIX_PARALLAX] = {"layers of ice", 5, MIX_FIRST},
    [MIX_HEIGHTS] = {"four by height", 8, MIX_FIRST},
};

const char *surface_blend_name(enum surface_blend mode)
{
    return surface_blendings[mode].name;
}

bool surface_is_transparent(enum surface_blend mode)
{
    return surface_blendings[mode].cover != COVER_ALL;
}

bool surface_uses_alpha(enum surface_blend mode)
{
    const struct surface_blending *row = &surface_blendings[mode];
    return mode == SURFACE_ALPHA_KEY || row->source == FACTOR_SRC_ALPHA ||
           row->cover == COVER_BY_ALPHA;
}

const char *surface_mix_name(enum surface_mix mix)
{
    return mixes[mix].name;
}

enum surface_mix surface_mix_matte(enum surface_mix mix)
{
    return mixes[mix].matte;
}

unsigned surface_mix_textures(enum surface_mix mix)
{
    return mixes[mix].textures;
}
