/* The steps through the tiles of a set: all of them, row by row, each once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/tile_set.h"

static void expect_steps(const struct tile_set *set)
{
    struct tile_step tile = {0};
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        if (tile_set_has(set, i % TILE_SET_GRID, i / TILE_SET_GRID)) {
            assert_true(tile_set_next(set, &tile));
            assert_int_equal(tile.index, i);
            assert_int_equal(tile.x, i % TILE_SET_GRID);
            assert_int_equal(tile.y, i / TILE_SET_GRID);
        }
    }
    assert_false(tile_set_next(set, &tile));
    assert_false(tile_set_next(set, &tile));
}

static void the_steps_are_the_tiles(void **state)
{
    (void)state;
    struct tile_set set = {0};
    expect_steps(&set);
    for (unsigned part = 1; part < 300; part += 7) {
        set = (struct tile_set){0};
        for (uint32_t i = 0; i < TILE_SET_TILES; i += 1 + (unsigned)rand() % part) {
            tile_set_add(&set, i % TILE_SET_GRID, i / TILE_SET_GRID);
        }
        expect_steps(&set);
    }
    tile_set_add(&set, 63, 63);
    tile_set_add(&set, 0, 63);
    tile_set_add(&set, 63, 0);
    expect_steps(&set);
}

static void a_rectangle_has_the_tiles_within_its_edges(void **state)
{
    (void)state;
    struct tile_set set = {0};
    tile_set_add(&set, 63, 5);
    assert_true(tile_set_has_any(&set, 0, 0, 64, 64) && tile_set_has_any(&set, 63, 5, 1, 1));
    assert_false(tile_set_has_any(&set, 0, 0, 63, 64) || tile_set_has_any(&set, 0, 0, 64, 5) ||
                 tile_set_has_any(&set, 0, 6, 64, 58));
}

int test_tile_set(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_steps_are_the_tiles),
        cmocka_unit_test(a_rectangle_has_the_tiles_within_its_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
