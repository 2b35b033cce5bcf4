/* Where placements put models, against points worked out by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "map/placement/placement_matrix.h"

static void assert_at(const struct placement_matrix *matrix, const float model[3], double x,
                      double y, double z)
{
    const double wanted[3] = {x, y, z};
    for (int row = 0; row < 3; row++) {
        double at = matrix->m[row][3];
        for (int column = 0; column < 3; column++) {
            at += matrix->m[row][column] * (double)model[column];
        }
        assert_true(fabs(at - wanted[row]) < 1e-9);
    }
}

static struct placement_matrix place(float a, float b, float c, float scale)
{
    const struct adt_placement placement = {
        .position = {100, 200, 30}, .rotation = {a, b, c}, .scale = scale};
    return placement_matrix(&placement);
}

/* Without turns a model faces the other way: half a turn about the vertical. */
static void an_unturned_model_is_turned_by_half(void **state)
{
    (void)state;
    struct placement_matrix matrix = place(0, 0, 0, 1);
    assert_at(&matrix, (const float[3]){0, 0, 0}, 100, 200, 30);
    assert_at(&matrix, (const float[3]){1, 2, 3}, 99, 198, 33);
}

static void the_second_angle_turns_about_the_vertical(void **state)
{
    (void)state;
    struct placement_matrix matrix = place(0, 90, 0, 1); /* 270 degrees: x goes to -y */
    assert_at(&matrix, (const float[3]){1, 0, 0}, 100, 199, 30);
    assert_at(&matrix, (const float[3]){0, 1, 0}, 101, 200, 30);
}

static void the_other_angles_tilt(void **state)
{
    (void)state;
    struct placement_matrix about_y = place(90, -180, 0, 1); /* x goes to -z */
    assert_at(&about_y, (const float[3]){1, 0, 0}, 100, 200, 29);
    struct placement_matrix about_x = place(0, -180, 90, 1); /* y goes to z */
    assert_at(&about_x, (const float[3]){0, 1, 0}, 100, 200, 31);
}

/* Tools that turn by adding leave more than a turn: real files have angles of up to 786 degrees. */
static void angles_go_round(void **state)
{
    (void)state;
    const struct placement_matrix once = place(30, 66, -75, 1);
    const struct placement_matrix again = place(30 - 360, 66 + 720, -75 - 1080, 1);
    const float east[3] = {0, -1, 0};
    const float up[3] = {0, 0, 1};
    const float *const points[] = {east, up};
    for (size_t i = 0; i < 2; i++) {
        double at[3];
        for (int row = 0; row < 3; row++) {
            at[row] = once.m[row][3];
            for (int column = 0; column < 3; column++) {
                at[row] += once.m[row][column] * (double)points[i][column];
            }
        }
        assert_at(&again, points[i], at[0], at[1], at[2]);
    }
}

/* A doodad turned by a quarter about the vertical (x goes to y), doubled, in an unturned WMO, which
 * faces the other way. */
static void a_doodad_stands_in_its_wmo(void **state)
{
    (void)state;
    const float half = 0.70710678F;
    const struct wmo_doodad lamp = {
        .position = {10, 0, 5}, .rotation = {0, 0, half, half}, .scale = 2};
    struct placement_matrix wmo = place(0, 0, 0, 1);
    struct placement_matrix matrix = placement_matrix_in_wmo(&wmo, &lamp);
    assert_at(&matrix, (const float[3]){0, 0, 0}, 90, 200, 35);
    assert_at(&matrix, (const float[3]){1, 0, 0}, 90, 198, 35);
    assert_at(&matrix, (const float[3]){0, 0, 1}, 90, 200, 37);
}

/* A third of a turn about the diagonal takes x to y, y to z and z to x. The WMO faces as its files
 * say. */
static void a_quaternion_turns_all_axes(void **state)
{
    (void)state;
    const struct wmo_doodad lamp = {.rotation = {0.5F, 0.5F, 0.5F, 0.5F}, .scale = 1};
    struct placement_matrix wmo = place(0, 180, 0, 1);
    struct placement_matrix matrix = placement_matrix_in_wmo(&wmo, &lamp);
    assert_at(&matrix, (const float[3]){1, 2, 3}, 100 + 3, 200 + 1, 30 + 2);
}

static void a_doodad_with_an_empty_quaternion_is_not_turned(void **state)
{
    (void)state;
    const struct wmo_doodad lamp = {.scale = 1};
    struct placement_matrix wmo = place(0, 180, 0, 1);
    struct placement_matrix matrix = placement_matrix_in_wmo(&wmo, &lamp);
    assert_at(&matrix, (const float[3]){1, 2, 3}, 101, 202, 33);
}

static void scale_applies_first(void **state)
{
    (void)state;
    struct placement_matrix matrix = place(0, -180, 0, 2.5F);
    assert_at(&matrix, (const float[3]){1, 2, 4}, 102.5, 205, 40);
}

static void assert_same_turn(const struct placement_matrix *a, const struct placement_matrix *b)
{
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            assert_true(fabs(a->m[row][column] - b->m[row][column]) < 1e-5);
        }
    }
}

static void the_angles_of_a_matrix_make_it_again(void **state)
{
    (void)state;
    static const float tilts[] = {-180, -90, -89, -31, 0, 12, 90, 101, 180};
    for (int x = 0; x < 9; x++) {
        for (int z = 0; z < 9; z++) {
            for (int turn = -400; turn <= 400; turn += 40) {
                float angles[3];
                struct placement_matrix matrix = place(tilts[x], (float)turn, tilts[z], 1.5F);
                placement_matrix_angles(&matrix, angles);
                assert_true(angles[1] >= 0 && angles[1] <= 360);
                struct placement_matrix again = place(angles[0], angles[1], angles[2], 1.5F);
                assert_same_turn(&matrix, &again);
            }
        }
    }
}

static void boxes_enclose_all_corners(void **state)
{
    (void)state;
    struct placement_matrix matrix = place(20, 33, -47, 1.5F);
    const struct wmo_box box = {{-1, -2, -3}, {4, 5, 6}};
    struct adt_box world = placement_box(&matrix, box.low, box.high);
    for (int corner = 0; corner < 8; corner++) {
        for (int row = 0; row < 3; row++) {
            double at = matrix.m[row][3];
            for (int axis = 0; axis < 3; axis++) {
                at += matrix.m[row][axis] *
                      (double)(corner >> axis & 1 ? box.high[axis] : box.low[axis]);
            }
            assert_true(at >= world.low[row] - 1e-4 && at <= world.high[row] + 1e-4);
        }
    }
}

static void boxes_touch_the_tiles_they_reach_into(void **state)
{
    (void)state;
    /* Tile (32, 32) has its north-west corner at the origin and lies south and east of it. */
    const struct adt_box inside = {{-100, -100, 0}, {-90, -90, 5}};
    const struct adt_box across = {{-10, -10, 0}, {10, 10, 5}};
    assert_true(placement_touches_tile(&inside, 32, 32));
    assert_false(placement_touches_tile(&inside, 31, 32));
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(placement_touches_tile(&across, 31 + i % 2, 31 + i / 2));
    }
    assert_false(placement_touches_tile(&across, 33, 32));
}

/* Each side of a tile alone keeps a box out: here one that is long in the other axis. */
static void boxes_beyond_one_side_touch_no_tile(void **state)
{
    (void)state;
    const struct adt_box beyond[4] = {
        {{1, -5000, -9000}, {9, 5000, 9000}},       /* north */
        {{-600, -5000, -9000}, {-540, 5000, 9000}}, /* south */
        {{-5000, 1, -9000}, {5000, 9, 9000}},       /* west */
        {{-5000, -600, -9000}, {5000, -540, 9000}}, /* east */
    };
    for (size_t i = 0; i < 4; i++) {
        assert_false(placement_touches_tile(&beyond[i], 32, 32));
    }
}

int test_placement_matrix(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unturned_model_is_turned_by_half),
        cmocka_unit_test(the_second_angle_turns_about_the_vertical),
        cmocka_unit_test(the_other_angles_tilt),
        cmocka_unit_test(angles_go_round),
        cmocka_unit_test(a_doodad_stands_in_its_wmo),
        cmocka_unit_test(a_quaternion_turns_all_axes),
        cmocka_unit_test(a_doodad_with_an_empty_quaternion_is_not_turned),
        cmocka_unit_test(scale_applies_first),
        cmocka_unit_test(the_angles_of_a_matrix_make_it_again),
        cmocka_unit_test(boxes_enclose_all_corners),
        cmocka_unit_test(boxes_beyond_one_side_touch_no_tile),
        cmocka_unit_test(boxes_touch_the_tiles_they_reach_into),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
