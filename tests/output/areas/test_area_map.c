#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "output/areas/area_helpers.h"
#include "output/areas/area_map.h"
#include "output/areas/areas_text.h"

static const struct area_name names[] = {
    {.id = 'Z', .name = "Zone", .frame = {4000000, 1000000, 3000000, -1500000}},
    {.id = 'a', .zone = 'Z', .name = "An \"area\""},
    {.id = 'b', .zone = 'Z', .name = "B"},
};

static void make(const char *const *rows, int32_t x, int32_t y, struct area_map *map)
{
    struct area_grid grid;
    draw_grid(&grid, rows, x, y);
    assert_true(area_map_make(&grid, names, 3, map));
    area_grid_free(&grid);
}

static void a_label_lies_far_from_the_edge(void **state)
{
    (void)state;
    struct area_map map;
    static const char *const rows[] = {"aaaaaaaa", "aaaaa...", "aaaaa...",
                                       "aaaaa...", "aaaaa...", NULL};
    make(rows, 0, 0, &map);
    const struct area *area = area_map_find(&map, 'a');
    assert_int_equal(area->label_x, 2);
    assert_int_equal(area->label_y, 2);
    assert_int_equal(area->reach, 3);
    assert_int_equal(area->chunks, 28);
    area_map_free(&map);
}

static void a_label_in_a_band_stands_in_its_middle(void **state)
{
    (void)state;
    struct area_map map;
    static const char *const rows[] = {"aaaaaaaaa", NULL};
    make(rows, 100, 7, &map);
    assert_int_equal(area_map_find(&map, 'a')->label_x, 104);
    assert_int_equal(area_map_find(&map, 'a')->reach, 1);
    area_map_free(&map);
}

/* What is '~' in `water` is under liquid. */
static void make_shore(const char *const *rows, const char *const *water, struct area_map *map)
{
    struct area_grid grid;
    draw_grid(&grid, rows, 0, 0);
    for (size_t y = 0; water[y]; y++) {
        for (size_t x = 0; water[y][x]; x++) {
            grid.is_covered[y * AREA_GRID + x] = water[y][x] == '~';
        }
    }
    assert_true(area_map_make(&grid, names, 3, map));
    area_grid_free(&grid);
}

static void a_label_lies_on_land(void **state)
{
    (void)state;
    struct area_map map;
    static const char *const rows[] = {"aaaaaaa", "aaaaaaa", "aaaaaaa", "aaaaaaa",
                                       "aaaaaaa", "aaaaaaa", "aaaaaaa", NULL};
    static const char *const water[] = {"~~~~~~~", "~...~~~", "~...~~~", "~...~~~",
                                        "~~~~~~~", "~~~~~~~", "~~~~.~~", NULL};
    make_shore(rows, water, &map);
    static const uint32_t ids[] = {'a', 'Z'};
    for (size_t i = 0; i < 2; i++) {
        const struct area *area = area_map_find(&map, ids[i]);
        assert_int_equal(area->label_x, 2);
        assert_int_equal(area->label_y, 2);
        assert_int_equal(area->reach, 3); /* to the edge of the area, not to the shore */
        assert_int_equal(area->chunks, 49);
    }
    area_map_free(&map);
}

static void a_sea_with_a_rock_has_its_label_in_the_middle(void **state)
{
    (void)state;
    struct area_map map;
    static const char *const rows[] = {"aaaaaaa", "aaaaaaa", "aaaaaaa", NULL};
    static const char *const water[] = {"~~~~~~~", "~~~~~.~", "~~~~~~~", NULL};
    make_shore(rows, water, &map);
    assert_int_equal(area_map_find(&map, 'a')->label_x, 3);
    assert_int_equal(area_map_find(&map, 'a')->label_y, 1);
    assert_int_equal(area_map_find(&map, 'a')->reach, 2);
    area_map_free(&map);
}

static void a_zone_spreads_over_its_subzones(void **state)
{
    (void)state;
    struct area_map map;
    static const char *const rows[] = {"aabb", "aabb", "aabb", "aabb", NULL};
    make(rows, 0, 0, &map);
    const struct area *zone = area_map_find(&map, 'Z');
    assert_int_equal(map.count, 3);
    assert_int_equal(zone->rings, 0);
    assert_int_equal(zone->chunks, 16);
    assert_int_equal(zone->reach, 2);
    assert_int_equal(area_map_find(&map, 'b')->chunks, 8);
    area_map_free(&map);
}

static void areas_without_names_have_shapes(void **state)
{
    (void)state;
    struct area_map map;
    static const char *const rows[] = {"q", NULL};
    make(rows, 0, 0, &map);
    assert_int_equal(map.count, 1);
    assert_string_equal(map.areas[0].name.name, "");
    assert_int_equal(map.areas[0].rings, 1);
    area_map_free(&map);
}

/* A zone with chunks of its own counts them once, and there is no area 0 above it. */
static void a_zone_without_subzones_is_one_area(void **state)
{
    (void)state;
    struct area_map map;
    static const char *const rows[] = {"ZZ", NULL};
    make(rows, 0, 0, &map);
    assert_int_equal(map.count, 1);
    assert_int_equal(area_map_find(&map, 'Z')->chunks, 2);
    area_map_free(&map);
}

/* The edge is as near across a corner as along a side. */
static void a_missing_corner_is_an_edge(void **state)
{
    (void)state;
    static const char *const shapes[][4] = {{".aa", "aaa", "aaa", NULL},
                                            {"aa.", "aaa", "aaa", NULL},
                                            {"aaa", "aaa", ".aa", NULL},
                                            {"aaa", "aaa", "aa.", NULL}};
    for (size_t i = 0; i < 4; i++) {
        struct area_map map;
        make(shapes[i], 10, 10, &map);
        assert_int_equal(area_map_find(&map, 'a')->reach, 1);
        area_map_free(&map);
    }
}

static char *text_of(void (*print)(struct buffer *text, const struct area_map *map),
                     const struct area_map *map)
{
    struct buffer text = {0};
    print(&text, map);
    buffer_u8(&text, 0);
    assert_false(text.failed);
    return (char *)text.data;
}

static void the_page_gets_steps_between_corners(void **state)
{
    (void)state;
    struct area_map map;
    static const char *const rows[] = {"qq", "qa", "aa", NULL};
    make(rows, 3, 4, &map);
    char *text = text_of(areas_script, &map);
    assert_string_equal(text, "adtmap.areas = [\n"
                              "[\"Zone\",0,4,6,1,[4,1,3,-1.5],\"\"],\n"
                              "[\"An \\\"area\\\"\",1,4,6,1,0,\"IKCEFD\"]\n"
                              "];\n");
    free(text);
    area_map_free(&map);
}

static void geojson_has_yards_east_and_north_and_holes(void **state)
{
    (void)state;
    struct area_map map;
    static const char *const rows[] = {"aaa", "a.a", "aaa", NULL};
    make(rows, 512, 512, &map);
    char *text = text_of(areas_geojson, &map);
    assert_non_null(strstr(text, "\"id\": 97, \"name\": \"An \\\"area\\\"\", \"zone_id\": 90, "
                                 "\"zone\": \"Zone\", \"chunks\": 8}"));
    assert_non_null(strstr(text, "[[[[0,-100],[100,-100],[100,0],[0,0],[0,-100]],"
                                 "[[33.333333,-33.333333],"));
    free(text);
    area_map_free(&map);
}

int test_area_map(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_label_lies_far_from_the_edge),
        cmocka_unit_test(a_label_in_a_band_stands_in_its_middle),
        cmocka_unit_test(a_label_lies_on_land),
        cmocka_unit_test(a_sea_with_a_rock_has_its_label_in_the_middle),
        cmocka_unit_test(a_zone_spreads_over_its_subzones),
        cmocka_unit_test(areas_without_names_have_shapes),
        cmocka_unit_test(a_zone_without_subzones_is_one_area),
        cmocka_unit_test(a_missing_corner_is_an_edge),
        cmocka_unit_test(the_page_gets_steps_between_corners),
        cmocka_unit_test(geojson_has_yards_east_and_north_and_holes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
