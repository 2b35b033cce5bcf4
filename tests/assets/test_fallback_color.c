/* Colours of missing textures: what names say shows, and nothing is glaring. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "assets/fallback_color.h"

static void spelling_does_not_change_the_colour(void **state)
{
    (void)state;
    uint8_t a[3];
    uint8_t b[3];
    fallback_color("Tileset\\Elwynn\\ElwynnGrassBase.blp", a);
    fallback_color("tileset/elwynn/elwynngrassbase.BLP", b);
    assert_memory_equal(a, b, 3);
    fallback_color("tileset/elwynn/elwynngrassbase2.blp", b);
    assert_memory_not_equal(a, b, 3);
}

static void grass_is_green_water_blue_sand_yellow_lava_red_snow_light(void **state)
{
    (void)state;
    for (int i = 0; i < 500; i++) {
        char name[64];
        uint8_t c[3];
        snprintf(name, sizeof name, "tileset/zone%d/zonegrass%02d.blp", i % 7, i);
        fallback_color(name, c);
        assert_true(c[1] > c[0] && c[1] > c[2] + 20);
        snprintf(name, sizeof name, "tileset/a/river_%d.blp", i);
        fallback_color(name, c);
        assert_true(c[2] > c[1] && c[1] > c[0]);
        snprintf(name, sizeof name, "tileset/a/%dsand.blp", i);
        fallback_color(name, c);
        assert_true(c[0] > c[1] && c[1] > c[2] + 10);
        snprintf(name, sizeof name, "tileset/a/lava%d.blp", i);
        fallback_color(name, c);
        assert_true(c[0] > 2 * c[2] && c[0] > c[1] + 40);
        snprintf(name, sizeof name, "tileset/a/snow%d.blp", i);
        fallback_color(name, c);
        assert_true(c[0] > 160 && c[1] > 160 && c[2] > 160);
        assert_true(c[0] <= 232 && c[1] <= 232 && c[2] <= 232); /* no hole in a light page */
    }
}

/* How much greener than red a colour is. */
static int greenness(const char *name)
{
    uint8_t c[3];
    fallback_color(name, c);
    return c[1] - c[0];
}

static void last_word_of_the_file_name_decides(void **state)
{
    (void)state;
    assert_true(greenness("tileset/snow/ashenvaleleaf.blp") > 0);
    assert_true(greenness("tileset/grass/grassdirt.blp") < 0);
    assert_true(greenness("tileset/rock/dirtgrass.blp") > 0);
    assert_true(greenness("tileset/x/westplaguedgrassandorhal.blp") > 0);
}

/* Maps have it under holes and beyond their edges: three quarters of the tiles of one map. */
static void a_texture_named_black_is_black(void **state)
{
    (void)state;
    static const char *const names[] = {
        "tileset/generic/black.blp", "Tileset\\Generic\\BLACK01.blp", "tileset/void/void_01.blp"};
    uint8_t c[3];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        fallback_color(names[i], c);
        assert_true(c[0] < 20 && c[1] < 20 && c[2] < 20);
    }
    fallback_color("tileset/generic/white.blp", c);
    assert_true(c[0] > 180 && c[1] > 180 && c[2] > 180);
    fallback_color("tileset/x/blackrock.blp", c);
    assert_true(c[0] > 60);
    fallback_color("tileset/x/rockblack.blp", c);
    assert_true(c[0] > 60);
}

static void colours_of_unknown_names_are_moderate_and_differ(void **state)
{
    (void)state;
    unsigned different = 0;
    uint8_t last[3] = {0};
    for (int i = 0; i < 2000; i++) {
        char name[64];
        uint8_t c[3];
        snprintf(name, sizeof name, "tileset/q/zz%d.blp", i);
        fallback_color(name, c);
        for (int k = 0; k < 3; k++) {
            assert_in_range(c[k], 48, 150);
        }
        different += memcmp(c, last, 3) != 0;
        memcpy(last, c, 3);
    }
    assert_true(different > 1950);
}

static void colour_of_a_name_never_changes(void **state)
{
    (void)state;
    static const uint8_t wanted[3] = {83, 94, 47};
    uint8_t c[3];
    fallback_color("tileset/elwynn/elwynngrassbase.blp", c);
    assert_memory_equal(c, wanted, 3);
}

static void names_that_are_none_have_a_colour_too(void **state)
{
    (void)state;
    char longest[4000];
    uint8_t c[3];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    fallback_color("", c);
    fallback_color("../../x", c);
    fallback_color(".blp", c);
    fallback_color(longest, c);
    assert_in_range(c[0], 8, 232);
}

int test_fallback_color(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spelling_does_not_change_the_colour),
        cmocka_unit_test(grass_is_green_water_blue_sand_yellow_lava_red_snow_light),
        cmocka_unit_test(last_word_of_the_file_name_decides),
        cmocka_unit_test(a_texture_named_black_is_black),
        cmocka_unit_test(colours_of_unknown_names_are_moderate_and_differ),
        cmocka_unit_test(colour_of_a_name_never_changes),
        cmocka_unit_test(names_that_are_none_have_a_colour_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
