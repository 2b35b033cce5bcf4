/* Comparing pictures with known results. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "codec/compare.h"
#include "codec/png/png_read.h"
#include "output/output_helpers.h"

enum { WIDTH = 37, HEIGHT = 21, BYTES = WIDTH * HEIGHT * 4 };

static uint8_t pixels_a[BYTES];
static uint8_t pixels_b[BYTES];
static const struct picture a = {pixels_a, WIDTH, HEIGHT, NULL};
static const struct picture b = {pixels_b, WIDTH, HEIGHT, NULL};

static struct comparison_row row_of(const struct picture *picture, size_t y)
{
    size_t first = y * picture->width;
    return (struct comparison_row){picture->rgba + first * 4,
                                   picture->grey16 ? picture->grey16 + first : NULL};
}

static void compare_pictures(const struct picture *first, const struct picture *second,
                             struct comparison *result)
{
    struct comparer *comparer = comparer_create(first->width, first->height);
    assert_non_null(comparer);
    for (uint32_t y = 0; y < first->height; y++) {
        struct comparison_row rows[2] = {row_of(first, y), row_of(second, y)};
        comparer_add(comparer, &rows[0], &rows[1]);
    }
    comparer_finish(comparer, result);
    comparer_destroy(comparer);
}

static void draw_first_row(const struct picture *first, const struct picture *second,
                           uint8_t *drawn)
{
    struct comparison_row rows[2] = {row_of(first, 0), row_of(second, 0)};
    compare_draw_row(&rows[0], &rows[1], first->width, drawn);
}

static void is_close(double value, double wanted)
{
    assert_true(fabs(value - wanted) < 1e-9);
}

static uint8_t *pixel(uint8_t *pixels, size_t x, size_t y)
{
    return pixels + (y * WIDTH + x) * 4;
}

static void equal_pictures_are_equal(void **state)
{
    (void)state;
    struct comparison result;
    fill_pixels(pixels_a, BYTES, 0);
    memcpy(pixels_b, pixels_a, BYTES);
    compare_pictures(&a, &b, &result);
    assert_int_equal(result.verdict, COMPARISON_EQUAL);
    assert_int_equal(result.differing_pixels, 0);
    assert_true(isinf(result.psnr_db));
    is_close(result.ssim, 1.0);
}

static void positions_and_largest_differences_are_found(void **state)
{
    (void)state;
    struct comparison result;
    memset(pixels_a, 100, BYTES);
    memset(pixels_b, 100, BYTES);
    pixel(pixels_b, 9, 4)[0] = 101;
    pixel(pixels_b, 3, 7)[1] = 80;
    pixel(pixels_b, 30, 7)[2] = 255;
    pixel(pixels_b, 12, 18)[3] = 97;
    compare_pictures(&a, &b, &result);
    assert_int_equal(result.verdict, COMPARISON_DIFFERENT);
    assert_int_equal(result.differing_pixels, 4);
    assert_memory_equal(result.largest, ((uint8_t[]){1, 20, 155, 3}), 4);
    assert_int_equal(result.first_x, 9);
    assert_int_equal(result.first_y, 4);
    assert_int_equal(result.left, 3);
    assert_int_equal(result.top, 4);
    assert_int_equal(result.right, 30);
    assert_int_equal(result.bottom, 18);
    double mean = (1.0 + 400.0 + 155.0 * 155.0) / (WIDTH * HEIGHT * 3);
    is_close(result.psnr_db, 10 * log10(255.0 * 255.0 / mean));
}

/* Every sample differs by d, so PSNR is 20 log10(255 / d). Both pictures are flat, so SSIM is its
 * first factor. */
static void flat_pictures_have_known_psnr_and_ssim(void **state)
{
    (void)state;
    for (int d = 1; d < 100; d += 7) {
        struct comparison result;
        memset(pixels_a, 50, BYTES);
        memset(pixels_b, 50 + d, BYTES);
        compare_pictures(&a, &b, &result);
        is_close(result.psnr_db, 20 * log10(255.0 / d));
        double x = 50;
        double y = 50 + d;
        double c1 = 2.55 * 2.55;
        is_close(result.ssim, (2 * x * y + c1) / (x * x + y * y + c1));
    }
}

/* A picture and its negative about 127.5 have negative covariance. */
static void opposite_pictures_have_negative_ssim(void **state)
{
    (void)state;
    struct comparison result;
    for (size_t i = 0; i < BYTES; i++) {
        pixels_a[i] = i / 4 % 2 ? 200 : 55;
        pixels_b[i] = i / 4 % 2 ? 55 : 200;
    }
    compare_pictures(&a, &b, &result);
    assert_true(result.ssim < -0.9);
    assert_true(result.ssim >= -1.0);
}

/* A wrong pixel in the last corner of a picture of odd size must be inside a window. */
static void windows_reach_all_corners(void **state)
{
    (void)state;
    static const size_t corners[][2] = {
        {0, 0}, {WIDTH - 1, 0}, {0, HEIGHT - 1}, {WIDTH - 1, HEIGHT - 1}};
    for (size_t i = 0; i < 4; i++) {
        struct comparison result;
        memset(pixels_a, 50, BYTES);
        memset(pixels_b, 50, BYTES);
        pixel(pixels_b, corners[i][0], corners[i][1])[1] = 255;
        compare_pictures(&a, &b, &result);
        assert_true(result.ssim < 0.9999);
    }
}

static void tiny_pictures_have_one_window(void **state)
{
    (void)state;
    struct comparison result;
    uint8_t one[4] = {10, 10, 10, 255};
    uint8_t other[4] = {20, 20, 20, 255};
    struct picture small_a = {one, 1, 1, NULL};
    struct picture small_b = {other, 1, 1, NULL};
    compare_pictures(&small_a, &small_b, &result);
    is_close(result.ssim, (2 * 200 + 6.5025) / (500 + 6.5025));
}

static void alpha_alone_is_a_difference_without_noise(void **state)
{
    (void)state;
    struct comparison result;
    memset(pixels_a, 50, BYTES);
    memset(pixels_b, 50, BYTES);
    pixel(pixels_b, 5, 5)[3] = 51;
    compare_pictures(&a, &b, &result);
    assert_int_equal(result.verdict, COMPARISON_DIFFERENT);
    assert_true(isinf(result.psnr_db));
    is_close(result.ssim, 1.0);
}

/* Their high bytes are equal: a comparison of 8 bits would not see a difference. */
static void all_16_bits_of_grey_are_compared(void **state)
{
    (void)state;
    struct comparison result;
    uint8_t drawn[8];
    uint8_t rgba[8] = {2, 2, 2, 255, 2, 2, 2, 255};
    uint16_t deep[2] = {514, 515};
    uint16_t other[2] = {514, 512};
    const struct picture deep_a = {rgba, 2, 1, deep};
    const struct picture deep_b = {rgba, 2, 1, other};
    compare_pictures(&deep_a, &deep_a, &result);
    assert_int_equal(result.verdict, COMPARISON_EQUAL);
    compare_pictures(&deep_a, &deep_b, &result);
    assert_int_equal(result.verdict, COMPARISON_DIFFERENT);
    assert_int_equal(result.largest_grey16, 3);
    assert_int_equal(result.first_x, 1);
    is_close(result.psnr_db, 20 * log10(65535 / sqrt(4.5)));
    draw_first_row(&deep_a, &deep_b, drawn);
    assert_int_equal(drawn[0], 0);
    assert_int_equal(drawn[4], 255);
}

static void drawing_shows_differences_over_grey(void **state)
{
    (void)state;
    uint8_t drawn[WIDTH * 4];
    memset(pixels_a, 90, BYTES);
    memset(pixels_b, 90, BYTES);
    pixel(pixels_b, 1, 0)[2] = 91;
    pixel(pixels_a, 2, 0)[0] = 0;
    pixel(pixels_b, 2, 0)[0] = 255;
    draw_first_row(&a, &b, drawn);
    assert_memory_equal(drawn, ((uint8_t[]){30, 30, 30, 255}), 4);
    assert_memory_equal(drawn + 4, ((uint8_t[]){255, 2, 0, 255}), 4);
    assert_memory_equal(drawn + 8, ((uint8_t[]){255, 255, 255, 255}), 4);
}

int test_compare(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_pictures_are_equal),
        cmocka_unit_test(positions_and_largest_differences_are_found),
        cmocka_unit_test(flat_pictures_have_known_psnr_and_ssim),
        cmocka_unit_test(opposite_pictures_have_negative_ssim),
        cmocka_unit_test(windows_reach_all_corners),
        cmocka_unit_test(tiny_pictures_have_one_window),
        cmocka_unit_test(alpha_alone_is_a_difference_without_noise),
        cmocka_unit_test(all_16_bits_of_grey_are_compared),
        cmocka_unit_test(drawing_shows_differences_over_grey),
    };
    random_start();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
