/*
 * One function for each mix of textures that shaders of WMOs and M2 models have, found by a table.
 * Each works on the four channels of a pixel side by side, floats from 0 to 255.
 */
#include "mesh/mesh_mix.h"

#include "base/pixel.h"

static lanes_f mix(lanes_f a, lanes_f b, float k)
{
    return a + (b - a) * k;
}

static float unit(float byte)
{
    return byte * (1.0F / 255.0F);
}

static lanes_f units(lanes_f bytes)
{
    return bytes * (1.0F / 255.0F);
}

/* What a mix is given, and what it comes to. */
struct mixed {
    lanes_f weights;
    float k;
    float third_weight;
    float alpha;   /* at first that of the first texture */
    lanes_f lit;   /* colour to be multiplied by the light; at first 0 */
    lanes_f added; /* colour, unlit; at first 0 */
};

typedef void mix_function(const lanes_f *t, struct mixed *m);

static void mix_first(const lanes_f *t, struct mixed *m)
{
    m->lit = t[0];
}

static void mix_two_layer(const lanes_f *t, struct mixed *m)
{
    m->lit = mix(mix(t[0], t[1], unit(t[1][3])), t[0], m->k);
}

static void mix_two_layer_terrain(const lanes_f *t, struct mixed *m)
{
    m->lit = mix(t[1], t[0], m->k);
}

static void mix_two_layer_metal(const lanes_f *t, struct mixed *m)
{
    m->lit = mix(t[0], t[1], 1.0F - m->k);
}

static void mix_two_layer_emissive(const lanes_f *t, struct mixed *m)
{
    float glow = unit(t[1][3]);
    m->lit = mix(t[1] * (1.0F - glow), t[0], m->k);
    m->added = t[1] * glow * (1.0F - m->k);
}

static void mix_emissive(const lanes_f *t, struct mixed *m)
{
    m->lit = t[0];
    m->added = t[1] * unit(t[1][3]) * m->k;
}

static void mix_two_layer_mod2x(const lanes_f *t, struct mixed *m)
{
    mix_two_layer(t, m);
    m->lit *= 2.0F * units(t[2]);
}

static void mix_two_layer_mod2x_na(const lanes_f *t, struct mixed *m)
{
    m->lit = mix(t[0], 2.0F * t[0] * units(t[1]), m->k);
}

static void mix_two_layer_alpha(const lanes_f *t, struct mixed *m)
{
    m->k = unit(t[2][3]);
    mix_two_layer(t, m);
    m->lit *= 2.0F * units(t[2]);
}

static void mix_masked(const lanes_f *t, struct mixed *m)
{
    float shine = clamp01(unit(t[2][3]) * m->k);
    lanes_f metal = mix(2.0F * t[0] * units(t[1]), t[2], shine);
    m->lit = mix(metal, t[0], unit(t[0][3]));
}

static void mix_additive_masked(const lanes_f *t, struct mixed *m)
{
    float shine = clamp01(unit(t[2][3]) * m->k);
    lanes_f metal = 2.0F * t[0] * units(t[1]) + t[2] * shine;
    m->lit = mix(metal, t[0], unit(t[0][3]));
}

/* Rooms of WMO v14: lightmaps are no darker than 24. */
static void mix_lightmap(const lanes_f *t, struct mixed *m)
{
    m->lit = t[0] * units(lanes_larger(t[1], lanes_splat(24.0F)));
}

/* Combiners of M2 models: products, sums, and one texture over another. */

static void mix_mod(const lanes_f *t, struct mixed *m)
{
    m->lit = t[0] * units(t[1]);
}

static void mix_mod_alpha(const lanes_f *t, struct mixed *m)
{
    mix_mod(t, m);
    m->alpha *= unit(t[1][3]);
}

static void mix_mod2x(const lanes_f *t, struct mixed *m)
{
    m->lit = 2.0F * t[0] * units(t[1]);
}

static void mix_mod2x_alpha(const lanes_f *t, struct mixed *m)
{
    mix_mod2x(t, m);
    m->alpha *= 2.0F * unit(t[1][3]);
}

static void mix_mod_three(const lanes_f *t, struct mixed *m)
{
    m->lit = t[0] * units(t[1]) * units(t[2]);
    m->alpha *= unit(t[1][3]) * unit(t[2][3]);
}

static void mix_add(const lanes_f *t, struct mixed *m)
{
    m->lit = t[0];
    m->added = t[1];
}

static void mix_add_alpha(const lanes_f *t, struct mixed *m)
{
    mix_add(t, m);
    m->alpha += t[1][3];
}

static void mix_over(const lanes_f *t, struct mixed *m)
{
    m->lit = mix(t[0], t[1], unit(t[1][3]));
}

static void mix_under(const lanes_f *t, struct mixed *m)
{
    float share = unit(t[1][3]) * m->k * (1.0F - unit(t[0][3]));
    m->lit = mix(t[0], t[1], share);
}

static void mix_glow(const lanes_f *t, struct mixed *m)
{
    float glow = unit(t[1][3]) * m->k;
    m->lit = t[0] * (1.0F - glow);
    m->added = t[1] * glow;
}

static void mix_fade(const lanes_f *t, struct mixed *m)
{
    m->lit = mix(mix(t[0], t[1], m->k), t[2], m->third_weight);
    m->alpha = m->lit[3];
}

static void mix_fade_masked(const lanes_f *t, struct mixed *m)
{
    mix_fade(t, m);
    m->alpha *= unit(t[3][3]);
}

/* Mixes with a reflection. */

static void mix_env(const lanes_f *t, struct mixed *m)
{
    m->lit = t[0];
    m->added = t[1] * unit(t[0][3]);
}

static void mix_env_mod(const lanes_f *t, struct mixed *m)
{
    m->lit = t[0];
    m->added = t[0] * units(t[1]);
}

static void mix_env_metal(const lanes_f *t, struct mixed *m)
{
    m->lit = t[0];
    m->added = t[0] * units(t[1]) * unit(t[0][3]);
}

static void mix_two_layer_shine(const lanes_f *t, struct mixed *m)
{
    mix_two_layer_metal(t, m);
    m->added = m->lit * units(t[2]) * unit(m->lit[3]);
}

static void mix_emissive_shine(const lanes_f *t, struct mixed *m)
{
    mix_env_metal(t, m);
    m->added += t[2] * unit(t[2][3]) * m->k;
}

static void mix_add_masked(const lanes_f *t, struct mixed *m)
{
    m->lit = t[0] + t[1] * clamp01(unit(t[1][3]) * m->k) * (1.0F - unit(t[0][3]));
}

static void mix_sheen(const lanes_f *t, struct mixed *m)
{
    m->lit = mix(2.0F * t[0] * units(t[1]), t[0], unit(t[0][3]));
}

static void mix_sheen_mod(const lanes_f *t, struct mixed *m)
{
    m->lit = mix(t[0] * units(t[1]), t[0], unit(t[0][3]));
}

static void mix_sheen_emissive(const lanes_f *t, struct mixed *m)
{
    mix_sheen(t, m);
    m->added = t[2] * unit(t[2][3]) * m->third_weight;
}

static void mix_sheen_over(const lanes_f *t, struct mixed *m)
{
    m->lit = mix(2.0F * t[0] * units(t[1]), t[2], unit(t[2][3]));
}

static void mix_sheen_glow(const lanes_f *t, struct mixed *m)
{
    float glow = clamp01(unit(t[2][3]) * m->third_weight);
    mix_sheen(t, m);
    m->lit *= 1.0F - glow;
    m->added = t[2] * glow;
}

static void mix_glint(const lanes_f *t, struct mixed *m)
{
    m->lit = t[0];
    m->added = t[1] * unit(t[1][3]) * (1.0F - unit(t[0][3]));
}

static void mix_glint_alpha(const lanes_f *t, struct mixed *m)
{
    mix_glint(t, m);
    m->alpha += t[1][3] * unit(0.3F * t[1][0] + 0.59F * t[1][1] + 0.11F * t[1][2]);
}

static void mix_add_under(const lanes_f *t, struct mixed *m)
{
    m->lit = t[0];
    m->added = t[1] * (1.0F - unit(t[0][3]));
    m->alpha += t[1][3];
}

static void mix_over_emissive(const lanes_f *t, struct mixed *m)
{
    mix_over(t, m);
    m->added = t[2] * unit(t[2][3]) * m->third_weight;
}

/* Materials of many textures. */

static void mix_parallax(const lanes_f *t, struct mixed *m)
{
    lanes_f layers = mix(t[3] + t[2] * unit(t[2][3]), t[1], unit(t[4][1]));
    m->lit = mix(layers, t[0], m->k);
}

/* As the height blend of the ground: what is up to a whole unit below the highest fades out. */
static void mix_heights(const lanes_f *t, struct mixed *m)
{
    enum { LAYERS = 4 };
    static const float HEIGHT_MIN = 0.004F;
    lanes_f share = m->weights;
    lanes_f color = lanes_splat(0.0F);
    float most = 0.0F, sum = 0.0F;
    share[3] = 1.0F - clamp01(share[0] + share[1] + share[2]);
    for (int i = 0; i < LAYERS; i++) {
        float height = unit(t[LAYERS + i][3]);
        share[i] *= height > HEIGHT_MIN ? height : HEIGHT_MIN;
        most = share[i] > most ? share[i] : most;
    }
    for (int i = 0; i < LAYERS; i++) {
        share[i] *= 1.0F - clamp01(most - share[i]);
        sum += share[i];
        color += t[i] * share[i];
    }
    m->lit = color * ((1.0F - m->weights[3]) / sum);
}

static mix_function *const mixes[SURFACE_MIXES] = {
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
    [MIX_ENV] = mix_env,
    [MIX_ENV_MOD] = mix_env_mod,
    [MIX_ENV_METAL] = mix_env_metal,
    [MIX_TWO_LAYER_SHINE] = mix_two_layer_shine,
    [MIX_EMISSIVE_SHINE] = mix_emissive_shine,
    [MIX_ADD_MASKED] = mix_add_masked,
    [MIX_SHEEN] = mix_sheen,
    [MIX_SHEEN_MOD] = mix_sheen_mod,
    [MIX_SHEEN_EMISSIVE] = mix_sheen_emissive,
    [MIX_SHEEN_OVER] = mix_sheen_over,
    [MIX_SHEEN_GLOW] = mix_sheen_glow,
    [MIX_GLINT] = mix_glint,
    [MIX_GLINT_ALPHA] = mix_glint_alpha,
    [MIX_ADD_UNDER] = mix_add_under,
    [MIX_OVER_EMISSIVE] = mix_over_emissive,
    [MIX_PARALLAX] = mix_parallax,
    [MIX_HEIGHTS] = mix_heights,
};

lanes_f mesh_mix_color(const struct surface_material *material,
                       const lanes_f textures[SURFACE_TEXTURES], lanes_f weights, lanes_f light)
{
    struct mixed mixed = {.weights = weights,
                          .k = weights[3],
                          .third_weight = material->third_weight,
                          .alpha = material->is_solid ? 255.0F : textures[0][3]};
    mixes[material->mix](textures, &mixed);
    lanes_f color = mixed.lit * light + mixed.added;
    if (material->flat_color) {
        const float *flat = material->flat_color;
        color = (lanes_f){flat[0], flat[1], flat[2]};
    }
    color[3] = mixed.alpha * light[3];
    return color;
}
