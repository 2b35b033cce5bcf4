/* Heights are averaged as numbers, not channel by channel, and places without one do not count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "output/zoom/average_heights.h"

enum { NONE = 0x800000 };

static void put(uint32_t code, uint8_t *rgba)
{
    const uint8_t pixel[4] = {(uint8_t)(code >> 16), (uint8_t)(code >> 8), (uint8_t)code, 255};
    memcpy(rgba, pixel, 4);
}

static uint32_t code_of(const uint8_t *rgba)
{
    assert_int_equal(rgba[3], 255);
    return (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
}

static uint32_t average_of(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    uint8_t pixels[16];
    uint8_t out[4] = {0};
    put(a, pixels);
    put(b, pixels + 4);
    put(c, pixels + 8);
    put(d, pixels + 12);
    average_heights(pixels, 2, 8, out, 1);
    return code_of(out);
}

/* Channel by channel 0x00ff and 0x0100 would give 0x0180 or 0x0080. */
static void heights_are_averaged_as_numbers(void **state)
{
    (void)state;
    assert_int_equal(average_of(0x8100ff, 0x810100, 0x8100ff, 0x810100), 0x810100);
    assert_int_equal(average_of(0x81ffff, 0x820001, 0x81ffff, 0x820001), 0x820000);
    assert_int_equal(average_of(1, 2, 3, 3), 2); /* 2.25 */
    assert_int_equal(average_of(1, 2, 3, 4), 3); /* 2.5 */
}

static void what_has_no_height_does_not_count(void **state)
{
    (void)state;
    assert_int_equal(average_of(NONE, 0x810000, NONE, 0x810004), 0x810002);
    assert_int_equal(average_of(NONE, NONE, NONE, NONE), NONE);
}

static void a_height_of_zero_stays_one(void **state)
{
    (void)state;
    assert_int_equal(average_of(NONE - 1, NONE + 1, NONE - 1, NONE + 1), NONE + 1);
}

/* Three pixels become two: the middle one belongs to both. */
static void parts_of_pixels_count_as_parts(void **state)
{
    (void)state;
    uint8_t pixels[36];
    uint8_t out[16];
    for (uint32_t i = 0; i < 9; i++) {
        put(i % 3 * 300, pixels + 4 * i);
    }
    average_heights(pixels, 3, 12, out, 2);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(code_of(out + 4 * i), i % 2 ? 500 : 100);
    }
}

static void the_result_may_lie_over_the_picture(void **state)
{
    (void)state;
    enum { FROM = 12 };
    for (uint32_t to = 1; to <= FROM; to++) {
        uint8_t pixels[FROM * FROM * 4];
        uint8_t apart[FROM * FROM * 4];
        for (uint32_t i = 0; i < FROM * FROM; i++) {
            put(i % 7 == 0 ? NONE : i * i * 977 % 0xffffff, pixels + 4 * i);
        }
        average_heights(pixels, FROM, FROM * 4, apart, to);
        average_heights(pixels, FROM, FROM * 4, pixels, to);
        assert_memory_equal(apart, pixels, (size_t)to * to * 4);
    }
}

int test_average_heights(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_are_averaged_as_numbers),
        cmocka_unit_test(what_has_no_height_does_not_count),
        cmocka_unit_test(a_height_of_zero_stays_one),
        cmocka_unit_test(parts_of_pixels_count_as_parts),
        cmocka_unit_test(the_result_may_lie_over_the_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
