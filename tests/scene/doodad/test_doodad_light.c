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

static struct doodad_light in_room(const struct sun_light *sun, const struct wmo_doodad *doodad)
{
    static const uint8_t ambient[4] = {51, 102, 153, 255};
    return doodad_light_inside(sun, doodad, ambient, NULL);
}

static void a_dark_colour_is_raised_for_diffuse_light_alone(void **state)
{
    (void)state;
    const struct sun_light sun = neutral();
    struct doodad_light light = in_room(&sun, &(struct wmo_doodad){.color = {56, 28, 0, 255}});
    assert_near(light.diffuse[0], 112.0F / 255.0F);
    assert_near(light.diffuse[1], 56.0F / 255.0F);
    assert_near(light.ambient[0], 56.0F / 255.0F);
    assert_near(light.ambient[2], 0.0F);
}

static void a_bright_colour_is_lowered_for_ambient_light_alone(void **state)
{
    (void)state;
    const struct sun_light sun = neutral();
    struct doodad_light light = in_room(&sun, &(struct wmo_doodad){.color = {192, 96, 48, 255}});
    assert_near(light.diffuse[0], 192.0F / 255.0F);
    assert_near(light.ambient[0], 96.0F / 255.0F);
    assert_near(light.ambient[1], 48.0F / 255.0F);
}

static void a_black_room_is_black(void **state)
{
    (void)state;
    const struct sun_light sun = neutral();
    struct doodad_light light = in_room(&sun, &(struct wmo_doodad){.color = {0, 0, 0, 255}});
    assert_near(light.diffuse[0] + light.ambient[0], 0.0F);
}

/* The lamp, at most 1, takes the place of the colour, and shines from where it stands. */
static void a_lamp_takes_the_place_of_the_colour(void **state)
{
    (void)state;
    const struct sun_light sun = neutral();
    const struct wmo_doodad doodad = {
        .color = {255, 0, 0, 3}, .has_lamp = true, .lamp_color = {0.0F, 1.0F, 0.5F}};
    static const uint8_t ambient[4] = {51, 102, 153, 255};
    struct doodad_light light =
        doodad_light_inside(&sun, &doodad, ambient, (const double[3]){0.0, -3.0, 4.0});
    assert_near(light.diffuse[0], 0.0F);
    assert_near(light.diffuse[2], 0.5F);
    assert_near(light.ambient[1], 96.0F / 255.0F);
    assert_near((float)light.to_light[1], -0.6F);
    assert_near((float)light.to_light[2], 0.8F);
    light = doodad_light_inside(&sun, &doodad, ambient, (const double[3]){0.0, 0.0, 0.0});
    assert_memory_equal(light.to_light, sun.sun, sizeof sun.sun);
}

static void flags_say_what_comes_from_where(void **state)
{
    (void)state;
    const struct sun_light sun = neutral();
    struct wmo_doodad doodad = {.color = {26, 10, 0, 255}, .flags = WMO_DOODAD_UNADJUSTED};
    struct doodad_light light = in_room(&sun, &doodad);
    assert_near(light.diffuse[0], 26.0F / 255.0F);
    assert_near(light.ambient[2], 0.6F);
    doodad.flags |= WMO_DOODAD_COLOR_AROUND;
    light = in_room(&sun, &doodad);
    assert_near(light.ambient[1], 10.0F / 255.0F);
    doodad.flags = WMO_DOODAD_NO_DIRECT;
    light = in_room(&sun, &doodad);
    assert_near(light.diffuse[0], 0.0F);
    assert_near(light.ambient[0], 26.0F / 255.0F);
}

static void flat_light_reaches_rooms(void **state)
{
    (void)state;
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    adtmap_settings_preset(ADTMAP_LIGHT_UNLIT, &settings);
    const struct sun_light sun = sun_light_of(&settings.light);
    struct doodad_light light = in_room(&sun, &(struct wmo_doodad){.color = {9, 9, 9, 255}});
    assert_near(light.ambient[1], 1.0F);
    assert_near(light.diffuse[1], 0.0F);
}

int test_doodad_light(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dark_colour_is_raised_for_diffuse_light_alone),
        cmocka_unit_test(a_bright_colour_is_lowered_for_ambient_light_alone),
        cmocka_unit_test(a_black_room_is_black),
        cmocka_unit_test(a_lamp_takes_the_place_of_the_colour),
        cmocka_unit_test(flags_say_what_comes_from_where),
        cmocka_unit_test(flat_light_reaches_rooms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
