/* Mixes of textures and blend modes against the formulas of the documents. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mesh/mesh_blend.h"
#include "mesh/mesh_mix.h"

static const lanes_f LIGHT = {1, 1, 1, 1};

/* Red and alpha of a mix; the fourth texture has alpha 0.6. */
static lanes_f mixed(enum surface_mix mix, float k, lanes_f t1, lanes_f t2, lanes_f t3)
{
    const struct surface_material material = {.mix = mix, .third_weight = 0.75F};
    const lanes_f textures[SURFACE_TEXTURES] = {t1, t2, t3, {0, 0, 0, 153}};
    return mesh_mix_color(&material, textures, lanes_splat(k), LIGHT);
}

static void mixes_follow_their_formulas(void **state)
{
    (void)state;
    const lanes_f a = {100, 0, 0, 51}, b = {200, 0, 0, 102}, c = {50, 0, 0, 204};
    const struct {
        enum surface_mix mix;
        double red;
        double alpha;
    } cases[] = {
        {MIX_FIRST, 100, 51},
        {MIX_TWO_LAYER, 140 * 0.75 + 100 * 0.25, 51},
        {MIX_TWO_LAYER_TERRAIN, 200 * 0.75 + 100 * 0.25, 51},
        {MIX_TWO_LAYER_METAL, 100 * 0.25 + 200 * 0.75, 51},
        {MIX_TWO_LAYER_EMISSIVE, (200 * 0.6 * 0.75 + 100 * 0.25) + 200 * 0.4 * 0.75, 51},
        {MIX_EMISSIVE, 100 + 200 * 0.4 * 0.25, 51},
        {MIX_TWO_LAYER_MOD2X, (140 * 0.75 + 100 * 0.25) * 2 * 50 / 255, 51},
        {MIX_TWO_LAYER_MOD2X_NA, 100 * 0.75 + 2 * 100 * 200 / 255.0 * 0.25, 51},
        {MIX_TWO_LAYER_ALPHA, (140 * 0.2 + 100 * 0.8) * 2 * 50 / 255, 51},
        {MIX_MASKED, (2 * 100 * 200 / 255.0 * 0.8 + 50 * 0.2) * 0.8 + 100 * 0.2, 51},
        {MIX_ADDITIVE_MASKED, (2 * 100 * 200 / 255.0 + 50 * 0.2) * 0.8 + 100 * 0.2, 51},
        {MIX_LIGHTMAP, 100 * 200 / 255.0, 51},
        {MIX_MOD, 100 * 200 / 255.0, 51},
        {MIX_MOD_ALPHA, 100 * 200 / 255.0, 51 * 0.4},
        {MIX_MOD2X, 2 * 100 * 200 / 255.0, 51},
        {MIX_MOD2X_ALPHA, 2 * 100 * 200 / 255.0, 2 * 51 * 0.4},
        {MIX_MOD_THREE, 100 * 200 / 255.0 * 50 / 255.0, 51 * 0.4 * 0.8},
        {MIX_ADD, 100 + 200, 51},
        {MIX_ADD_ALPHA, 100 + 200, 51 + 102},
        {MIX_OVER, 100 * 0.6 + 200 * 0.4, 51},
        {MIX_UNDER, 100 * 0.92 + 200 * 0.08, 51},
        {MIX_GLOW, 100 * 0.9 + 200 * 0.1, 51},
        {MIX_FADE, 125 * 0.25 + 50 * 0.75, (51 * 0.75 + 102 * 0.25) * 0.25 + 204 * 0.75},
        {MIX_FADE_MASKED, 125 * 0.25 + 50 * 0.75,
         ((51 * 0.75 + 102 * 0.25) * 0.25 + 204 * 0.75) * 0.6},
        {MIX_ENV, 100 + 200 * 0.2, 51},
        {MIX_ENV_MOD, 100 + 100 * 200 / 255.0, 51},
        {MIX_ENV_METAL, 100 + 100 * 0.2 * 200 / 255, 51},
        {MIX_TWO_LAYER_SHINE, 175 + 175 * (51 * 0.25 + 102 * 0.75) / 255 * 50 / 255, 51},
        {MIX_EMISSIVE_SHINE, 100 + 100 * 0.2 * 200 / 255 + 50 * 0.8 * 0.25, 51},
        {MIX_ADD_MASKED, 100 + 200 * 0.1 * 0.8, 51},
        {MIX_SHEEN, 2 * 100 * 200 / 255.0 * 0.8 + 100 * 0.2, 51},
        {MIX_SHEEN_MOD, 100 * 200 / 255.0 * 0.8 + 100 * 0.2, 51},
        {MIX_SHEEN_EMISSIVE, 2 * 100 * 200 / 255.0 * 0.8 + 100 * 0.2 + 50 * 0.8 * 0.75, 51},
        {MIX_SHEEN_OVER, 2 * 100 * 200 / 255.0 * 0.2 + 50 * 0.8, 51},
        {MIX_SHEEN_GLOW, (2 * 100 * 200 / 255.0 * 0.8 + 100 * 0.2) * 0.4 + 50 * 0.6, 51},
        {MIX_GLINT, 100 + 200 * 0.4 * 0.8, 51},
        {MIX_GLINT_ALPHA, 100 + 200 * 0.4 * 0.8, 51 + 102 * 0.3 * 200 / 255},
        {MIX_ADD_UNDER, 100 + 200 * 0.8, 51 + 102},
        {MIX_OVER_EMISSIVE, 140 + 50 * 0.8 * 0.75, 51},
        {MIX_PARALLAX, 50 * 0.8 * 0.75 + 100 * 0.25, 51}, /* t4 is black, t5 not there */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lanes_f out = mixed(cases[i].mix, 0.25F, a, b, c);
        assert_true(fabs((double)out[0] - cases[i].red) < 1e-3);
        assert_true(fabs((double)out[3] - cases[i].alpha) < 1e-3);
    }
}

/* What is left without a reflection is what others of the textures make. */
static void a_mix_without_its_reflection_is_another_mix(void **state)
{
    (void)state;
    static const enum surface_mix pairs[][2] = {
        {MIX_ENV, MIX_FIRST},
        {MIX_ENV_METAL, MIX_FIRST},
        {MIX_TWO_LAYER_SHINE, MIX_TWO_LAYER_METAL},
        {MIX_EMISSIVE_SHINE, MIX_EMISSIVE},
        {MIX_MASKED, MIX_UNDER},
        {MIX_ADDITIVE_MASKED, MIX_ADD_MASKED},
        {MIX_MOD2X, MIX_FIRST},
        {MIX_SHEEN_EMISSIVE, MIX_EMISSIVE},
        {MIX_SHEEN_OVER, MIX_OVER},
        {MIX_SHEEN_GLOW, MIX_GLOW},
        {MIX_OVER_EMISSIVE, MIX_EMISSIVE},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        assert_int_equal(surface_mix_matte(pairs[i][0]), pairs[i][1]);
        assert_true(surface_mix_textures(pairs[i][1]) == surface_mix_textures(pairs[i][0]) - 1);
    }
}

/* Four textures of red 10, 20, 40 and 80 with heights of 1, 0.5, 0 and 1. */
static double red_of_heights(lanes_f weights)
{
    static const float red[4] = {10, 20, 40, 80}, height[4] = {255, 127.5F, 0, 255};
    const struct surface_material material = {.mix = MIX_HEIGHTS};
    lanes_f textures[SURFACE_TEXTURES] = {0};
    for (int i = 0; i < 4; i++) {
        textures[i][0] = red[i];
        textures[4 + i][3] = height[i];
    }
    return (double)mesh_mix_color(&material, textures, weights, LIGHT)[0];
}

/* Shader 23 was drawn by the texture of its reflection. */
static void heights_and_weights_choose_among_four_textures(void **state)
{
    (void)state;
    assert_true(fabs(red_of_heights((lanes_f){1, 0, 0, 0}) - 10) < 1e-3);
    assert_true(fabs(red_of_heights((lanes_f){0, 0, 1, 0}) - 40) < 1e-3); /* as high as 0.004 */
    assert_true(fabs(red_of_heights((lanes_f){0, 0, 0, 0}) - 80) < 1e-3);
    assert_true(fabs(red_of_heights((lanes_f){0, 0, 0, 0.25F}) - 60) < 1e-3); /* occluded */
    /* 0.4 and 0.6 half as high: 0.4, and 0.3 of which 0.9 is left. */
    assert_true(fabs(red_of_heights((lanes_f){0.4F, 0.6F, 0, 0}) - (4 + 20 * 0.27) / 0.67) < 1e-3);
    /* What exceeds 1 leaves nothing for the last. */
    assert_true(fabs(red_of_heights((lanes_f){1, 1, 1, 0}) -
                     (10 + 20 * 0.25 + 40 * 0.004 * 0.004) / (1.25 + 0.004 * 0.004)) < 1e-3);
}

/* Shader 22: ice in three depths, of which the nearest lies on top by green of the mask. */
static void layers_of_ice_lie_over_each_other(void **state)
{
    (void)state;
    const struct surface_material material = {.mix = MIX_PARALLAX};
    const lanes_f textures[SURFACE_TEXTURES] = {
        {100, 0, 0, 255}, {200, 0, 0, 0}, {50, 0, 0, 102}, {30, 0, 0, 0}, {0, 51, 0, 0}};
    double deep = (30 + 50 * 0.4) * 0.8 + 200 * 0.2;
    for (int k = 0; k <= 4; k++) {
        lanes_f out = mesh_mix_color(&material, textures, lanes_splat(0.25F * (float)k), LIGHT);
        assert_true(fabs((double)out[0] - (deep + (100 - deep) * 0.25 * k)) < 1e-3);
    }
}

/* Rooms of the first clients have lightmaps that are black in corners; clients show 24 there. */
static void a_lightmap_is_no_darker_than_24(void **state)
{
    (void)state;
    const lanes_f a = {100, 0, 0, 255}, c = {0};
    const double lights[][2] = {{0, 24}, {23, 24}, {24, 24}, {25, 25}};
    for (size_t i = 0; i < sizeof lights / sizeof *lights; i++) {
        const lanes_f map = {(float)lights[i][0], 0, 0, 255};
        lanes_f out = mixed(MIX_LIGHTMAP, 0, a, map, c);
        assert_true(fabs((double)out[0] - 100 * lights[i][1] / 255) < 1e-3);
    }
}

static void a_solid_material_ignores_the_alpha_of_its_first_texture(void **state)
{
    (void)state;
    const struct surface_material material = {.mix = MIX_MOD_ALPHA, .is_solid = true};
    const lanes_f textures[SURFACE_TEXTURES] = {{100, 0, 0, 51}, {200, 0, 0, 102}};
    lanes_f out = mesh_mix_color(&material, textures, lanes_splat(1), LIGHT);
    assert_true(fabsf(out[3] - 102) < 1e-3F);
}

static void light_multiplies_but_not_what_glows(void **state)
{
    (void)state;
    const lanes_f dark = {0.5F, 0, 0, 1};
    const struct surface_material material = {.mix = MIX_EMISSIVE};
    const lanes_f textures[SURFACE_TEXTURES] = {{100, 100, 100, 255}, {200, 200, 200, 255}, {0}};
    lanes_f out = mesh_mix_color(&material, textures, lanes_splat(1), dark);
    assert_true(fabsf(out[0] - 250) < 1e-3F);
    assert_true(fabsf(out[1] - 200) < 1e-3F);
}

static int blended(enum surface_blend mode, float color, float alpha, uint8_t below)
{
    uint8_t samples[4 * SAMPLES];
    for (size_t i = 0; i < sizeof samples; i++) {
        samples[i] = i % 4 == 3 ? 255 : below;
    }
    mesh_blend_pixel(mode, (lanes_f){color, color, color, alpha}, 1U << 2, samples);
    assert_int_equal(samples[0], below); /* samples outside the mask stay */
    return samples[2 * 4];
}

static void modes_follow_their_equations(void **state)
{
    (void)state;
    const double c = 120, a = 0.4, d = 80;
    const double wanted[SURFACE_BLENDS] = {
        [SURFACE_OPAQUE] = c,
        [SURFACE_ALPHA_KEY] = c,
        [SURFACE_ALPHA] = c * a + d * (1 - a),
        [SURFACE_ADD] = c * a + d,
        [SURFACE_MOD] = c * d / 255,
        [SURFACE_MOD2X] = 2 * c * d / 255,
        [SURFACE_MOD_ADD] = c * d / 255 + d,
        [SURFACE_INV_ALPHA_ADD] = c * (1 - a) + d,
        [SURFACE_INV_ALPHA_OPAQUE] = c * (1 - a),
        [SURFACE_ALPHA_OPAQUE] = c * a,
        [SURFACE_NO_ALPHA_ADD] = c + d,
        [SURFACE_CONSTANT_ALPHA] = c,
        [SURFACE_SCREEN] = c * (1 - d / 255) + d,
        [SURFACE_BLEND_ADD] = c + d * (1 - a),
    };
    for (int mode = 0; mode < SURFACE_BLENDS; mode++) {
        int got = blended((enum surface_blend)mode, 120, 102, 80);
        assert_true(fabs(got - wanted[mode]) <= 1.0);
    }
}

static void sums_saturate(void **state)
{
    (void)state;
    assert_int_equal(blended(SURFACE_NO_ALPHA_ADD, 200, 255, 200), 255);
    assert_int_equal(blended(SURFACE_OPAQUE, 900, 255, 0), 255);
}

static void only_covering_modes_close_what_is_open(void **state)
{
    (void)state;
    uint8_t samples[4 * SAMPLES] = {0};
    mesh_blend_pixel(SURFACE_ADD, (lanes_f){10, 10, 10, 255}, 15, samples);
    assert_int_equal(samples[3], 0);
    mesh_blend_pixel(SURFACE_ALPHA, (lanes_f){10, 10, 10, 102}, 15, samples);
    assert_int_equal(samples[3], 102);
    mesh_blend_pixel(SURFACE_OPAQUE, (lanes_f){10, 10, 10, 0}, 15, samples);
    assert_int_equal(samples[3], 255);
}

int test_mesh_mix(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixes_follow_their_formulas),
        cmocka_unit_test(a_mix_without_its_reflection_is_another_mix),
        cmocka_unit_test(heights_and_weights_choose_among_four_textures),
        cmocka_unit_test(layers_of_ice_lie_over_each_other),
        cmocka_unit_test(a_lightmap_is_no_darker_than_24),
        cmocka_unit_test(a_solid_material_ignores_the_alpha_of_its_first_texture),
        cmocka_unit_test(light_multiplies_but_not_what_glows),
        cmocka_unit_test(modes_follow_their_equations),
        cmocka_unit_test(sums_saturate),
        cmocka_unit_test(only_covering_modes_close_what_is_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
