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

static const struct {
    const char *name;
    unsigned textures; /* how many it reads */
    mix_function *mix;
    enum surface_mix matte; /* of its other textures, without the reflection */
} rows[SURFACE_MIXES] = {
    [MIX_FIRST] = {"one texture", 1, mix_first, MIX_FIRST},
    [MIX_TWO_LAYER] = {"two layers", 2, mix_two_layer, MIX_FIRST},
    [MIX_TWO_LAYER_TERRAIN] = {"two layers of terrain", 2, mix_two_layer_terrain, MIX_FIRST},
    [MIX_TWO_LAYER_METAL] = {"two layers of metal", 2, mix_two_layer_metal, MIX_FIRST},
    [MIX_TWO_LAYER_EMISSIVE] = {"two layers, emissive", 2, mix_two_layer_emissive, MIX_FIRST},
    [MIX_EMISSIVE] = {"add by alpha", 2, mix_emissive, MIX_FIRST},
    [MIX_TWO_LAYER_MOD2X] = {"two layers, mod2x", 3, mix_two_layer_mod2x, MIX_FIRST},
    [MIX_TWO_LAYER_MOD2X_NA] = {"two layers, mod2x by weight", 2, mix_two_layer_mod2x_na,
                                MIX_FIRST},
    [MIX_TWO_LAYER_ALPHA] = {"two layers by alpha, mod2x", 3, mix_two_layer_alpha, MIX_FIRST},
    [MIX_MASKED] = {"masked", 3, mix_masked, MIX_UNDER},
    [MIX_ADDITIVE_MASKED] = {"masked, additive", 3, mix_additive_masked, MIX_ADD_MASKED},
    [MIX_LIGHTMAP] = {"lightmap", 2, mix_lightmap, MIX_FIRST},
    [MIX_MOD] = {"mod", 2, mix_mod, MIX_FIRST},
    [MIX_MOD_ALPHA] = {"mod with alpha", 2, mix_mod_alpha, MIX_FIRST},
    [MIX_MOD2X] = {"mod2x", 2, mix_mod2x, MIX_FIRST},
    [MIX_MOD2X_ALPHA] = {"mod2x with alpha", 2, mix_mod2x_alpha, MIX_FIRST},
    [MIX_MOD_THREE] = {"mod of three", 3, mix_mod_three, MIX_FIRST},
    [MIX_ADD] = {"add", 2, mix_add, MIX_FIRST},
    [MIX_ADD_ALPHA] = {"add with alpha", 2, mix_add_alpha, MIX_FIRST},
    [MIX_OVER] = {"over", 2, mix_over, MIX_FIRST},
    [MIX_UNDER] = {"under", 2, mix_under, MIX_FIRST},
    [MIX_GLOW] = {"over, unlit", 2, mix_glow, MIX_FIRST},
    [MIX_FADE] = {"crossfade", 3, mix_fade, MIX_FIRST},
    [MIX_FADE_MASKED] = {"crossfade, masked", 4, mix_fade_masked, MIX_FIRST},
    [MIX_ENV] = {"reflection by alpha", 2, mix_env, MIX_FIRST},
    [MIX_ENV_MOD] = {"mod by reflection", 2, mix_env_mod, MIX_FIRST},
    [MIX_ENV_METAL] = {"metal", 2, mix_env_metal, MIX_FIRST},
    [MIX_TWO_LAYER_SHINE] = {"two layers of shining metal", 3, mix_two_layer_shine,
                             MIX_TWO_LAYER_METAL},
    [MIX_EMISSIVE_SHINE] = {"metal, add by alpha", 3, mix_emissive_shine, MIX_EMISSIVE},
    [MIX_ADD_MASKED] = {"add, masked", 2, mix_add_masked, MIX_FIRST},
    [MIX_SHEEN] = {"sheen", 2, mix_sheen, MIX_FIRST},
    [MIX_SHEEN_MOD] = {"sheen, mod", 2, mix_sheen_mod, MIX_FIRST},
    [MIX_SHEEN_EMISSIVE] = {"sheen, add by alpha", 3, mix_sheen_emissive, MIX_EMISSIVE},
    [MIX_SHEEN_OVER] = {"sheen, over", 3, mix_sheen_over, MIX_OVER},
    [MIX_SHEEN_GLOW] = {"sheen, over, unlit", 3, mix_sheen_glow, MIX_GLOW},
    [MIX_GLINT] = {"glint", 2, mix_glint, MIX_FIRST},
    [MIX_GLINT_ALPHA] = {"glint with alpha", 2, mix_glint_alpha, MIX_FIRST},
    [MIX_ADD_UNDER] = {"add under", 2, mix_add_under, MIX_FIRST},
    [MIX_OVER_EMISSIVE] = {"over, add by alpha", 3, mix_over_emissive, MIX_EMISSIVE},
    [MIX_PARALLAX] = {"layers of ice", 5, mix_parallax, MIX_FIRST},
    [MIX_HEIGHTS] = {"four by height", 8, mix_heights, MIX_FIRST},
};

const char *surface_mix_name(enum surface_mix mix)
{
    return rows[mix].name;
}

enum surface_mix surface_mix_matte(enum surface_mix mix)
{
    return rows[mix].matte;
}

unsigned surface_mix_textures(enum surface_mix mix)
{
    return rows[mix].textures;
}

lanes_f mesh_mix_color(const struct mesh_material *material, const lanes_f textures[MESH_TEXTURES],
                       lanes_f weights, lanes_f light)
{
    struct mixed mixed = {.weights = weights,
                          .k = weights[3],
                          .third_weight = material->third_weight,
                          .alpha = material->is_solid ? 255.0F : textures[0][3]};
    rows[material->mix].mix(textures, &mixed);
    lanes_f color = mixed.lit * light + mixed.added;
    if (material->flat_color) {
        const float *flat = material->flat_color;
        color = (lanes_f){flat[0], flat[1], flat[2]};
    }
    color[3] = mixed.alpha * light[3];
    return color;
}
