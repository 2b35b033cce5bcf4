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

/* What a mix is given, and what it comes to. */
struct mixed {
    float k;
    float third_weight;
    float alpha;    /* at first that of the first texture */
    float lit[3];   /* to be multiplied by the light; at first 0 */
    float added[3]; /* unlit; at first 0 */
};

typedef void mix_function(texel *t, struct mixed *m);

static void mix_first(texel *t, struct mixed *m)
{
    for (int c = 0; c < 3; c++) {
        m->lit[c] = t[0][c];
    }
}

static void mix_two_layer(texel *t, struct mixed *m)
{
    for (int c = 0; c < 3; c++) {
        m->lit[c] = mix(mix(t[0][c], t[1][c], unit(t[1][3])), t[0][c], m->k);
    }
}

static void mix_two_layer_terrain(texel *t, struct mixed *m)
{
    for (int c = 0; c < 3; c++) {
        m->lit[c] = mix(t[1][c], t[0][c], m->k);
    }
}

static void mix_two_layer_metal(texel *t, struct mixed *m)
{
    for (int c = 0; c < 3; c++) {
        m->lit[c] = mix(t[0][c], t[1][c], 1.0F - m->k);
    }
}

static void mix_two_layer_emissive(texel *t, struct mixed *m)
{
    float glow = unit(t[1][3]);
    for (int c = 0; c < 3; c++) {
        m->lit[c] = mix(t[1][c] * (1.0F - glow), t[0][c], m->k);
        m->added[c] = t[1][c] * glow * (1.0F - m->k);
    }
}

static void mix_emissive(texel *t, struct mixed *m)
{
    for (int c = 0; c < 3; c++) {
        m->lit[c] = t[0][c];
        m->added[c] = t[1][c] * unit(t[1][3]) * m->k;
    }
}

static void mix_two_layer_mod2x(texel *t, struct mixed *m)
{
    mix_two_layer(t, m);
    for (int c = 0; c < 3; c++) {
        m->lit[c] *= 2.0F * unit(t[2][c]);
    }
}

static void mix_two_layer_mod2x_na(texel *t, struct mixed *m)
{
    for (int c = 0; c < 3; c++) {
        m->lit[c] = mix(t[0][c], 2.0F * t[0][c] * unit(t[1][c]), m->k);
    }
}

static void mix_two_layer_alpha(texel *t, struct mixed *m)
{
    m->k = unit(t[2][3]);
    mix_two_layer(t, m);
    for (int c = 0; c < 3; c++) {
        m->lit[c] *= 2.0F * unit(t[2][c]);
    }
}

static void mix_masked(texel *t, struct mixed *m)
{
    float shine = clamp01(unit(t[2][3]) * m->k);
    for (int c = 0; c < 3; c++) {
        float metal = mix(2.0F * t[0][c] * unit(t[1][c]), t[2][c], shine);
        m->lit[c] = mix(metal, t[0][c], unit(t[0][3]));
    }
}

static void mix_additive_masked(texel *t, struct mixed *m)
{
    float shine = clamp01(unit(t[2][3]) * m->k);
    for (int c = 0; c < 3; c++) {
        float metal = 2.0F * t[0][c] * unit(t[1][c]) + t[2][c] * shine;
        m->lit[c] = mix(metal, t[0][c], unit(t[0][3]));
    }
}

/* Rooms of WMO v14: lightmaps are no darker than 24. */
static void mix_lightmap(texel *t, struct mixed *m)
{
    for (int c = 0; c < 3; c++) {
        float light = t[1][c] > 24.0F ? t[1][c] : 24.0F;
        m->lit[c] = t[0][c] * unit(light);
    }
}

/* Combiners of M2 models: products, sums, and one texture over another. */

static void mix_mod(texel *t, struct mixed *m)
{
    for (int c = 0; c < 3; c++) {
        m->lit[c] = t[0][c] * unit(t[1][c]);
    }
}

static void mix_mod_alpha(texel *t, struct mixed *m)
{
    mix_mod(t, m);
    m->alpha *= unit(t[1][3]);
}

static void mix_mod2x(texel *t, struct mixed *m)
{
    for (int c = 0; c < 3; c++) {
        m->lit[c] = 2.0F * t[0][c] * unit(t[1][c]);
    }
}

static void mix_mod2x_alpha(texel *t, struct mixed *m)
{
    mix_mod2x(t, m);
    m->alpha *= 2.0F * unit(t[1][3]);
}

static void mix_mod_three(texel *t, struct mixed *m)
{
    for (int c = 0; c < 3; c++) {
        m->lit[c] = t[0][c] * unit(t[1][c]) * unit(t[2][c]);
    }
}

static void mix_add(texel *t, struct mixed *m)
{
    for (int c = 0; c < 3; c++) {
        m->lit[c] = t[0][c];
        m->added[c] = t[1][c];
    }
}

static void mix_add_alpha(texel *t, struct mixed *m)
{
    mix_add(t, m);
    m->alpha += t[1][3];
}

static void mix_over(texel *t, struct mixed *m)
{
    for (int c = 0; c < 3; c++) {
        m->lit[c] = mix(t[0][c], t[1][c], unit(t[1][3]));
    }
}

static void mix_under(texel *t, struct mixed *m)
{
    float share = unit(t[1][3]) * (1.0F - unit(t[0][3]));
    for (int c = 0; c < 3; c++) {
        m->lit[c] = mix(t[0][c], t[1][c], share);
    }
}

static void mix_glow(texel *t, struct mixed *m)
{
    float glow = unit(t[1][3]) * m->k;
    for (int c = 0; c < 3; c++) {
        m->lit[c] = t[0][c] * (1.0F - glow);
        m->added[c] = t[1][c] * glow;
    }
}

static void mix_fade(texel *t, struct mixed *m)
{
    for (int c = 0; c < 3; c++) {
        m->lit[c] = mix(mix(t[0][c], t[1][c], m->k), t[2][c], m->third_weight);
    }
    m->alpha = mix(mix(t[0][3], t[1][3], m->k), t[2][3], m->third_weight);
}

static void mix_fade_masked(texel *t, struct mixed *m)
{
    mix_fade(t, m);
    m->alpha *= unit(t[3][3]);
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
    [MIX_MOD] = mix_mod,
    [MIX_MOD_ALPHA] = mix_mod_alpha,
    [MIX_MOD2X] = mix_mod2x,
    [MIX_MOD2X_ALPHA] = mix_mod2x_alpha,
    [MIX_MOD_THREE] = mix_mod_three,
    [MIX_ADD] = mix_add,
    [MIX_ADD_ALPHA] = mix_add_alpha,
    [MIX_OVER] = mix_over,
    [MIX_UNDER] = mix_under,
    [MIX_GLOW] = mix_glow,
    [MIX_FADE] = mix_fade,
    [MIX_FADE_MASKED] = mix_fade_masked,
};

void mesh_mix_color(const struct mesh_material *material, float textures[MESH_TEXTURES][4], float k,
                    const float light[4], float out[4])
{
    struct mixed mixed = {.k = k,
                          .third_weight = material->third_weight,
                          .alpha = material->is_solid ? 255.0F : textures[0][3]};
    mixes[material->mix](textures, &mixed);
    for (int c = 0; c < 3; c++) {
        out[c] = material->flat_color ? material->flat_color[c]
                                      : mixed.lit[c] * light[c] + mixed.added[c];
    }
    out[3] = mixed.alpha * light[3];
}
