/* Far-away terrain in pixels: colours of height, light, holes, the cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "render/terrain/low_res_terrain.h"

enum { SIZE_PX = 64, LARGEST_PX = 2048 };

static struct adtmap_settings settings;
static struct low_res_tile tile;
static uint8_t pixels[SIZE_PX][SIZE_PX][4];

/* Level ground, or a slope that rises by so many yards a chunk. */
static void set_ground(int height, int east, int south)
{
    memset(&tile, 0, sizeof tile);
    for (int i = 0; i < LOW_RES_OUTER * LOW_RES_OUTER; i++) {
        int row = i / LOW_RES_OUTER;
        int column = i % LOW_RES_OUTER;
        tile.outer[row][column] = height + east * (column - 1) + south * (row - 1);
    }
    for (int i = 0; i < LOW_RES_INNER * LOW_RES_INNER; i++) {
        int row = i / LOW_RES_INNER;
        int column = i % LOW_RES_INNER;
        tile.inner[row][column] = height + (east * (2 * column - 1) + south * (2 * row - 1)) / 2;
    }
}

static int set_up(void **state)
{
    (void)state;
    adtmap_settings_default(&settings);
    settings.size_px = SIZE_PX;
    return 0;
}

static void draw(void)
{
    assert_true(low_res_terrain_draw(&settings, &tile, 2, pixels[0][0], sizeof pixels[0]));
}

static void assert_pixel(const uint8_t pixel[4], int red, int green, int blue)
{
    assert_int_equal(pixel[0], red);
    assert_int_equal(pixel[1], green);
    assert_int_equal(pixel[2], blue);
    assert_int_equal(pixel[3], 255);
}

static void level_ground_has_the_colour_of_its_height(void **state)
{
    (void)state;
    static const int heights[][4] = {
        {-20000, 14, 34, 72}, {-120, 36, 82, 138}, {0, 214, 204, 160},
        {60, 96, 142, 78},    {600, 154, 122, 86}, {20000, 252, 253, 255},
    };
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        set_ground(heights[i][0], 0, 0);
        draw();
        assert_pixel(pixels[0][0], heights[i][1], heights[i][2], heights[i][3]);
        assert_pixel(pixels[SIZE_PX - 1][31], heights[i][1], heights[i][2], heights[i][3]);
    }
}

static void the_sea_is_blue_and_the_shore_is_not(void **state)
{
    (void)state;
    set_ground(-80, 10, 0);
    draw();
    assert_true(pixels[5][8][2] > pixels[5][8][0] + 40);
    assert_true(pixels[5][40][2] < pixels[5][40][0]);
}

/* Dim light, so that nothing is at its brightest; the sun stands in the north-west. */
static void slopes_towards_the_sun_are_brighter(void **state)
{
    (void)state;
    for (int c = 0; c < 3; c++) {
        settings.light.diffuse[c] = 0.4F;
    }
    set_ground(300, 0, 0);
    draw();
    int level = pixels[32][32][1];
    set_ground(300 - 8 * 20, 20, 0); /* up towards the east */
    draw();
    assert_true(pixels[32][32][1] > level);
    set_ground(300 + 8 * 20, -20, 0);
    draw();
    assert_true(pixels[32][32][1] < level);
    set_ground(300 - 8 * 20, 0, 20);
    draw();
    assert_true(pixels[32][32][1] > level);
}

static void a_plane_is_lit_alike_everywhere(void **state)
{
    (void)state;
    settings.objects.cut_height_yd = 1e9F;
    set_ground(5000, 24, -18); /* all of it white */
    draw();
    for (size_t i = 1; i < SIZE_PX; i++) {
        assert_memory_equal(pixels[i][i], pixels[0][0], 4);
        assert_memory_equal(pixels[i][0], pixels[0][0], 4);
    }
}

static void holes_are_background(void **state)
{
    (void)state;
    set_ground(60, 0, 0);
    tile.holes[3] = 1U << 15;
    memcpy(settings.background, (uint8_t[]){1, 2, 3, 0}, 4);
    draw();
    for (size_t y = 0; y < SIZE_PX; y++) {
        for (size_t x = 0; x < SIZE_PX; x++) {
            bool hole = y / 4 == 3 && x / 4 == 15;
            assert_int_equal(pixels[y][x][3], hole ? 0 : 255);
        }
    }
    settings.ground = ADTMAP_GROUND_RELIEF; /* but on relief maps */
    draw();
    assert_int_equal(pixels[3 * 4][15 * 4][3], 255);
}

/* As over the ground of an ADT: on any slope, in any light. */
static void the_deep_sea_of_relief_maps_is_of_one_colour(void **state)
{
    (void)state;
    set_ground(-400, 20, 10);
    settings.ground = ADTMAP_GROUND_RELIEF;
    const float deep[4] = {0.2F, 0.4F, 0.6F, 1.0F};
    memcpy(settings.liquids[ADTMAP_LIQUID_OCEAN].deep, deep, sizeof deep);
    draw();
    for (size_t i = 0; i < SIZE_PX; i++) {
        assert_pixel(pixels[i][SIZE_PX - 1 - i], 51, 102, 153);
    }
}

static void nothing_above_the_cut_is_drawn(void **state)
{
    (void)state;
    set_ground(0, 10, 0); /* 80 yards in the middle */
    settings.objects.cut_height_yd = 80.0F;
    settings.background[3] = 0;
    draw();
    assert_int_equal(pixels[9][31][3], 255);
    assert_int_equal(pixels[9][33][3], 0);
    settings.objects.cut_height_yd = -1e9F;
    draw();
    assert_int_equal(pixels[9][0][3], 0);
}

/* Steeper than any ground, and higher: no sum may overflow. */
static void heights_that_no_map_has_are_survived(void **state)
{
    (void)state;
    set_ground(0, 0, 0);
    for (int i = 0; i < LOW_RES_OUTER * LOW_RES_OUTER; i++) {
        tile.outer[i / LOW_RES_OUTER][i % LOW_RES_OUTER] = i % 2 ? 32767 : -32768;
    }
    for (int i = 0; i < LOW_RES_INNER * LOW_RES_INNER; i++) {
        tile.inner[i / LOW_RES_INNER][i % LOW_RES_INNER] = i % 3 ? -98304 : 98301;
    }
    for (int i = 1; i <= WDL_INNER * WDL_INNER; i++) {
        tile.inner[1 + (i - 1) / WDL_INNER][1 + i % WDL_INNER] = i % 3 ? -32768 : 32767;
    }
    draw();
    assert_int_equal(pixels[20][20][3], 255);
}

static void every_size_and_any_number_of_threads_draw_the_same_ground(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {16, 17, 99, 512, 1000, LARGEST_PX};
    static uint8_t first[LARGEST_PX * LARGEST_PX * 4];
    static uint8_t second[LARGEST_PX * LARGEST_PX * 4];
    set_ground(60, 7, -5);
    tile.outer[9][9] += 90;
    tile.inner[4][12] -= 200;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t stride = (size_t)sizes[i] * 4;
        settings.size_px = sizes[i];
        assert_true(low_res_terrain_draw(&settings, &tile, 1, first, stride));
        assert_true(low_res_terrain_draw(&settings, &tile, 5, second, stride));
        assert_memory_equal(first, second, stride * sizes[i]);
        /* A quarter of the way, where the ground is even, all sizes agree. */
        const uint8_t *pixel = first + sizes[i] / 4 * stride + (size_t)sizes[i] / 4 * 4;
        assert_in_range(pixel[1], 120, 160);
    }
}

int test_low_res_terrain(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(level_ground_has_the_colour_of_its_height, set_up),
        cmocka_unit_test_setup(the_sea_is_blue_and_the_shore_is_not, set_up),
        cmocka_unit_test_setup(slopes_towards_the_sun_are_brighter, set_up),
        cmocka_unit_test_setup(a_plane_is_lit_alike_everywhere, set_up),
        cmocka_unit_test_setup(holes_are_background, set_up),
        cmocka_unit_test_setup(the_deep_sea_of_relief_maps_is_of_one_colour, set_up),
        cmocka_unit_test_setup(nothing_above_the_cut_is_drawn, set_up),
        cmocka_unit_test_setup(heights_that_no_map_has_are_survived, set_up),
        cmocka_unit_test_setup(every_size_and_any_number_of_threads_draw_the_same_ground, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
