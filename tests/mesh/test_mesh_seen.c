/* Which triangles are seen: by the samples that they cover, their winding, and where they lie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mesh/mesh_kernels.h"
#include "mesh/sample_grid.h"
#include "render/random.h"

enum { TRIANGLES = 20000, SIZE_PX = 16 };

typedef const int32_t corner[2];

static bool is_seen(corner *at, bool two_sided)
{
    static const uint32_t indices[3] = {0, 1, 2};
    uint32_t seen[1];
    return mesh_kernels_get(ADTMAP_CPU_AUTO)
               ->find_seen(at, indices, 3, two_sided, SIZE_PX, NULL, seen) == 1;
}

/* Twice the area of a, b, and a sample; its sign says on which side of the edge the sample is. */
static int64_t side_of(corner a, corner b, int32_t x, int32_t y)
{
    return (int64_t)(b[0] - a[0]) * (y - a[1]) - (int64_t)(b[1] - a[1]) * (x - a[0]);
}

static int64_t area_of(corner *at)
{
    return side_of(at[0], at[1], at[2][0], at[2][1]);
}

static bool covers_any(corner *at)
{
    int64_t turn = area_of(at) > 0 ? 1 : -1;
    for (int32_t i = 0; i < 64 * SAMPLES; i++) {
        int32_t x = (i / SAMPLES % 8) * SUBPIXELS + sample_x[i % SAMPLES];
        int32_t y = (i / SAMPLES / 8) * SUBPIXELS + sample_y[i % SAMPLES];
        if (turn * side_of(at[0], at[1], x, y) >= 0 && turn * side_of(at[1], at[2], x, y) >= 0 &&
            turn * side_of(at[2], at[0], x, y) >= 0) {
            return true;
        }
    }
    return false;
}

/* Both windings, within two pixels of each axis, which are told exactly. */
static void a_small_triangle_is_seen_by_the_samples_inside(void **state)
{
    (void)state;
    struct random random = random_seeded();
    uint32_t covered = 0;
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        int32_t random_at[3][2];
        corner *at = (corner *)random_at;
        int32_t x = (int32_t)random_below(&random, 4 * SUBPIXELS);
        int32_t y = (int32_t)random_below(&random, 4 * SUBPIXELS);
        for (unsigned k = 0; k < 3; k++) {
            random_at[k][0] = x + (int32_t)random_below(&random, SUBPIXELS + 1);
            random_at[k][1] = y + (int32_t)random_below(&random, SUBPIXELS + 1);
        }
        bool is_covering = area_of(at) != 0 && covers_any(at);
        assert_int_equal(is_seen(at, true), is_covering);
        assert_int_equal(is_seen(at, false), is_covering && area_of(at) < 0);
        covered += is_covering;
    }
    assert_in_range(covered, TRIANGLES / 10, TRIANGLES - TRIANGLES / 10);
}

/* Larger ones: nothing that covers a sample is left out. */
static void what_covers_a_sample_is_seen(void **state)
{
    (void)state;
    struct random random = random_seeded();
    uint32_t passed = 0;
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        int32_t random_at[3][2];
        corner *at = (corner *)random_at;
        for (unsigned k = 0; k < 3; k++) {
            random_at[k][0] = (int32_t)random_below(&random, 8 * SUBPIXELS);
            random_at[k][1] = (int32_t)random_below(&random, 8 * SUBPIXELS);
        }
        if (area_of(at) != 0 && covers_any(at)) {
            assert_true(is_seen(at, true));
            passed++;
        }
    }
    assert_true(passed > TRIANGLES / 2);
}

static void a_sample_on_an_edge_counts(void **state)
{
    (void)state;
    int32_t x = SUBPIXELS + sample_x[2], y = SUBPIXELS + sample_y[2];
    corner on[3] = {{x, y}, {x + 4, y + 9}, {x + 9, y + 4}};
    corner off[3] = {{x + 1, y}, {x + 4, y + 9}, {x + 9, y + 4}};
    assert_true(is_seen(on, false));
    assert_false(is_seen(off, false));
}

static void what_is_edge_on_or_a_point_is_not_seen(void **state)
{
    (void)state;
    corner line[3] = {{0, 0}, {500, 500}, {1000, 1000}};
    corner long_line[3] = {{0, 0}, {1 << 20, 0}, {1 << 24, 0}};
    corner point[3] = {{96, 32}, {96, 32}, {96, 32}};
    assert_false(is_seen(line, true));
    assert_false(is_seen(long_line, true));
    assert_false(is_seen(point, true));
}

/* Up to the reach of positions, where areas need 64 bits. */
static void large_triangles_are_seen_by_their_winding_where_they_touch_the_tile(void **state)
{
    (void)state;
    corner up[3] = {{-MESH_REACH, -MESH_REACH}, {0, MESH_REACH}, {MESH_REACH, -MESH_REACH}};
    corner down[3] = {{-MESH_REACH, -MESH_REACH}, {MESH_REACH, -MESH_REACH}, {0, MESH_REACH}};
    corner beside[3] = {
        {SIZE_PX * SUBPIXELS, 0}, {SIZE_PX * SUBPIXELS, MESH_REACH}, {MESH_REACH, 0}};
    assert_true(is_seen(up, false));
    assert_false(is_seen(down, false));
    assert_true(is_seen(down, true));
    assert_false(is_seen(beside, true));
}

/* A large one between small ones, more than are looked at together. */
static void triangles_stay_in_order(void **state)
{
    (void)state;
    enum { MANY = 200, LARGE = 70 };
    static int32_t at[3 * MANY][2];
    static uint32_t indices[3 * MANY], seen[MANY];
    for (uint32_t i = 0; i < 3 * MANY; i++) {
        int32_t edge = i / 3 == LARGE ? 100 * SUBPIXELS : SUBPIXELS;
        at[i][0] = i % 3 == 2 ? edge : 0;
        at[i][1] = i % 3 == 1 ? edge : 0;
        indices[i] = i;
    }
    assert_int_equal(
        mesh_kernels_get(ADTMAP_CPU_AUTO)
            ->find_seen((const int32_t(*)[2])at, indices, 3 * MANY, false, SIZE_PX, NULL, seen),
        MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        assert_int_equal(seen[i], i);
    }
}

int test_mesh_seen(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_triangle_is_seen_by_the_samples_inside),
        cmocka_unit_test(what_covers_a_sample_is_seen),
        cmocka_unit_test(a_sample_on_an_edge_counts),
        cmocka_unit_test(what_is_edge_on_or_a_point_is_not_seen),
        cmocka_unit_test(large_triangles_are_seen_by_their_winding_where_they_touch_the_tile),
        cmocka_unit_test(triangles_stay_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
