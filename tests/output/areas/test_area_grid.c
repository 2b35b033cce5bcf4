#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "output/areas/area_grid.h"

static char *print(const struct area_tile *tile)
{
    struct buffer text = {0};
    area_tile_print(&text, tile);
    buffer_u8(&text, 0);
    assert_false(text.failed);
    return (char *)text.data;
}

static void runs_of_ids_read_the_same(void **state)
{
    (void)state;
    struct area_tile tile = {.covered = {[1] = 0x8007, [15] = 0x8000}};
    struct area_tile back;
    tile.ids[3] = UINT32_MAX - 1;
    tile.ids[4] = tile.ids[5] = 17;
    tile.ids[16] = tile.ids[17] = 5;
    tile.ids[255] = 9;
    char *text = print(&tile);
    assert_string_equal(text, "0*3 4294967294 17*2 0*10 5~*2 0~ 0*12 0~ 0*223 9~");
    assert_true(area_tile_read(text, &back));
    assert_memory_equal(&back, &tile, sizeof tile);
    free(text);
}

static void a_missing_chunk_has_no_area(void **state)
{
    (void)state;
    struct area_tile tile = {0};
    memset(tile.ids, 0xFF, sizeof tile.ids);
    char *text = print(&tile);
    assert_string_equal(text, "0*256");
    free(text);
}

static void damaged_text_is_refused(void **state)
{
    (void)state;
    static const char *const damaged[] = {
        "",   "1",       "1*255",          "1*257",     "1*256 2", "x*256",  "1*0 2*256",
        "1*", "1*256*1", "4294967296*256", "1*255 2*2", "~1*256",  "1*256~", "1~~*256"};
    struct area_tile tile;
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        assert_false(area_tile_read(damaged[i], &tile));
    }
}

static void a_tile_goes_to_its_place(void **state)
{
    (void)state;
    struct area_grid grid;
    struct area_tile tile = {.covered = {[15] = 0x8000}};
    for (uint32_t i = 0; i < AREA_TILE_CHUNKS; i++) {
        tile.ids[i] = i + 1;
    }
    assert_true(area_grid_create(&grid));
    area_grid_put_tile(&grid, 63, 2, &tile);
    assert_int_equal(area_grid_at(&grid, 63 * 16, 32), 1);
    assert_int_equal(area_grid_at(&grid, 1023, 32), 16);
    assert_int_equal(area_grid_at(&grid, 1023, 47), 256);
    assert_int_equal(area_grid_at(&grid, 1023, 48), 0);
    assert_int_equal(area_grid_at(&grid, 1024, 47), 0);
    assert_int_equal(area_grid_at(&grid, 5, -1), 0);
    assert_true(grid.is_covered[47 * AREA_GRID + 1023]);
    assert_false(grid.is_covered[46 * AREA_GRID + 1023]);
    area_grid_free(&grid);
}

int test_area_grid(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_of_ids_read_the_same),
        cmocka_unit_test(a_missing_chunk_has_no_area),
        cmocka_unit_test(damaged_text_is_refused),
        cmocka_unit_test(a_tile_goes_to_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
