#include "mesh/mesh_mix.h"

static lanes_f mix(lanes_f a, lanes_f b, float k)
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

static lanes_f units(lanes_f bytes)
{
    return bytes * (1.0F / 255.0F);
}

/* What a mix is given, and what it comes to. */
struct mixed {
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
    float share = unit(t[1][3]) * (1.0F - unit(t[0][3]));
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

static const struct {
    const char *name;
    unsigned textures; /* how many it reads */
    mix_function *mix;
} rows[SURFACE_MIXES] = {
    [MIX_FIRST] = {"one texture", 1, mix_first},
    [MIX_TWO_LAYER] = {"two layers", 2, mix_two_layer},
    [MIX_TWO_LAYER_TERRAIN] = {"two layers of terrain", 2, mix_two_layer_terrain},
    [MIX_TWO_LAYER_METAL] = {"two layers of metal", 2, mix_two_layer_metal},
    [MIX_TWO_LAYER_EMISSIVE] = {"two layers, emissive", 2, mix_two_layer_emissive},
    [MIX_EMISSIVE] = {"add by alpha", 2, mix_emissive},
    [MIX_TWO_LAYER_MOD2X] = {"two layers, mod2x", 3, mix_two_layer_mod2x},
    [MIX_TWO_LAYER_MOD2X_NA] = {"two layers, mod2x by weight", 2, mix_two_layer_mod2x_na},
    [MIX_TWO_LAYER_ALPHA] = {"two layers by alpha, mod2x", 3, mix_two_layer_alpha},
    [MIX_MASKED] = {"masked", 3, mix_masked},
    [MIX_ADDITIVE_MASKED] = {"masked, additive", 3, mix_additive_masked},
    [MIX_LIGHTMAP] = {"lightmap", 2, mix_lightmap},
    [MIX_MOD] = {"mod", 2, mix_mod},
    [MIX_MOD_ALPHA] = {"mod with alpha", 2, mix_mod_alpha},
    [MIX_MOD2X] = {"mod2x", 2, mix_mod2x},
    [MIX_MOD2X_ALPHA] = {"mod2x with alpha", 2, mix_mod2x_alpha},
    [MIX_MOD_THREE] = {"mod of three", 3, mix_mod_three},
    [MIX_ADD] = {"add", 2, mix_add},
    [MIX_ADD_ALPHA] = {"add with alpha", 2, mix_add_alpha},
    [MIX_OVER] = {"over", 2, mix_over},
    [MIX_UNDER] = {"under", 2, mix_under},
    [MIX_GLOW] = {"over, unlit", 2, mix_glow},
    [MIX_FADE] = {"crossfade", 3, mix_fade},
    [MIX_FADE_MASKED] = {"crossfade, masked", 4, mix_fade_masked},
};

const char *surface_mix_name(enum surface_mix mix)
{
    return rows[mix].name;
}

unsigned surface_mix_textures(enum surface_mix mix)
{
    return rows[mix].textures;
}

lanes_f mesh_mix_color(const struct mesh_material *material, const lanes_f textures[MESH_TEXTURES],
                       float k, lanes_f light)
{
    struct mixed mixed = {.k = k,
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
