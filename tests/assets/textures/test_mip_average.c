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

/* A mask of reflections is white on gold and black on wood: stored levels show the gold. */
static void colours_weigh_by_alpha_where_it_varies(void **state)
{
    (void)state;
    static const uint8_t north[] = {200, 100, 0, 255, 0, 0, 0, 0, 9, 9, 9, 0, 8, 8, 8, 0};
    static const uint8_t south[] = {100, 50, 10, 85, 0, 0, 0, 0, 6, 6, 6, 0, 7, 7, 7, 0};
    uint8_t out[2 * RGBA];
    mip_average_rows_by_alpha(north, south, 4, out);
    assert_memory_equal(out, ((const uint8_t[2 *RGBA]){175, 88, 3, 85, 8, 8, 8, 0}), 2 * RGBA);
    mip_average_rows_by_alpha(north, south, 1, out);
    assert_memory_equal(out, ((const uint8_t[RGBA]){175, 88, 3, 170}), RGBA);
}

static void colours_weigh_the_same_where_alpha_does_not_vary(void **state)
{
    (void)state;
    struct random random = random_seeded();
    uint8_t rows[2][RGBA * WIDTH_MAX];
    uint8_t plain[RGBA * WIDTH_MAX / 2];
    uint8_t weighted[RGBA * WIDTH_MAX / 2];
    static const uint8_t alphas[] = {0, 1, 100, 254, 255};
    for (size_t i = 0; i < sizeof alphas; i++) {
        for (size_t row = 0; row < 2; row++) {
            fill_row(&random, WIDTH_MAX, rows[row]);
            for (size_t x = 0; x < WIDTH_MAX; x++) {
                rows[row][RGBA * x + 3] = alphas[i];
            }
        }
        mip_average_rows(rows[0], rows[1], WIDTH_MAX, plain);
        mip_average_rows_by_alpha(rows[0], rows[1], WIDTH_MAX, weighted);
        assert_memory_equal(weighted, plain, sizeof plain);
    }
}

int test_mip_average(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_all_widths_are_means_of_squares),
        cmocka_unit_test(a_row_of_one_texel_is_the_mean_of_two),
        cmocka_unit_test(colours_weigh_by_alpha_where_it_varies),
        cmocka_unit_test(colours_weigh_the_same_where_alpha_does_not_vary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
