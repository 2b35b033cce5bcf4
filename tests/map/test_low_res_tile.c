/* Far-away terrain with what lies round it: the same on both sides of an edge. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "map/low_res_tile.h"
#include "map/map_low_res.h"

static struct buffer bytes;
static struct wdl wdl;

static void chunk(const char *id, uint32_t size)
{
    for (size_t i = 4; i > 0; i--) {
        buffer_u8(&bytes, (uint8_t)id[i - 1]);
    }
    buffer_u32le(&bytes, size);
}

/* Ground that rises by 5 yards a chunk eastwards, 3 southwards, with a bump that differs from place
 * to place; places count from the grid's corner, middles of chunks a half further. */
static int ground(int twice_x, int twice_y)
{
    int bump = (twice_x * 7 + twice_y * 13) % 11;
    return (5 * twice_x + 3 * twice_y) / 2 - 3000 + bump;
}

static void put_tile(int x, int y)
{
    chunk("MARE", 1090);
    for (int i = 0; i < 17 * 17; i++) {
        int height = ground(2 * (16 * x + i % 17), 2 * (16 * y + i / 17));
        buffer_u16le(&bytes, (uint16_t)height);
    }
    for (int i = 0; i < 16 * 16; i++) {
        int height = ground(2 * (16 * x + i % 16) + 1, 2 * (16 * y + i / 16) + 1);
        buffer_u16le(&bytes, (uint16_t)height);
    }
}

/* A WDL of the tiles whose bit is set: bit 3 * row + column of the block from (first, first). */
static void make(unsigned tiles, int first)
{
    static uint8_t mare[4096 * 4];
    const struct diag diag = {0};
    bytes = (struct buffer){0};
    memset(mare, 0, sizeof mare);
    chunk("MAOF", sizeof mare);
    size_t places = bytes.size;
    buffer_append(&bytes, mare, sizeof mare);
    for (int i = 0; i < 9; i++) {
        int x = first + i % 3;
        int y = first + i / 3;
        if (tiles >> i & 1) {
            size_t place = places + 4 * (size_t)(64 * y + x);
            for (size_t k = 0; k < 4; k++) {
                bytes.data[place + k] = (uint8_t)(bytes.size >> 8 * k);
            }
            put_tile(x, y);
        }
    }
    assert_int_equal(wdl_read(bytes.data, bytes.size, &diag, &wdl), ADTMAP_OK);
}

static int tear_down(void **state)
{
    (void)state;
    buffer_free(&bytes);
    return 0;
}

static void neighbours_stand_round_the_tile(void **state)
{
    (void)state;
    struct low_res_tile tile;
    make(0x1FF, 30);
    assert_true(low_res_tile_build(&wdl, 31, 31, &tile));
    for (int i = 0; i < LOW_RES_OUTER * LOW_RES_OUTER; i++) {
        int row = i / LOW_RES_OUTER;
        int column = i % LOW_RES_OUTER;
        assert_int_equal(tile.outer[row][column],
                         ground(2 * (16 * 31 + column - 1), 2 * (16 * 31 + row - 1)));
    }
    for (int i = 0; i < LOW_RES_INNER * LOW_RES_INNER; i++) {
        int row = i / LOW_RES_INNER;
        int column = i % LOW_RES_INNER;
        assert_int_equal(tile.inner[row][column],
                         ground(2 * (16 * 31 + column - 1) + 1, 2 * (16 * 31 + row - 1) + 1));
    }
}

/* Whichever of the tiles round them there are, two tiles see the same along their common edge. */
static void both_sides_of_an_edge_see_the_same(void **state)
{
    (void)state;
    for (unsigned others = 0; others < 1U << 9; others += 5) {
        struct low_res_tile west;
        struct low_res_tile east;
        struct low_res_tile south;
        make(others | 1U << 3 | 1U << 4 | 1U << 7, 30);
        assert_true(low_res_tile_build(&wdl, 30, 31, &west));
        assert_true(low_res_tile_build(&wdl, 31, 31, &east));
        assert_true(low_res_tile_build(&wdl, 31, 32, &south));
        for (int i = 0; i < LOW_RES_OUTER; i++) {
            assert_int_equal(west.outer[i][17], east.outer[i][1]);
            assert_int_equal(east.outer[17][i], south.outer[1][i]);
        }
        for (int i = 0; i < LOW_RES_INNER; i++) {
            assert_int_equal(west.inner[i][16], east.inner[i][0]);
            assert_int_equal(west.inner[i][17], east.inner[i][1]);
            assert_int_equal(east.inner[16][i], south.inner[0][i]);
            assert_int_equal(east.inner[17][i], south.inner[1][i]);
        }
        tear_down(NULL);
    }
}

static void the_slope_goes_on_where_there_is_no_neighbour(void **state)
{
    (void)state;
    struct low_res_tile tile;
    make(1, 0);
    assert_true(low_res_tile_build(&wdl, 0, 0, &tile));
    assert_int_equal(tile.outer[5][0], 2 * tile.outer[5][1] - tile.outer[5][2]);
    assert_int_equal(tile.outer[18][5], 2 * tile.outer[17][5] - tile.outer[16][5]);
    assert_int_equal(tile.inner[0][9], 2 * tile.inner[1][9] - tile.inner[2][9]);
    assert_int_equal(tile.inner[9][17], 2 * tile.inner[9][16] - tile.inner[9][15]);
    assert_false(low_res_tile_build(&wdl, 1, 0, &tile));
    assert_false(low_res_tile_build(&wdl, 63, 63, &tile));
}

/* The step between contour lines follows the land and the size of pictures. */
static void contour_lines_follow_the_relief(void **state)
{
    (void)state;
    static const struct {
        uint32_t relief_yd, size_px;
        float wanted;
    } cases[] = {
        {0, 512, 20.0F},   {60, 512, 10.0F},   {150, 512, 20.0F}, {290, 512, 25.0F},
        {400, 512, 50.0F}, {900, 512, 100.0F}, {60, 128, 50.0F},  {60, 16, 100.0F},
        {60, 8192, 10.0F}, {400, 64, 100.0F},
    };
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    assert_true(contour_yd_by_relief(60, &settings) == 0.0F);
    settings.contour_yd = -1.0F;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        settings.size_px = cases[i].size_px;
        assert_true(contour_yd_by_relief(cases[i].relief_yd, &settings) == cases[i].wanted);
    }
    settings.contour_yd = 7.5F;
    assert_true(contour_yd_by_relief(60, &settings) == 7.5F);
}

/* 80 yards east and 48 south, and what the bump adds; below the sea nothing counts. */
static void relief_is_that_of_land(void **state)
{
    (void)state;
    make(0x1FF, 30);
    const uint32_t relief = low_res_relief_yd(&wdl);
    assert_true(relief >= 125 && relief <= 140);
    tear_down(NULL);
    make(0x1FF, 0); /* 3,000 yards below the sea */
    assert_int_equal(low_res_relief_yd(&wdl), 0);
    tear_down(NULL);
    make(0x1FF, 21); /* of three tiles some rises above it, by 72 yards at most */
    assert_int_equal(low_res_relief_yd(&wdl), 76);
    tear_down(NULL);
    make(0x15F, 22); /* of six; one of them rises by more, 130 */
    assert_int_equal(low_res_relief_yd(&wdl), 114);
    tear_down(NULL);
}

int test_low_res_tile(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(neighbours_stand_round_the_tile, tear_down),
        cmocka_unit_test(both_sides_of_an_edge_see_the_same),
        cmocka_unit_test_teardown(the_slope_goes_on_where_there_is_no_neighbour, tear_down),
        cmocka_unit_test(contour_lines_follow_the_relief),
        cmocka_unit_test(relief_is_that_of_land),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
