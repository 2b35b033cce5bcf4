/* Mixes of textures and blend modes against the formulas of the documents. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "render/mesh/mesh_blend.h"
#include "render/mesh/mesh_mix.h"

static const float LIGHT[4] = {1, 1, 1, 1};

static float mixed(enum mesh_mix mix, float k, const float t1[4], const float t2[4],
                   const float t3[4])
{
    float textures[3][4];
    float out[4];
    memcpy(textures[0], t1, sizeof textures[0]);
    memcpy(textures[1], t2, sizeof textures[1]);
    memcpy(textures[2], t3, sizeof textures[2]);
    mesh_mix_color(mix, textures, k, LIGHT, out);
    return out[0];
}

static void mixes_follow_their_formulas(void **state)
{
    (void)state;
    const float a[4] = {100, 0, 0, 51}, b[4] = {200, 0, 0, 102}, c[4] = {50, 0, 0, 204};
    const struct {
        enum mesh_mix mix;
        double wanted;
    } cases[] = {
        {MIX_FIRST, 100},
        {MIX_TWO_LAYER, 140 * 0.75 + 100 * 0.25},
        {MIX_TWO_LAYER_TERRAIN, 200 * 0.75 + 100 * 0.25},
        {MIX_TWO_LAYER_METAL, 100 * 0.25 + 200 * 0.75},
        {MIX_TWO_LAYER_EMISSIVE, (200 * 0.6 * 0.75 + 100 * 0.25) + 200 * 0.4 * 0.75},
        {MIX_EMISSIVE, 100 + 200 * 0.4 * 0.25},
        {MIX_TWO_LAYER_MOD2X, (140 * 0.75 + 100 * 0.25) * 2 * 50 / 255},
        {MIX_TWO_LAYER_MOD2X_NA, 100 * 0.75 + 2 * 100 * 200 / 255.0 * 0.25},
        {MIX_TWO_LAYER_ALPHA, (140 * 0.2 + 100 * 0.8) * 2 * 50 / 255},
        {MIX_MASKED, (2 * 100 * 200 / 255.0 * 0.8 + 50 * 0.2) * 0.8 + 100 * 0.2},
        {MIX_ADDITIVE_MASKED, (2 * 100 * 200 / 255.0 + 50 * 0.2) * 0.8 + 100 * 0.2},
        {MIX_LIGHTMAP, 100 * 200 / 255.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(fabs(mixed(cases[i].mix, 0.25F, a, b, c) - cases[i].wanted) < 1e-3);
    }
}

static void light_multiplies_but_not_what_glows(void **state)
{
    (void)state;
    const float dark[4] = {0.5F, 0, 0, 1};
    float textures[3][4] = {{100, 100, 100, 255}, {200, 200, 200, 255}, {0}};
    float out[4];
    mesh_mix_color(MIX_EMISSIVE, textures, 1, dark, out);
    assert_true(fabsf(out[0] - 250) < 1e-3F);
    assert_true(fabsf(out[1] - 200) < 1e-3F);
}

static int blended(enum mesh_blend mode, float color, float alpha, uint8_t below)
{
    uint8_t samples[4 * SAMPLES];
    for (size_t i = 0; i < sizeof samples; i++) {
        samples[i] = i % 4 == 3 ? 255 : below;
    }
    mesh_blend_pixel(mode, (const float[4]){color, color, color, alpha}, 1U << 2, samples);
    assert_int_equal(samples[0], below); /* samples outside the mask stay */
    return samples[2 * 4];
}

static void modes_follow_their_equations(void **state)
{
    (void)state;
    const double c = 120, a = 0.4, d = 80;
    const double wanted[MESH_BLENDS] = {
        [BLEND_OPAQUE] = c,
        [BLEND_ALPHA_KEY] = c,
        [BLEND_ALPHA] = c * a + d * (1 - a),
        [BLEND_ADD] = c * a + d,
        [BLEND_MOD] = c * d / 255,
        [BLEND_MOD2X] = 2 * c * d / 255,
        [BLEND_MOD_ADD] = c * d / 255 + d,
        [BLEND_INV_SRC_ALPHA_ADD] = c * (1 - a) + d,
        [BLEND_INV_SRC_ALPHA_OPAQUE] = c * (1 - a),
        [BLEND_SRC_ALPHA_OPAQUE] = c * a,
        [BLEND_NO_ALPHA_ADD] = c + d,
        [BLEND_CONSTANT_ALPHA] = c,
        [BLEND_SCREEN] = c * (1 - d / 255) + d,
        [BLEND_BLEND_ADD] = c + d * (1 - a),
    };
    for (int mode = 0; mode < MESH_BLENDS; mode++) {
        int got = blended((enum mesh_blend)mode, 120, 102, 80);
        assert_true(fabs(got - wanted[mode]) <= 1.0);
    }
}

static void sums_saturate(void **state)
{
    (void)state;
    assert_int_equal(blended(BLEND_NO_ALPHA_ADD, 200, 255, 200), 255);
    assert_int_equal(blended(BLEND_OPAQUE, 900, 255, 0), 255);
}

static void only_covering_modes_close_what_is_open(void **state)
{
    (void)state;
    uint8_t samples[4 * SAMPLES] = {0};
    mesh_blend_pixel(BLEND_ADD, (const float[4]){10, 10, 10, 255}, 15, samples);
    assert_int_equal(samples[3], 0);
    mesh_blend_pixel(BLEND_ALPHA, (const float[4]){10, 10, 10, 102}, 15, samples);
    assert_int_equal(samples[3], 102);
    mesh_blend_pixel(BLEND_OPAQUE, (const float[4]){10, 10, 10, 0}, 15, samples);
    assert_int_equal(samples[3], 255);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixes_follow_their_formulas),
        cmocka_unit_test(light_multiplies_but_not_what_glows),
        cmocka_unit_test(modes_follow_their_equations),
        cmocka_unit_test(sums_saturate),
        cmocka_unit_test(only_covering_modes_close_what_is_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
