/* Rows of the next mip level, against the mean of each channel. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/textures/mip_average.h"
#include "render/random.h"

enum { RGBA = 4, WIDTH_MAX = 70 };

static void fill_row(struct random *random, uint32_t width, uint8_t *row)
{
    for (size_t i = 0; i < (size_t)RGBA * width; i++) {
        row[i] = random_below(random, 2) ? 255 : (uint8_t)random_next(random);
    }
}

/* Rows have no bytes after their last texel, so that a read beyond it is found. */
static void rows_of_all_widths_are_means_of_squares(void **state)
{
    (void)state;
    struct random random = random_seeded();
    for (uint32_t width = 2; width <= WIDTH_MAX; width++) {
        size_t bytes = (size_t)RGBA * width;
        uint8_t *north = malloc(bytes);
        uint8_t *south = malloc(bytes);
        uint8_t *out = malloc((size_t)RGBA * (width / 2));
        assert_true(north && south && out);
        fill_row(&random, width, north);
        fill_row(&random, width, south);
        mip_average_rows(north, south, width, out);
        for (size_t i = 0; i < (size_t)RGBA * (width / 2); i++) {
            size_t at = i / RGBA * 2 * RGBA + i % RGBA;
            int sum = north[at] + north[at + RGBA] + south[at] + south[at + RGBA];
            assert_int_equal(out[i], (sum + 2) / 4);
        }
        free(out);
        free(south);
        free(north);
    }
}

static void a_row_of_one_texel_is_the_mean_of_two(void **state)
{
    (void)state;
    static const uint8_t north[RGBA] = {0, 255, 10, 7};
    static const uint8_t south[RGBA] = {1, 255, 20, 7};
    uint8_t out[RGBA];
    mip_average_rows(north, south, 1, out);
    assert_memory_equal(out, ((const uint8_t[RGBA]){1, 255, 15, 7}), RGBA);
}

int test_mip_average(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_all_widths_are_means_of_squares),
        cmocka_unit_test(a_row_of_one_texel_is_the_mean_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
