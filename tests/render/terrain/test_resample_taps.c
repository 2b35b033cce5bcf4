/* Taps against numerical integration of the bilinear interpolation. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "render/terrain/resample_taps.h"

enum { ROW_MAX = 1024, FINE = 2000 };

static struct resample_taps taps[ROW_MAX];

/* Linear interpolation of an arbitrary map at `position` texels, clamped at the ends. */
static double sample(const double *texels, double position)
{
    double at = position - 0.5;
    if (at <= 0) {
        return texels[0];
    }
    if (at >= 63) {
        return texels[63];
    }
    int i = (int)at;
    return texels[i] + (texels[i + 1] - texels[i]) * (at - i);
}

static double mean(const double *texels, uint32_t x, uint32_t row_px)
{
    double sum = 0;
    for (int i = 0; i < FINE; i++) {
        sum += sample(texels, (x + (i + 0.5) / FINE) * 64 / row_px);
    }
    return sum / FINE;
}

static void pixels_are_means_of_the_interpolation(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {8, 16, 24, 32, 40, 64, 72, 128, 256, 512, 1024};
    double texels[64];
    for (int i = 0; i < 64; i++) {
        texels[i] = (i * 37 % 64) / 63.0;
    }
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        resample_taps_init(taps, sizes[s]);
        for (uint32_t x = 0; x < sizes[s]; x++) {
            double got = 0;
            uint32_t sum = 0;
            assert_in_range(taps[x].count, 2, RESAMPLE_TAPS_MAX);
            assert_in_range(taps[x].first + taps[x].count, 2, 64);
            for (int k = 0; k < taps[x].count; k++) {
                got += texels[taps[x].first + k] * taps[x].weight[k] / 65536.0;
                sum += taps[x].weight[k];
            }
            assert_int_equal(sum, 65536);
            assert_true(fabs(got - mean(texels, x, sizes[s])) < 2e-4);
        }
    }
}

int test_resample_taps(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pixels_are_means_of_the_interpolation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
