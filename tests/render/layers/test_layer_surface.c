/* The layers of liquids and floors, on surfaces whose heights are simple sums. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/grid.h"
#include "render/layers/data_layer.h"

enum { N = 256 }; /* two pixels a quad: centres at 1/4 and 3/4 */

static struct scene_tile scene;
static struct adt_chunk chunks[ADT_CHUNKS];
static struct adtmap_settings settings;
static uint16_t pixels[N * N];
static uint32_t codes[N * N];
static const struct adtmap_height_range tenths = {-2000.0F, 4553.5F, 0}; /* a tenth of a yard */

/* Ground that rises by a yard a quad to the south; in chunk 3 of row 2 lies a hole, chunk 255 is
 * not there. */
static int set_up(void **state)
{
    (void)state;
    memset(&scene, 0, sizeof scene);
    memset(chunks, 0, sizeof chunks);
    adtmap_settings_default(&settings);
    scene.x = scene.y = 32; /* the tile's north-west corner is the world's origin */
    for (uint32_t i = 0; i + 1 < ADT_CHUNKS; i++) {
        for (uint32_t v = 0; v < ADT_VERTICES; v++) {
            uint32_t in_pair = v % VERTEX_SOUTH;
            float row = (float)(v / VERTEX_SOUTH) + (in_pair > QUADS_PER_CHUNK ? 0.5F : 0.0F);
            chunks[i].height_yd[v] = (float)(i / ADT_EDGE * QUADS_PER_CHUNK) + row;
        }
        scene.chunks[i].terrain = &chunks[i];
    }
    chunks[2 * ADT_EDGE + 3].holes = (uint64_t)1 << (5 * QUADS_PER_CHUNK + 6);
    return 0;
}

static struct adtmap_layer_image draw_into(const char *name, struct adtmap_height_range range,
                                           void *to)
{
    struct arena arena = {0};
    const struct diag diag = {0};
    struct adtmap_layer_image image = {.pixels = to};
    assert_true(adtmap_layer_parse(name, &image.layer));
    image.stride_bytes = N * adtmap_layer_pixel_bytes(image.layer);
    const struct data_layer_input input = {.scene = &scene,
                                           .height = range,
                                           .size_px = N,
                                           .threads = 2,
                                           .arena = &arena,
                                           .diag = &diag,
                                           .settings = &settings};
    assert_true(data_layers[image.layer.kind].draw(&input, &image));
    arena_free(&arena);
    return image;
}

static struct adtmap_layer_image draw(const char *name, struct adtmap_height_range range)
{
    return draw_into(name, range, pixels);
}

/* Yards at the pixel whose centre lies (u, v) quads from the tile's corner. */
static double yards_at(double u, double v)
{
    return pixels[(size_t)(v * 2) * N + (size_t)(u * 2)] / 10.0 - 2000.0;
}

/* Two waters one above the other: quads 10 and 11 of row 11 are water from 5 to 9 yards, ocean at
 * 20 covers the second. */
static void fill_liquids(void)
{
    static const float slope[6] = {5, 7, 9, 5, 7, 9};
    static const float flat[4] = {20, 20, 20, 20};
    static const uint8_t waters[2] = {LIQUID_WATER, LIQUID_WATER};
    static const uint8_t ocean[1] = {LIQUID_OCEAN};
    static const struct liquid_layer layers[2] = {
        {.chunk = ADT_EDGE + 1,
         .x = 2,
         .y = 3,
         .grid = {.width = 2, .height = 1, .height_yd = slope, .quad = waters}},
        {.chunk = ADT_EDGE + 1,
         .x = 3,
         .y = 3,
         .grid = {.width = 1, .height = 1, .height_yd = flat, .quad = ocean}}};
    scene.liquids = (struct liquid_layers){.count = 2, .layers = layers};
}

static void the_highest_liquid_counts(void **state)
{
    (void)state;
    const uint8_t *kinds = (const uint8_t *)pixels;
    fill_liquids();
    struct adtmap_layer_image image = draw("liquid-height", tenths);
    assert_true(fabs(yards_at(10.25, 11.25) - 5.5) < 0.051); /* 5 + 2 * 0.25 */
    assert_true(fabs(yards_at(10.75, 11.75) - 6.5) < 0.051);
    assert_true(fabs(yards_at(11.25, 11.25) - 20) < 0.051);
    assert_int_equal(pixels[22 * N + 19], 0);
    assert_int_equal(pixels[22 * N + 24], 0);
    assert_int_equal(pixels[24 * N + 21], 0);
    assert_true(fabsf(image.ground_yd[0] - 5.5F) < 1e-5F && image.ground_yd[1] == 20.0F);
    draw("liquid", tenths);
    assert_int_equal(kinds[22 * N + 20], 60);
    assert_int_equal(kinds[22 * N + 22], 120);
    assert_int_equal(kinds[22 * N + 24], 0);
}

/* Its own range: the lowest liquid is 1, which is not nothing. */
static void the_lowest_liquid_of_a_tile_is_not_nothing(void **state)
{
    (void)state;
    fill_liquids();
    draw("liquid-height", (struct adtmap_height_range){0, 0, 1});
    assert_int_equal(pixels[22 * N + 20], 1);
    assert_int_equal(pixels[22 * N + 22], UINT16_MAX);
    assert_int_equal(pixels[0], 0);
}

/* A roof of 10 x 10 quads from quad (30, 10) on, at 60 yards in the north, rising by 2 a quad. Both
 * sides are there; the one that faces down is no floor, and stands higher. Above quad (35, 15) is
 * water at 90 yards. */
static void fill_roof(void)
{
    static float corners[8][3];
    static const uint32_t indices[12] = {0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6};
    static const uint16_t flags[4] = {0x20, 0x20, 0x20, 0x20};
    static const uint16_t materials[4];
    static struct wmo_group group;
    static const struct wmo_group *const groups[1] = {&group};
    static struct wmo root;
    static struct wmo_model model;
    static struct placed_wmo placement;
    static const float pool_yd[4] = {90, 90, 90, 90};
    static const uint8_t water[1] = {LIQUID_WATER};
    static const struct wmo_liquid pool = {
        .corner = {(float)(-QUAD_YD * 16), (float)(-QUAD_YD * 36)},
        .grid = {.width = 1, .height = 1, .height_yd = pool_yd, .quad = water}};
    for (int i = 0; i < 8; i++) {
        int south = i % 4 == 1 || i % 4 == 2;
        int east = i % 4 >= 2;
        corners[i][0] = (float)(-QUAD_YD * (10 + 10 * south));
        corners[i][1] = (float)(-QUAD_YD * (30 + 10 * east));
        corners[i][2] = 60.0F + 20.0F * (float)south + (i >= 4 ? 100.0F : 0.0F);
    }
    group = (struct wmo_group){.vertex_count = 8,
                               .positions = (const float(*)[3])corners,
                               .triangle_count = 4,
                               .indices = indices,
                               .triangle_flags = flags,
                               .triangle_material = materials,
                               .liquid = &pool};
    root.group_count = 1;
    model = (struct wmo_model){.root = &root, .groups = groups};
    placement = (struct placed_wmo){
        .building = &model,
        .matrix = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}},
        .scale = 1,
    };
    scene.placement_count = 1;
    scene.placements = &placement;
}

static void the_highest_of_ground_and_roofs_counts(void **state)
{
    (void)state;
    fill_roof();
    struct adtmap_layer_image image = draw("surface", tenths);
    assert_true(fabs(yards_at(35.25, 10.25) - 60.5) < 0.051);
    assert_true(fabs(yards_at(30.25, 19.75) - 79.5) < 0.051);
    assert_true(fabs(yards_at(35.25, 15.25) - 70.5) < 0.051);  /* below the water */
    assert_true(fabs(yards_at(29.75, 10.25) - 10.25) < 0.051); /* next to it */
    assert_true(fabs(yards_at(35.25, 20.25) - 20.25) < 0.051);
    assert_int_equal(pixels[2 * 21 * N + 2 * 30], 0); /* the hole */
    assert_int_equal(pixels[255 * N + 255], 0);
    assert_true(fabsf(image.ground_yd[0] - 0.25F) < 1e-5F);
    assert_true(fabsf(image.ground_yd[1] - 127.75F) < 1e-5F);
}

static void what_is_cut_off_is_no_floor(void **state)
{
    (void)state;
    fill_roof();
    settings.objects.cut_height_yd = 50.0F;
    draw("surface", tenths);
    assert_true(fabs(yards_at(35.25, 10.25) - 10.25) < 0.051); /* the ground below the roof */
    assert_int_equal(pixels[2 * 60 * N], 0);
}

/* The code of a height: red, green and blue are its digits of base 256. */
static double dem_at(double u, double v)
{
    static const uint8_t *const rgba = (const uint8_t *)codes;
    const uint8_t *pixel = rgba + ((size_t)(v * 2) * N + (size_t)(u * 2)) * 4;
    assert_int_equal(pixel[3], 255);
    return pixel[0] * 256.0 + pixel[1] + pixel[2] / 256.0 - 32768.0;
}

static void water_lies_over_ground_in_a_map_in_3d(void **state)
{
    (void)state;
    fill_liquids();
    fill_roof(); /* no building is in it */
    settings.objects.cut_height_yd = 10.0F;
    draw_into("raster-dem", tenths, codes);
    assert_true(fabs(dem_at(10.25, 11.25) - 11.25) < 0.003); /* above the water at 5.5 */
    assert_true(fabs(dem_at(11.25, 11.25) - 20) < 0.003);
    assert_true(fabs(dem_at(0.25, 0.25) - 0.25) < 0.003);
    assert_true(fabs(dem_at(35.25, 10.25) - 10.25) < 0.003);
    assert_true(fabs(dem_at(30.25, 21.25) - 21.25) < 0.003); /* a hole */
    assert_true(dem_at(127.75, 127.75) == 0);                /* no chunk */
}

static void heights_of_nearly_zero_are_not_nothing(void **state)
{
    (void)state;
    for (uint32_t v = 0; v < ADT_VERTICES; v++) {
        chunks[0].height_yd[v] = 0.001F;
        chunks[1].height_yd[v] = -0.004F;
        chunks[2].height_yd[v] = -40000.0F;
        chunks[3].height_yd[v] = 40000.0F;
    }
    draw_into("raster-dem", tenths, codes);
    assert_true(dem_at(0.25, 0.25) == 1 / 256.0);
    assert_true(dem_at(8.25, 0.25) == -1 / 256.0);
    assert_true(dem_at(16.25, 0.25) == -32768.0);
    assert_true(dem_at(24.25, 0.25) == 32767 + 255 / 256.0);
}

int test_layer_surface(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_highest_liquid_counts, set_up),
        cmocka_unit_test_setup(the_lowest_liquid_of_a_tile_is_not_nothing, set_up),
        cmocka_unit_test_setup(the_highest_of_ground_and_roofs_counts, set_up),
        cmocka_unit_test_setup(what_is_cut_off_is_no_floor, set_up),
        cmocka_unit_test_setup(water_lies_over_ground_in_a_map_in_3d, set_up),
        cmocka_unit_test_setup(heights_of_nearly_zero_are_not_nothing, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
