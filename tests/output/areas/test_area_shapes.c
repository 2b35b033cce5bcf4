/* Outlines of areas are drawn as pictures of letters, a letter a chunk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "output/areas/area_helpers.h"
#include "output/areas/area_shapes.h"

static struct area_shapes shapes;

static void find(const char *const *rows, int32_t x, int32_t y)
{
    struct area_grid grid;
    draw_grid(&grid, rows, x, y);
    assert_true(area_shapes_find(&grid, &shapes));
    area_grid_free(&grid);
}

/* Twice the signed area of a ring, in chunks; positive clockwise on the map. */
static int64_t doubled(const struct area_ring *ring)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < ring->corners; i++) {
        struct area_corner a = shapes.corners[ring->first + i];
        struct area_corner b = shapes.corners[ring->first + (i + 1) % ring->corners];
        sum += (int64_t)a.x * b.y - (int64_t)b.x * a.y;
    }
    return sum;
}

static void assert_corners(const struct area_ring *ring, const uint16_t (*wanted)[2],
                           uint32_t count)
{
    assert_int_equal(ring->corners, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(shapes.corners[ring->first + i].x, wanted[i][0]);
        assert_int_equal(shapes.corners[ring->first + i].y, wanted[i][1]);
    }
}

static void a_rectangle_has_four_corners(void **state)
{
    (void)state;
    static const char *const rows[] = {"aaa", "aaa", NULL};
    static const uint16_t corners[][2] = {{10, 20}, {13, 20}, {13, 22}, {10, 22}};
    find(rows, 10, 20);
    assert_int_equal(shapes.count, 1);
    assert_int_equal(shapes.rings[0].id, 'a');
    assert_false(shapes.rings[0].is_hole);
    assert_corners(&shapes.rings[0], corners, 4);
    area_shapes_free(&shapes);
}

static void the_whole_grid_is_one_ring(void **state)
{
    (void)state;
    struct area_grid grid;
    static const uint16_t corners[][2] = {{0, 0}, {1024, 0}, {1024, 1024}, {0, 1024}};
    assert_true(area_grid_create(&grid));
    for (size_t i = 0; i < (size_t)AREA_GRID * AREA_GRID; i++) {
        grid.ids[i] = 7;
    }
    assert_true(area_shapes_find(&grid, &shapes));
    assert_int_equal(shapes.count, 1);
    assert_corners(&shapes.rings[0], corners, 4);
    area_shapes_free(&shapes);
    area_grid_free(&grid);
}

static void a_hole_is_a_ring_against_the_clock(void **state)
{
    (void)state;
    static const char *const rows[] = {"aaaaa", "abb.a", "ab.aa", "aaaaa", NULL};
    find(rows, 0, 0);
    assert_int_equal(shapes.count, 3);
    assert_int_equal(shapes.rings[0].id, 'a');
    assert_int_equal(doubled(&shapes.rings[0]), 2 * 20);
    assert_true(shapes.rings[1].is_hole);
    assert_int_equal(shapes.rings[1].part, shapes.rings[0].part);
    assert_int_equal(doubled(&shapes.rings[1]), -2 * 5);
    assert_int_equal(shapes.rings[2].id, 'b');
    assert_int_equal(doubled(&shapes.rings[2]), 2 * 3);
    area_shapes_free(&shapes);
}

static void parts_have_numbers_of_their_own(void **state)
{
    (void)state;
    static const char *const rows[] = {"a.aaa", "..a.a", "a.aaa", NULL};
    find(rows, 100, 100);
    assert_int_equal(shapes.count, 4);
    assert_true(shapes.rings[0].part < shapes.rings[1].part);
    unsigned holes = 0;
    for (uint32_t i = 0; i < shapes.count; i++) {
        holes += shapes.rings[i].is_hole;
        assert_true(i == 0 || !shapes.rings[i].is_hole ||
                    shapes.rings[i].part == shapes.rings[i - 1].part);
    }
    assert_int_equal(holes, 1);
    area_shapes_free(&shapes);
}

static void chunks_that_touch_at_a_corner_are_apart(void **state)
{
    (void)state;
    static const char *const rows[] = {"a.", ".a", NULL};
    find(rows, 0, 0);
    assert_int_equal(shapes.count, 2);
    assert_int_equal(shapes.rings[0].corners, 4);
    assert_int_equal(shapes.rings[1].corners, 4);
    area_shapes_free(&shapes);
}

/* Chunks at random: rings hold as many chunks as have the id, and corners turn each time. */
static void rings_hold_all_chunks(void **state)
{
    (void)state;
    struct area_grid grid;
    int64_t chunks[4] = {0};
    int64_t sums[4] = {0};
    uint32_t random = 1;
    assert_true(area_grid_create(&grid));
    for (size_t i = 0; i < (size_t)AREA_GRID * 40; i++) {
        random = random * 1664525 + 1013904223;
        grid.ids[i] = random >> 30;
        chunks[grid.ids[i]]++;
    }
    assert_true(area_shapes_find(&grid, &shapes));
    for (uint32_t i = 0; i < shapes.count; i++) {
        const struct area_ring *ring = &shapes.rings[i];
        sums[ring->id] += doubled(ring);
        assert_true(ring->is_hole == (doubled(ring) < 0));
        for (uint32_t k = 0; k < ring->corners; k++) {
            struct area_corner a = shapes.corners[ring->first + k];
            struct area_corner b = shapes.corners[ring->first + (k + 1) % ring->corners];
            assert_true(k % 2 == 0 ? a.y == b.y && a.x != b.x : a.x == b.x && a.y != b.y);
        }
    }
    for (uint32_t id = 1; id < 4; id++) {
        assert_int_equal(sums[id], 2 * chunks[id]);
    }
    area_shapes_free(&shapes);
    area_grid_free(&grid);
}

int test_area_shapes(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rectangle_has_four_corners),
        cmocka_unit_test(the_whole_grid_is_one_ring),
        cmocka_unit_test(a_hole_is_a_ring_against_the_clock),
        cmocka_unit_test(parts_have_numbers_of_their_own),
        cmocka_unit_test(chunks_that_touch_at_a_corner_are_apart),
        cmocka_unit_test(rings_hold_all_chunks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
