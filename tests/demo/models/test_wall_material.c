/* The table of wall materials. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "demo/models/wall_material.h"

/* A past bug: its number 0xFF was used as an index into the table of shaders. */
static void collision_material_has_no_texture_and_no_shader(void **state)
{
    (void)state;
    struct wall_material_info info = wall_material_get(WALL_COLLISION_ONLY);
    assert_int_equal(info.textures[0], 0);
    assert_int_equal(info.textures[1], 0);
    assert_int_equal(info.shader, 0);
    assert_true(info.repeat_yd > 0.0F);
}

static void samples_of_shaders_use_all_textures(void **state)
{
    (void)state;
    for (int k = 0; k < WALL_MIXES; k++) {
        struct wall_material_info info =
            wall_material_get((enum wall_material)(WALL_SAMPLE_MIX + k));
        int count = info.shader < 22 ? 3 : 9;
        assert_true(info.shader >= 3);
        for (int t = 0; t < WALL_TEXTURES_MAX; t++) {
            assert_int_equal(info.textures[t] > 0, t < count);
        }
    }
}

int test_wall_material(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collision_material_has_no_texture_and_no_shader),
        cmocka_unit_test(samples_of_shaders_use_all_textures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
