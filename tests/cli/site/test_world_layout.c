/* Where the maps of a world lie. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/site/world_layout.h"
#include "formats/grid.h"

static struct world_frame frame_of(uint32_t x, uint32_t y, uint32_t columns, uint32_t rows)
{
    struct world_frame frame = {.scale = 1};
    for (uint32_t i = 0; i < columns * rows; i++) {
        tile_set_add(&frame.tiles, x + i % columns, y + i / columns);
    }
    return frame;
}

static void assert_offset(const struct world_frame *frame, double x_tiles, double y_tiles)
{
    assert_true(frame->has_offset);
    assert_true(fabs(frame->offset[0] - x_tiles * TILE_YD) < 1e-6);
    assert_true(fabs(frame->offset[1] - y_tiles * TILE_YD) < 1e-6);
}

static void frames_without_an_offset_lie_east_of_those_before(void **state)
{
    (void)state;
    struct world_frame frames[] = {frame_of(30, 20, 4, 10), frame_of(28, 30, 6, 4),
                                   frame_of(0, 0, 2, 2)};
    world_layout_place(frames, 3);
    assert_offset(&frames[0], 0, 0);
    /* its west edge, 4 tiles west, goes to 3 tiles east; its middle from row 32 to row 25 */
    assert_offset(&frames[1], 7, -7);
    assert_offset(&frames[2], -24, -42);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            assert_int_equal(world_layout_overlap(&frames[i], &frames[k]),
                             i == k ? tile_set_count(&frames[i].tiles) : 0);
        }
    }
}

static void an_offset_of_the_file_stays(void **state)
{
    (void)state;
    struct world_frame frames[] = {frame_of(31, 31, 2, 2), frame_of(31, 31, 2, 2),
                                   frame_of(31, 31, 2, 2)};
    frames[1].has_offset = true;
    frames[1].offset[0] = 3 * TILE_YD;
    frames[2].scale = 0.5;
    world_layout_place(frames, 3);
    assert_offset(&frames[1], 3, 0);
    assert_offset(&frames[2], 0, -2.5); /* its west edge is half a tile from its middle */
}

/* As world_layout_overlap finds it when both have their places. */
static uint32_t overlap(const struct world_frame *lower, const struct world_frame *upper)
{
    struct world_frame frames[] = {*lower, *upper};
    frames[0].has_offset = frames[1].has_offset = true;
    world_layout_place(frames, 2);
    return world_layout_overlap(&frames[0], &frames[1]);
}

static void tiles_that_lie_over_others_are_counted(void **state)
{
    (void)state;
    struct world_frame lower = frame_of(30, 30, 4, 4);
    struct world_frame upper = frame_of(30, 30, 2, 2);
    assert_int_equal(overlap(&lower, &upper), 4);
    upper.offset[1] = -3 * TILE_YD;
    assert_int_equal(overlap(&lower, &upper), 2);
    upper.offset[1] = -3.5 * TILE_YD;
    assert_int_equal(overlap(&lower, &upper), 2);
    upper.offset[1] = -4 * TILE_YD + 0.01;
    assert_int_equal(overlap(&lower, &upper), 0);
    upper.offset[1] = 0;
    upper.scale = 4;
    assert_int_equal(overlap(&lower, &upper), 1);
    upper = frame_of(0, 0, 1, 1);
    upper.scale = 64; /* as large as the grid */
    upper.offset[0] = upper.offset[1] = -63 * 32 * TILE_YD;
    assert_int_equal(overlap(&lower, &upper), 1);
    upper.scale = 100;
    upper.offset[0] = upper.offset[1] = 1e6;
    assert_int_equal(overlap(&lower, &upper), 0);
}

static void tiles_are_within_by_their_middle(void **state)
{
    (void)state;
    const struct world_frame frame = frame_of(31, 31, 2, 2);
    const double low[2] = {-0.6 * TILE_YD, -TILE_YD};
    const double high[2] = {TILE_YD, 0.4 * TILE_YD};
    struct tile_set within = world_layout_within(&frame.tiles, low, high);
    assert_int_equal(tile_set_count(&within), 2);
    assert_true(tile_set_has(&within, 32, 31) && tile_set_has(&within, 32, 32));
}

int test_world_layout(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_without_an_offset_lie_east_of_those_before),
        cmocka_unit_test(an_offset_of_the_file_stays),
        cmocka_unit_test(tiles_that_lie_over_others_are_counted),
        cmocka_unit_test(tiles_are_within_by_their_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
