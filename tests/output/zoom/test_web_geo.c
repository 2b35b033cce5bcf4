/* World files and the made-up degrees of a map. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "output/zoom/web_geo.h"

static void the_whole_grid_is_the_whole_mercator_square(void **state)
{
    (void)state;
    struct web_degrees all = web_degrees((struct stitch_bounds){0, 0, 64, 64});
    assert_int_equal(all.west, -1800000000);
    assert_int_equal(all.east, 1800000000);
    assert_int_equal(all.north, 850511288);
    assert_int_equal(all.south, -850511288);
}

static void degrees_of_a_part_lie_where_web_maps_put_it(void **state)
{
    (void)state;
    struct web_degrees part = web_degrees((struct stitch_bounds){16, 32, 16, 16});
    assert_int_equal(part.west, -900000000);
    assert_int_equal(part.east, 0);
    assert_int_equal(part.north, 0);
    assert_int_equal(part.south, -665132604);
}

static void world_file_lines_are_exact(void **state)
{
    (void)state;
    struct buffer text = {0};
    web_world_file(&text, 28 * 512, 30 * 512, 512);
    buffer_u8(&text, 0);
    assert_string_equal((const char *)text.data, "1.0416666667\n0.0000000000\n0.0000000000\n"
                                                 "-1.0416666667\n-2132.8125000000\n"
                                                 "1066.1458333333\n");
    buffer_free(&text);
}

/* The corner of tile 28_30, and 128 steps to that of its neighbour. */
static void points_lie_on_the_edges_of_their_tile(void **state)
{
    (void)state;
    struct buffer text = {0};
    web_world_file_of_points(&text, 28, 30, 128);
    buffer_u8(&text, 0);
    assert_string_equal((const char *)text.data, "4.1666666667\n0.0000000000\n0.0000000000\n"
                                                 "-4.1666666667\n-2133.3333333333\n"
                                                 "1066.6666666667\n");
    buffer_free(&text);
}

static void tilejson_has_the_members_of_the_specification(void **state)
{
    (void)state;
    struct buffer text = {0};
    const struct web_folder folder = {.format = IMAGE_WEBP, .zoom_max = 7};
    struct web_levels levels = {"web/color", NULL, {16, 32, 16, 16}, {{0}}, &folder};
    tile_set_add(&levels.tiles, 16, 32);
    tile_set_add(&levels.tiles, 31, 32);
    web_tilejson(&text, "A \"B\"", &levels);
    cJSON *root = cJSON_ParseWithLength((const char *)text.data, text.size);
    assert_non_null(root);
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(root, "tilejson")), "3.0.0");
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(root, "name")), "A \"B\"");
    assert_string_equal(
        cJSON_GetStringValue(cJSON_GetArrayItem(cJSON_GetObjectItem(root, "tiles"), 0)),
        "web/color/{z}/{x}/{y}.webp");
    assert_int_equal(cJSON_GetObjectItem(root, "maxzoom")->valueint, 7);
    assert_null(cJSON_GetObjectItem(root, "encoding"));
    const cJSON *rows = cJSON_GetObjectItem(root, "tile_rows");
    assert_int_equal(cJSON_GetArraySize(rows), 64);
    assert_string_equal(cJSON_GetArrayItem(rows, 32)->valuestring, "80010000");
    assert_string_equal(cJSON_GetArrayItem(rows, 31)->valuestring, "0");
    const cJSON *bounds = cJSON_GetObjectItem(root, "bounds");
    assert_float_equal(cJSON_GetArrayItem(bounds, 0)->valuedouble, -90.0, 1e-9);
    assert_true(fabs(cJSON_GetArrayItem(bounds, 1)->valuedouble + 66.51326) < 1e-9);
    cJSON_Delete(root);
    buffer_free(&text);
}

int test_web_geo(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_grid_is_the_whole_mercator_square),
        cmocka_unit_test(degrees_of_a_part_lie_where_web_maps_put_it),
        cmocka_unit_test(world_file_lines_are_exact),
        cmocka_unit_test(points_lie_on_the_edges_of_their_tile),
        cmocka_unit_test(tilejson_has_the_members_of_the_specification),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
