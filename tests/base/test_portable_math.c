/* Portable math compared with libm, and with known values. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/portable_math.h"

static void is_close(double value, double wanted)
{
    double scale = fabs(wanted) > 1.0 ? fabs(wanted) : 1.0;
    assert_true(fabs(value - wanted) < 1e-12 * scale);
}

static void trigonometry_agrees_with_libm(void **state)
{
    (void)state;
    for (int i = -4000; i <= 4000; i++) {
        double x = i * 0.0173;
        is_close(portable_sin(x), sin(x));
        is_close(portable_cos(x), cos(x));
    }
    assert_true(portable_sin(0.0) == 0.0);
    assert_true(portable_cos(0.0) == 1.0);
}

static void angles_of_vectors_agree_with_libm(void **state)
{
    (void)state;
    for (int i = -200; i <= 200; i++) {
        for (int k = -200; k <= 200; k++) {
            double y = i * 0.037;
            double x = k * 0.0021 * k;
            is_close(portable_atan2(y, x), x == 0.0 && y == 0.0 ? 0.0 : atan2(y, x));
            is_close(portable_atan2(y, -x - 1e-9), atan2(y, -x - 1e-9));
        }
    }
    assert_true(portable_atan2(0.0, 0.0) == 0.0);
    assert_true(portable_atan2(0.0, 3.0) == 0.0);
}

static void exp_and_log_agree_with_libm(void **state)
{
    (void)state;
    for (int i = 1; i <= 4000; i++) {
        double x = i * 0.01;
        is_close(portable_log(x), log(x));
        is_close(portable_exp(-x), exp(-x));
        is_close(portable_exp(x) / exp(x), 1.0);
    }
}

static void floor_rounds_down(void **state)
{
    (void)state;
    assert_true(portable_floor(1.5) == 1.0);
    assert_true(portable_floor(-1.5) == -2.0);
    assert_true(portable_floor(-2.0) == -2.0);
}

/* With x = s * s + rest, where rest is exact, s is the nearest number if |rest| <= s * ulp(s).
 * Roots that were rounded twice are not. */
static void square_roots_are_the_nearest_numbers(void **state)
{
    uint64_t random = 1;
    (void)state;
    for (int i = 0; i < 100000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        double x = 1.0 + 3.0 * (double)(random >> 11) / 9007199254740992.0;
        double root = portable_sqrt(x);
        double rest = fma(-root, root, x);
        assert_true(fabs(rest) <= root * 2.220446049250313e-16);
    }
    assert_true(portable_sqrt(0.0) == 0.0);
}

int test_portable_math(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trigonometry_agrees_with_libm),
        cmocka_unit_test(angles_of_vectors_agree_with_libm),
        cmocka_unit_test(exp_and_log_agree_with_libm),
        cmocka_unit_test(floor_rounds_down),
        cmocka_unit_test(square_roots_are_the_nearest_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
