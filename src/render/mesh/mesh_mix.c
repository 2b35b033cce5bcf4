#include "render/mesh/mesh_mix.h"

typedef float texel[4];

static float mix(float a, float b, float k)
{
    return a + (b - a) * k;
}

static float clamp01(float x)
{
    x = x > 0.0F ? x : 0.0F;
    return x < 1.0F ? x : 1.0F;
}

static float unit(float byte)
{
    return byte * (1.0F / 255.0F);
}

/* Each mix fills the lit colour and the unlit addition; both start at 0. */
typedef void mix_function(texel *t, float k, float lit[3], float added[3]);

static void mix_first(texel *t, float k, float lit[3], float added[3])
{
    (void)k;
    (void)added;
    for (int c = 0; c < 3; c++) {
        lit[c] = t[0][c];
    }
}

static void mix_two_layer(texel *t, float k, float lit[3], float added[3])
{
    (void)added;
    for (int c = 0; c < 3; c++) {
        lit[c] = mix(mix(t[0][c], t[1][c], unit(t[1][3])), t[0][c], k);
    }
}

static void mix_two_layer_terrain(texel *t, float k, float lit[3], float added[3])
{
    (void)added;
    for (int c = 0; c < 3; c++) {
        lit[c] = mix(t[1][c], t[0][c], k);
    }
}

static void mix_two_layer_metal(texel *t, float k, float lit[3], float added[3])
{
    (void)added;
    for (int c = 0; c < 3; c++) {
        lit[c] = mix(t[0][c], t[1][c], 1.0F - k);
    }
}

static void mix_two_layer_emissive(texel *t, float k, float lit[3], float added[3])
{
    float glow = unit(t[1][3]);
    for (int c = 0; c < 3; c++) {
        lit[c] = mix(t[1][c] * (1.0F - glow), t[0][c], k);
        added[c] = t[1][c] * glow * (1.0F - k);
    }
}

static void mix_emissive(texel *t, float k, float lit[3], float added[3])
{
    for (int c = 0; c < 3; c++) {
        lit[c] = t[0][c];
        added[c] = t[1][c] * unit(t[1][3]) * k;
    }
}

static void mix_two_layer_mod2x(texel *t, float k, float lit[3], float added[3])
{
    mix_two_layer(t, k, lit, added);
    for (int c = 0; c < 3; c++) {
        lit[c] *= 2.0F * unit(t[2][c]);
    }
}

static void mix_two_layer_mod2x_na(texel *t, float k, float lit[3], float added[3])
{
    (void)added;
    for (int c = 0; c < 3; c++) {
        lit[c] = mix(t[0][c], 2.0F * t[0][c] * unit(t[1][c]), k);
    }
}

static void mix_two_layer_alpha(texel *t, float k, float lit[3], float added[3])
{
    (void)k;
    mix_two_layer(t, unit(t[2][3]), lit, added);
    for (int c = 0; c < 3; c++) {
        lit[c] *= 2.0F * unit(t[2][c]);
    }
}

static void mix_masked(texel *t, float k, float lit[3], float added[3])
{
    (void)added;
    float shine = clamp01(unit(t[2][3]) * k);
    for (int c = 0; c < 3; c++) {
        float metal = mix(2.0F * t[0][c] * unit(t[1][c]), t[2][c], shine);
        lit[c] = mix(metal, t[0][c], unit(t[0][3]));
    }
}

static void mix_additive_masked(texel *t, float k, float lit[3], float added[3])
{
    (void)added;
    float shine = clamp01(unit(t[2][3]) * k);
    for (int c = 0; c < 3; c++) {
        float metal = 2.0F * t[0][c] * unit(t[1][c]) + t[2][c] * shine;
        lit[c] = mix(metal, t[0][c], unit(t[0][3]));
    }
}

/* Rooms of WMO v14: lightmaps are no darker than 24. */
static void mix_lightmap(texel *t, float k, float lit[3], float added[3])
{
    (void)k;
    (void)added;
    for (int c = 0; c < 3; c++) {
        float light = t[1][c] > 24.0F ? t[1][c] : 24.0F;
        lit[c] = t[0][c] * unit(light);
    }
}

static mix_function *const mixes[MESH_MIXES] = {
    [MIX_FIRST] = mix_first,
    [MIX_TWO_LAYER] = mix_two_layer,
    [MIX_TWO_LAYER_TERRAIN] = mix_two_layer_terrain,
    [MIX_TWO_LAYER_METAL] = mix_two_layer_metal,
    [MIX_TWO_LAYER_EMISSIVE] = mix_two_layer_emissive,
    [MIX_EMISSIVE] = mix_emissive,
    [MIX_TWO_LAYER_MOD2X] = mix_two_layer_mod2x,
    [MIX_TWO_LAYER_MOD2X_NA] = mix_two_layer_mod2x_na,
    [MIX_TWO_LAYER_ALPHA] = mix_two_layer_alpha,
    [MIX_MASKED] = mix_masked,
    [MIX_ADDITIVE_MASKED] = mix_additive_masked,
    [MIX_LIGHTMAP] = mix_lightmap,
};

void mesh_mix_color(enum mesh_mix mix_kind, float textures[MESH_TEXTURES][4], float k,
                    const float light[4], float out[4])
{
    float lit[3] = {0};
    float added[3] = {0};
    mixes[mix_kind](textures, k, lit, added);
    for (int c = 0; c < 3; c++) {
        out[c] = lit[c] * light[c] + added[c];
    }
    out[3] = textures[0][3] * light[3];
}
