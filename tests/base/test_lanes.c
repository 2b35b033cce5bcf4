/* Vectors of four lanes against the same steps a value at a time. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/lanes.h"

static const float A[4] = {-1.5F, 0.0F, 7.25F, 1e30F};
static const float B[4] = {2.0F, -0.5F, 7.25F, -1e30F};

static void comparisons_choose_lane_by_lane(void **state)
{
    (void)state;
    lanes_f larger = lanes_larger(lanes_load(A), lanes_load(B));
    lanes_f smaller = lanes_smaller(lanes_load(A), lanes_load(B));
    for (int i = 0; i < 4; i++) {
        assert_true(larger[i] == (A[i] > B[i] ? A[i] : B[i]));
        assert_true(smaller[i] == (A[i] < B[i] ? A[i] : B[i]));
    }
    lanes_pair first = lanes_first_pair(lanes_load(A));
    lanes_pair other = lanes_first_pair(lanes_load(B));
    for (int i = 0; i < 2; i++) {
        assert_true(lanes_larger_pair(first, other)[i] == (double)larger[i]);
        assert_true(lanes_smaller_pair(first, other)[i] == (double)smaller[i]);
    }
    const lanes_pair nan = {NAN, NAN};
    assert_true(lanes_larger_pair(nan, other)[0] == other[0]);
    assert_true(lanes_smaller_pair(nan, other)[0] == other[0]);
}

static void bits_become_lanes_and_lanes_bits(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 16; bits++) {
        lanes_i lanes = lanes_of_bits(bits);
        lanes_f chosen = lanes_select(lanes, lanes_load(A), lanes_load(B));
        assert_int_equal(lanes_negative(lanes), bits);
        for (int i = 0; i < 4; i++) {
            assert_int_equal(lanes[i], bits >> i & 1 ? -1 : 0);
            assert_true(chosen[i] == (bits >> i & 1 ? A[i] : B[i]));
        }
    }
}

static void pairs_are_rounded_once(void **state)
{
    (void)state;
    const lanes_pair third = {1.0 / 3.0, 0x1.0000011p0};
    lanes_f rounded = lanes_round(third, lanes_last_pair(lanes_load(A)) * lanes_splat_pair(0.1));
    assert_true(rounded[0] == (float)(1.0 / 3.0) && rounded[1] == (float)0x1.0000011p0);
    assert_true(rounded[2] == (float)((double)A[2] * 0.1));
    assert_true(rounded[3] == (float)((double)A[3] * 0.1));
    assert_true(lanes_first_pair(lanes_load(B))[1] == (double)B[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comparisons_choose_lane_by_lane),
        cmocka_unit_test(bits_become_lanes_and_lanes_bits),
        cmocka_unit_test(pairs_are_rounded_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
