/* Halving is the exact average of four pixels, colours weighing as much as their alpha. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "output/output_helpers.h"
#include "output/zoom/halve.h"

static void halve_four(const uint8_t pixels[16], uint8_t out[4])
{
    halve_picture(pixels, 2, 8, out);
}

static void opaque_pixels_are_averaged_and_halves_round_up(void **state)
{
    (void)state;
    const uint8_t pixels[16] = {0, 10, 255, 255, 1, 20, 255, 255, 1, 30, 255, 255, 0, 41, 254, 255};
    const uint8_t wanted[4] = {1, 25, 255, 255};
    uint8_t out[4];
    halve_four(pixels, out);
    assert_memory_equal(out, wanted, 4);
}

static void transparent_pixels_lend_no_colour(void **state)
{
    (void)state;
    const uint8_t pixels[16] = {200, 100, 50, 255, 9, 9, 9, 0, 9, 9, 9, 0, 9, 9, 9, 0};
    const uint8_t wanted[4] = {200, 100, 50, 64};
    uint8_t out[4];
    halve_four(pixels, out);
    assert_memory_equal(out, wanted, 4);
}

static void alpha_is_the_weight_of_a_colour(void **state)
{
    (void)state;
    const uint8_t pixels[16] = {0, 0, 0, 50, 100, 0, 0, 150, 0, 0, 0, 0, 0, 0, 0, 0};
    const uint8_t wanted[4] = {75, 0, 0, 50};
    uint8_t out[4];
    halve_four(pixels, out);
    assert_memory_equal(out, wanted, 4);
}

static void nothing_visible_becomes_zeros(void **state)
{
    (void)state;
    const uint8_t pixels[16] = {7, 7, 7, 0, 8, 8, 8, 0, 9, 9, 9, 0, 1, 1, 1, 0};
    const uint8_t wanted[4] = {0};
    uint8_t out[4];
    halve_four(pixels, out);
    assert_memory_equal(out, wanted, 4);
}

static void halving_in_place_gives_the_same(void **state)
{
    (void)state;
    enum { EDGE = 64, BYTES = EDGE * EDGE * 4 };
    uint8_t pixels[BYTES];
    uint8_t apart[BYTES / 4];
    fill_pixels(pixels, BYTES, 0);
    halve_picture(pixels, EDGE, (size_t)EDGE * 4, apart);
    halve_picture(pixels, EDGE, (size_t)EDGE * 4, pixels);
    assert_memory_equal(pixels, apart, sizeof apart);
}

static void rows_may_lie_apart(void **state)
{
    (void)state;
    uint8_t pixels[2 * 20] = {0};
    memset(pixels, 100, 8);
    memset(pixels + 20, 100, 8);
    memset(pixels + 8, 255, 12);
    uint8_t out[4];
    halve_picture(pixels, 2, 20, out);
    assert_int_equal(out[0], 100);
}

int test_halve(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opaque_pixels_are_averaged_and_halves_round_up),
        cmocka_unit_test(transparent_pixels_lend_no_colour),
        cmocka_unit_test(alpha_is_the_weight_of_a_colour),
        cmocka_unit_test(nothing_visible_becomes_zeros),
        cmocka_unit_test(halving_in_place_gives_the_same),
        cmocka_unit_test(rows_may_lie_apart),
    };
    random_start();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
