/* Which boxes hold a sample, and which triangles may cover one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mesh/mesh_triangle.h"
#include "mesh/sample_grid.h"
#include "render/random.h"

enum { BOXES = 20000, REACH_PX = 2 };

static bool holds_any(const struct subpixel_box *box)
{
    for (int32_t pixel_y = -REACH_PX; pixel_y <= REACH_PX; pixel_y++) {
        for (int32_t pixel_x = -REACH_PX; pixel_x <= REACH_PX; pixel_x++) {
            for (unsigned s = 0; s < SAMPLES; s++) {
                int32_t x = pixel_x * SUBPIXELS + sample_x[s];
                int32_t y = pixel_y * SUBPIXELS + sample_y[s];
                if (x >= box->low_x && x <= box->high_x && y >= box->low_y && y <= box->high_y) {
                    return true;
                }
            }
        }
    }
    return false;
}

static int32_t random_within(struct random *random, int32_t reach)
{
    return (int32_t)random_below(random, 2 * (uint32_t)reach) - reach;
}

/* Every sample in turn is looked at. Boxes are up to a pixel and a half wide, on both sides of 0.
 */
static void a_box_touches_the_samples_in_it(void **state)
{
    (void)state;
    struct random random = random_seeded();
    uint32_t held = 0;
    for (uint32_t i = 0; i < BOXES; i++) {
        int32_t x = random_within(&random, SUBPIXELS);
        int32_t y = random_within(&random, SUBPIXELS);
        struct subpixel_box box = {x, x + (int32_t)random_below(&random, 384), y,
                                   y + (int32_t)random_below(&random, 384)};
        assert_int_equal(sample_grid_touches(&box), holds_any(&box));
        held += holds_any(&box);
    }
    assert_in_range(held, BOXES / 10, BOXES - BOXES / 10);
}

static void edges_of_a_box_belong_to_it(void **state)
{
    (void)state;
    const struct subpixel_box on = {sample_x[1], sample_x[1], sample_y[1], sample_y[1]};
    const struct subpixel_box beside = {sample_x[1] + 1, sample_x[1] + 9, sample_y[1], sample_y[1]};
    assert_true(sample_grid_touches(&on));
    assert_false(sample_grid_touches(&beside));
}

/* Twice the area of a, b, and a sample; its sign says on which side of the edge the sample is. */
static int64_t side_of(const struct mesh_position *a, const struct mesh_position *b, int32_t x,
                       int32_t y)
{
    return (int64_t)(b->x - a->x) * (y - a->y) - (int64_t)(b->y - a->y) * (x - a->x);
}

static bool covers_any(const struct mesh_position corner[3])
{
    int64_t turn = mesh_area(corner) > 0 ? 1 : -1;
    for (int32_t i = 0; i < 64 * SAMPLES; i++) {
        int32_t x = (i / SAMPLES % 8 - 4) * SUBPIXELS + sample_x[i % SAMPLES];
        int32_t y = (i / SAMPLES / 8 - 4) * SUBPIXELS + sample_y[i % SAMPLES];
        if (turn * side_of(&corner[0], &corner[1], x, y) >= 0 &&
            turn * side_of(&corner[1], &corner[2], x, y) >= 0 &&
            turn * side_of(&corner[2], &corner[0], x, y) >= 0) {
            return true;
        }
    }
    return false;
}

static bool may_cover(const struct mesh_position corner[3])
{
    struct subpixel_box box = subpixel_box_of(&corner[0], &corner[1], &corner[2]);
    return sample_grid_may_cover(&corner[0], &corner[1], &corner[2], mesh_area(corner) > 0, &box);
}

/* Both windings, within four pixels on both sides of 0. Those that touch at most four pixels are
 * told exactly. */
static void a_small_triangle_covers_the_samples_inside(void **state)
{
    (void)state;
    struct random random = random_seeded();
    uint32_t covered = 0;
    for (uint32_t i = 0; i < BOXES; i++) {
        struct mesh_position corner[3];
        int32_t x = random_within(&random, SUBPIXELS), y = random_within(&random, SUBPIXELS);
        for (unsigned k = 0; k < 3; k++) {
            corner[k] =
                (struct mesh_position){.x = x + (int32_t)random_below(&random, SUBPIXELS + 1),
                                       .y = y + (int32_t)random_below(&random, SUBPIXELS + 1)};
        }
        if (mesh_area(corner) != 0) {
            assert_int_equal(may_cover(corner), covers_any(corner));
            covered += covers_any(corner);
        }
    }
    assert_in_range(covered, BOXES / 10, BOXES - BOXES / 10);
}

/* A sliver six pixels long, and as long as its edge function takes the most bits. */
static void a_long_sliver_passes_between_samples(void **state)
{
    (void)state;
    enum { LONG = 6 * SUBPIXELS - 1 };
    const struct mesh_position between[3] = {{0, 100, 0}, {LONG, 101, 0}, {LONG, 102, 0}};
    const struct mesh_position over[3] = {{0, 95, 0}, {LONG, 95, 0}, {LONG, 97, 0}};
    const struct mesh_position south[3] = {{97, 0, 0}, {100, LONG, 0}, {98, LONG, 0}};
    assert_false(may_cover(between));
    assert_true(may_cover(over));
    assert_false(may_cover(south));
}

static void a_sample_on_an_edge_may_be_covered(void **state)
{
    (void)state;
    int32_t x = sample_x[2], y = sample_y[2];
    const struct mesh_position corner_on[3] = {{x, y, 0}, {x + 9, y + 4, 0}, {x + 4, y + 9, 0}};
    const struct mesh_position turned[3] = {corner_on[0], corner_on[2], corner_on[1]};
    const struct mesh_position off[3] = {{x + 1, y, 0}, {x + 9, y + 4, 0}, {x + 4, y + 9, 0}};
    assert_true(may_cover(corner_on));
    assert_true(may_cover(turned));
    assert_false(may_cover(off));
}

static void a_large_triangle_is_not_looked_at(void **state)
{
    (void)state;
    const struct mesh_position sliver[3] = {{0, 100, 0}, {4096, 101, 0}, {4096, 102, 0}};
    const struct mesh_position far[3] = {{-MESH_REACH, 0, 0}, {MESH_REACH, 1, 0}, {0, 2, 0}};
    assert_true(may_cover(sliver));
    assert_true(may_cover(far));
}

int test_sample_grid(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_touches_the_samples_in_it),
        cmocka_unit_test(edges_of_a_box_belong_to_it),
        cmocka_unit_test(a_small_triangle_covers_the_samples_inside),
        cmocka_unit_test(a_long_sliver_passes_between_samples),
        cmocka_unit_test(a_sample_on_an_edge_may_be_covered),
        cmocka_unit_test(a_large_triangle_is_not_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
