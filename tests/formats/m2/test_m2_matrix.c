/* Matrices of bones and of texture coordinates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/m2/m2_parts.h"

static const float origin[3];
static const float ones[3] = {1, 1, 1};

static void is_point(const struct m2_matrix *matrix, const double from[3], double x, double y,
                     double z)
{
    const double wanted[3] = {x, y, z};
    double point[3];
    m2_matrix_point(matrix, from, point);
    for (int i = 0; i < 3; i++) {
        assert_float_equal((float)point[i], (float)wanted[i], 1e-5F);
    }
}

/* A quarter turn about Z takes X to Y; rotations in files are rounded, so their length is not 1. */
static void a_rotation_may_have_any_length(void **state)
{
    static const double x[3] = {1, 0, 0};
    (void)state;
    for (int i = 1; i <= 4; i++) {
        const float rotation[4] = {0, 0, 0.25F * (float)i, 0.25F * (float)i};
        struct m2_matrix matrix = m2_matrix_about(origin, origin, rotation, ones);
        is_point(&matrix, x, 0, 1, 0);
    }
}

static void a_rotation_of_length_0_does_not_turn(void **state)
{
    static const double x[3] = {1, 2, 3};
    static const float none[4];
    (void)state;
    struct m2_matrix matrix = m2_matrix_about(origin, origin, none, ones);
    is_point(&matrix, x, 1, 2, 3);
}

/* Each axis turns the next one to the one behind it. */
static void rotations_turn_to_the_left(void **state)
{
    static const double points[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    (void)state;
    for (int axis = 0; axis < 3; axis++) {
        float rotation[4] = {0, 0, 0, 1};
        double to[3] = {0};
        rotation[axis] = 1;
        to[(axis + 2) % 3] = 1;
        struct m2_matrix matrix = m2_matrix_about(origin, origin, rotation, ones);
        is_point(&matrix, points[(axis + 1) % 3], to[0], to[1], to[2]);
    }
}

static void texture_coordinates_turn_about_the_centre_and_then_move(void **state)
{
    static const float translation[3] = {0.25F, -0.5F, 7};
    static const float rotation[4] = {0, 0, 1, 1};
    static const float scale[3] = {2, 4, 1};
    static const float wanted[2][3] = {{0, -4, 2.75F}, {2, 0, -1}};
    (void)state;
    float transform[2][3];
    m2_matrix_uv(translation, rotation, scale, transform);
    for (int i = 0; i < 6; i++) {
        assert_float_equal(transform[i / 3][i % 3], wanted[i / 3][i % 3], 1e-5F);
    }
}

int test_m2_matrix(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rotation_may_have_any_length),
        cmocka_unit_test(a_rotation_of_length_0_does_not_turn),
        cmocka_unit_test(rotations_turn_to_the_left),
        cmocka_unit_test(texture_coordinates_turn_about_the_centre_and_then_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
