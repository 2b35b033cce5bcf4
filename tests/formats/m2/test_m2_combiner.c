/* Combiners: ops, bits of a shader, numbers of shaders. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/m2/m2_parts.h"

/* Two textures in units 0 and 1, alpha keyed. */
static struct m2_combiner two_textures(uint32_t version, uint32_t shader)
{
    return (struct m2_combiner){.version = version,
                                .blend = SURFACE_ALPHA_KEY,
                                .shader = shader,
                                .texture_count = 2,
                                .has_ops = version < 265,
                                .ops = {1, 0},
                                .units = {0, 1}};
}

static void units_choose_texture_coordinates(void **state)
{
    (void)state;
    struct m2_combiner combiner = two_textures(264, 0);
    for (uint16_t first = 0; first < 3; first++) {
        for (uint16_t second = 0; second < 3; second++) {
            combiner.units[0] = first;
            combiner.units[1] = second;
            struct m2_recipe recipe = m2_combine(&combiner);
            assert_int_equal(recipe.stage_count, 2);
            assert_int_equal(recipe.stages[0].uv_set, first == 1);
            assert_int_equal(recipe.stages[1].uv_set, second == 1);
            assert_int_equal(recipe.stages[1].index, 1);
        }
    }
}

/* Unit 2 has its own mapping that is read as the first set; from 3 on texels come by reflection. */
static void units_from_3_on_are_spheres(void **state)
{
    (void)state;
    struct m2_combiner combiner = two_textures(264, 0);
    combiner.units[1] = 3;
    assert_int_equal(m2_combine(&combiner).stage_count, 2);
    assert_int_equal(m2_combine(&combiner).stages[1].uv_set, M2_SPHERE);
    combiner.units[0] = 0xFFFF;
    combiner.units[1] = 0;
    assert_int_equal(m2_combine(&combiner).stages[0].uv_set, M2_SPHERE);
    assert_int_equal(m2_combine(&combiner).stages[1].uv_set, 0);
    assert_false(m2_combine(&combiner).is_opaque);
    combiner.blend = SURFACE_OPAQUE;
    assert_true(m2_combine(&combiner).is_opaque);
}

/* 0x80 and 0x8 map the first and the second texture as a sphere. */
static void bits_of_a_shader_make_spheres(void **state)
{
    (void)state;
    struct m2_combiner combiner = two_textures(265, 0x10 | 0x8 | 0x4);
    assert_int_equal(m2_combine(&combiner).stages[0].uv_set, 0);
    assert_int_equal(m2_combine(&combiner).stages[1].uv_set, M2_SPHERE);
    combiner.shader = 0x80 | 0x14;
    assert_int_equal(m2_combine(&combiner).stages[0].uv_set, M2_SPHERE);
    assert_int_equal(m2_combine(&combiner).stages[1].uv_set, 0);
    combiner.shader = 0x40 | 0x10 | 0x4;
    assert_int_equal(m2_combine(&combiner).stages[0].uv_set, 0);
    assert_int_equal(m2_combine(&combiner).stages[1].uv_set, 0);
}

/* 0x4000 is for the last texture of a batch, which may be the only one. */
static void bits_of_a_shader_choose_texture_coordinates(void **state)
{
    (void)state;
    struct m2_combiner combiner = two_textures(265, 0x14);
    assert_int_equal(m2_combine(&combiner).stages[1].uv_set, 0);
    combiner.shader |= 0x4000;
    assert_int_equal(m2_combine(&combiner).stages[0].uv_set, 0);
    assert_int_equal(m2_combine(&combiner).stages[1].uv_set, 1);
    combiner.texture_count = 1;
    assert_int_equal(m2_combine(&combiner).stages[0].uv_set, 1);
}

/* The first op has three bits: 0x80 is a sphere, not part of it. */
static void the_first_op_of_a_shader_decides_on_alpha(void **state)
{
    (void)state;
    struct m2_combiner combiner = two_textures(265, 0x80);
    assert_true(m2_combine(&combiner).is_opaque);
    combiner.shader = 0;
    assert_true(m2_combine(&combiner).is_opaque);
    combiner.shader = 0x70;
    assert_false(m2_combine(&combiner).is_opaque);
    combiner.blend = SURFACE_OPAQUE;
    assert_true(m2_combine(&combiner).is_opaque);
}

/* The last texture of a recipe of `stages`, of which the second reflects if there are three. */
static void is_recipe(uint32_t number, uint32_t stages, enum surface_mix mix, bool is_opaque,
                      uint32_t index, uint32_t uv_set, bool weighted)
{
    struct m2_combiner combiner = two_textures(274, 0x8000 | number);
    combiner.texture_count = 4;
    struct m2_recipe recipe = m2_combine(&combiner);
    uint32_t last = stages - 1;
    assert_int_equal(recipe.mix, mix);
    assert_int_equal(recipe.is_opaque, is_opaque);
    assert_int_equal(recipe.stage_count, stages);
    assert_int_equal(recipe.stages[0].index, 0);
    assert_int_equal(recipe.stages[last].index, index);
    assert_int_equal(recipe.stages[last].uv_set, uv_set);
    assert_int_equal(recipe.stages[last].weighted, weighted);
    if (stages == 3) {
        assert_int_equal(recipe.stages[1].index, 1);
        assert_int_equal(recipe.stages[1].uv_set, M2_SPHERE);
    }
}

static void numbers_of_shaders_name_textures_coordinates_and_weights(void **state)
{
    (void)state;
    is_recipe(0, 2, MIX_SHEEN, true, 1, M2_SPHERE, false);
    is_recipe(1, 2, MIX_EMISSIVE, true, 1, M2_SPHERE, false);
    is_recipe(2, 2, MIX_GLINT, true, 1, M2_SPHERE, false);
    is_recipe(3, 3, MIX_SHEEN_EMISSIVE, true, 2, 0, true);
    is_recipe(7, 2, MIX_GLINT_ALPHA, false, 1, M2_SPHERE, false);
    is_recipe(8, 2, MIX_UNDER, true, 1, M2_SPHERE, false);
    is_recipe(9, 3, MIX_SHEEN_OVER, true, 2, 0, false);
    is_recipe(11, 2, MIX_ADD_UNDER, false, 1, M2_SPHERE, false);
    is_recipe(12, 2, MIX_SHEEN_MOD, true, 1, M2_SPHERE, false);
    is_recipe(13, 2, MIX_EMISSIVE, false, 1, M2_SPHERE, true);
    is_recipe(15, 2, MIX_EMISSIVE, true, 1, 1, true);
    is_recipe(16, 3, MIX_OVER_EMISSIVE, true, 0, 0, true);
    is_recipe(17, 3, MIX_SHEEN_GLOW, true, 2, 0, true);
    is_recipe(20, 3, MIX_MASKED, true, 2, 1, false);
    is_recipe(21, 2, MIX_MOD_ALPHA, false, 1, 1, false);
    is_recipe(24, 3, MIX_SHEEN_GLOW, true, 2, 1, true);
    is_recipe(25, 1, MIX_FIRST, false, 0, M2_SPHERE, false);
    is_recipe(33, 2, MIX_MOD2X_ALPHA, false, 1, 1, false);
}

static void two_shaders_differ_in_the_coordinates_of_two_textures(void **state)
{
    (void)state;
    for (uint32_t number = 30; number < 32; number++) {
        struct m2_combiner combiner = two_textures(274, 0x8000 | number);
        combiner.texture_count = 3;
        struct m2_recipe recipe = m2_combine(&combiner);
        assert_int_equal(recipe.mix, MIX_MOD_THREE);
        assert_int_equal(recipe.stage_count, 3);
        assert_int_equal(recipe.stages[0].uv_set, 0);
        for (uint32_t i = 1; i < 3; i++) {
            assert_int_equal(recipe.stages[i].index, i);
            assert_int_equal(recipe.stages[i].uv_set, number == 30);
        }
    }
}

/* Shader 17 takes texture 2: a batch with textures 0 and 1 has none. */
static void a_shader_that_wants_more_textures_draws_the_first(void **state)
{
    (void)state;
    struct m2_combiner combiner = two_textures(274, 0x8000 | 17);
    assert_int_equal(m2_combine(&combiner).mix, MIX_FIRST);
    assert_int_equal(m2_combine(&combiner).stage_count, 1);
    combiner.texture_count = 3;
    assert_int_equal(m2_combine(&combiner).stage_count, 3);
}

static void an_opaque_blend_makes_any_shader_opaque(void **state)
{
    (void)state;
    struct m2_combiner combiner = two_textures(274, 0x8000 | 14);
    assert_false(m2_combine(&combiner).is_opaque);
    combiner.blend = SURFACE_OPAQUE;
    assert_true(m2_combine(&combiner).is_opaque);
    combiner.shader = 0x8000 | 99; /* not in the table */
    assert_true(m2_combine(&combiner).is_opaque);
    combiner.blend = SURFACE_ALPHA;
    assert_false(m2_combine(&combiner).is_opaque);
    assert_int_equal(m2_combine(&combiner).stage_count, 1);
}

/* Those with EdgeFade in the names of clients' shaders. */
static void some_shaders_fade_at_edges(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < 36; number++) {
        bool wanted = number == 19 || number == 21 || number == 25 || number > 32;
        assert_int_equal(m2_fades_at_edges(274, 0x8000 | number), wanted);
    }
    assert_false(m2_fades_at_edges(274, 19));
    assert_false(m2_fades_at_edges(264, 0x8000 | 19));
}

int test_m2_combiner(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_choose_texture_coordinates),
        cmocka_unit_test(units_from_3_on_are_spheres),
        cmocka_unit_test(bits_of_a_shader_make_spheres),
        cmocka_unit_test(bits_of_a_shader_choose_texture_coordinates),
        cmocka_unit_test(the_first_op_of_a_shader_decides_on_alpha),
        cmocka_unit_test(numbers_of_shaders_name_textures_coordinates_and_weights),
        cmocka_unit_test(some_shaders_fade_at_edges),
        cmocka_unit_test(two_shaders_differ_in_the_coordinates_of_two_textures),
        cmocka_unit_test(a_shader_that_wants_more_textures_draws_the_first),
        cmocka_unit_test(an_opaque_blend_makes_any_shader_opaque),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
