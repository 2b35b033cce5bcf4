/* The light of doodads: the sun outside, the colour of MODD in rooms. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene/doodad/doodad_light.h"

static void assert_near(float value, float wanted)
{
    assert_true(fabsf(value - wanted) < 1e-5F);
}

static struct sun_light neutral(void)
{
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    return sun_light_of(&settings.light);
}

static void a_dark_colour_is_raised_for_diffuse_light_alone(void **state)
{
    (void)state;
    const struct sun_light sun = neutral();
    struct doodad_light light = doodad_light_inside(&sun, (const uint8_t[4]){56, 28, 0, 255});
    assert_near(light.diffuse[0], 112.0F / 255.0F);
    assert_near(light.diffuse[1], 56.0F / 255.0F);
    assert_near(light.ambient[0], 56.0F / 255.0F);
    assert_near(light.ambient[2], 0.0F);
}

static void a_bright_colour_is_lowered_for_ambient_light_alone(void **state)
{
    (void)state;
    const struct sun_light sun = neutral();
    struct doodad_light light = doodad_light_inside(&sun, (const uint8_t[4]){192, 96, 48, 255});
    assert_near(light.diffuse[0], 192.0F / 255.0F);
    assert_near(light.ambient[0], 96.0F / 255.0F);
    assert_near(light.ambient[1], 48.0F / 255.0F);
}

static void a_black_room_is_black(void **state)
{
    (void)state;
    const struct sun_light sun = neutral();
    struct doodad_light light = doodad_light_inside(&sun, (const uint8_t[4]){0, 0, 0, 255});
    assert_near(light.diffuse[0] + light.ambient[0], 0.0F);
}

static void flat_light_reaches_rooms(void **state)
{
    (void)state;
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    adtmap_settings_preset(ADTMAP_LIGHT_UNLIT, &settings);
    const struct sun_light sun = sun_light_of(&settings.light);
    struct doodad_light light = doodad_light_inside(&sun, (const uint8_t[4]){9, 9, 9, 255});
    assert_near(light.ambient[1], 1.0F);
    assert_near(light.diffuse[1], 0.0F);
}

int test_doodad_light(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dark_colour_is_raised_for_diffuse_light_alone),
        cmocka_unit_test(a_bright_colour_is_lowered_for_ambient_light_alone),
        cmocka_unit_test(a_black_room_is_black),
        cmocka_unit_test(flat_light_reaches_rooms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
