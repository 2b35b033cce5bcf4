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

/* A colour under little alpha is divided by it, and rounded. */
static void pixels_are_the_rounded_averages_of_samples(void **state)
{
    (void)state;
    uint8_t samples[SAMPLES * 4] = {1, 2, 0, 2};
    uint8_t pixel[4] = {0};
    const struct sample_band band = {.width_px = 1, .rows = 1, .rgba = samples};
    const struct pixel_area area = {.end_row = 1, .end_column = 1};
    sample_band_store(&band, &area, pixel, 4);
    assert_memory_equal(pixel, ((uint8_t[4]){128, 255, 0, 1}), 4);
}

int test_sample_band(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(middles_are_the_means_of_their_samples),
        cmocka_unit_test(pixels_are_the_rounded_averages_of_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
