/* What a map is looked at as a whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "output/web/main_block.h"

static void add_block(struct tile_set *tiles, uint32_t x, uint32_t y, uint32_t columns,
                      uint32_t rows)
{
    for (uint32_t i = 0; i < columns * rows; i++) {
        tile_set_add(tiles, x + i % columns, y + i / columns);
    }
}

static void assert_block(const struct tile_set *tiles, uint32_t x, uint32_t y, uint32_t columns,
                         uint32_t rows)
{
    const struct stitch_bounds block = main_block(tiles);
    assert_int_equal(block.x, x);
    assert_int_equal(block.y, y);
    assert_int_equal(block.columns, columns);
    assert_int_equal(block.rows, rows);
}

static void a_tile_far_away_is_left_out(void **state)
{
    (void)state;
    struct tile_set tiles = {0};
    add_block(&tiles, 40, 30, 7, 3);
    assert_block(&tiles, 40, 30, 7, 3);
    tile_set_add(&tiles, 0, 63);
    assert_block(&tiles, 40, 30, 7, 3);
}

static void an_island_of_a_twentieth_is_kept(void **state)
{
    (void)state;
    struct tile_set tiles = {0};
    add_block(&tiles, 40, 30, 5, 4);
    tile_set_add(&tiles, 0, 0);
    assert_block(&tiles, 0, 0, 45, 34);
}

static void tiles_that_touch_over_a_corner_are_one_group(void **state)
{
    (void)state;
    struct tile_set tiles = {0};
    add_block(&tiles, 10, 10, 10, 10);
    for (uint32_t i = 0; i < 10; i++) {
        tile_set_add(&tiles, 9 - i, 20 + i);
    }
    assert_block(&tiles, 0, 10, 20, 20);
}

static void the_edges_of_the_grid_do_not_touch(void **state)
{
    (void)state;
    struct tile_set tiles = {0};
    add_block(&tiles, 43, 0, 21, 1);
    tile_set_add(&tiles, 0, 1);
    assert_block(&tiles, 43, 0, 21, 1);
}

static void a_map_without_tiles_is_the_grid(void **state)
{
    (void)state;
    const struct tile_set none = {0};
    assert_block(&none, 0, 0, 64, 64);
}

int test_main_block(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tile_far_away_is_left_out),
        cmocka_unit_test(an_island_of_a_twentieth_is_kept),
        cmocka_unit_test(tiles_that_touch_over_a_corner_are_one_group),
        cmocka_unit_test(the_edges_of_the_grid_do_not_touch),
        cmocka_unit_test(a_map_without_tiles_is_the_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
