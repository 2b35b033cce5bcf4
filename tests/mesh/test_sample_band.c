/* Samples of a pixel. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mesh/sample_band.h"

static void middles_are_the_means_of_their_samples(void **state)
{
    (void)state;
    for (unsigned mask = 1; mask < 1 << SAMPLES; mask++) {
        int32_t count = 0, x = 0, y = 0;
        for (unsigned s = 0; s < SAMPLES; s++) {
            if (mask >> s & 1) {
                x += sample_x[s];
                y += sample_y[s];
                count++;
            }
        }
        assert_int_equal(sample_middles[mask][0], x / count);
        assert_int_equal(sample_middles[mask][1], y / count);
    }
}

int test_sample_band(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(middles_are_the_means_of_their_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
