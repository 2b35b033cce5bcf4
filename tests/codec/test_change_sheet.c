/* The sheet of a change: three panels, and a line round what differs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "codec/change_sheet.h"

enum { SIZE = 64, GAP = 8, WIDTH = 3 * SIZE + 2 * GAP };

static uint8_t old_picture[SIZE * SIZE * 4];
static uint8_t new_picture[SIZE * SIZE * 4];
static uint8_t sheet[WIDTH * SIZE * 4];

static const uint8_t red[4] = {255, 0, 64, 255};

/* Two equal pictures of one colour. */
static int fill(void **state)
{
    (void)state;
    for (size_t i = 0; i < SIZE * SIZE; i++) {
        memcpy(old_picture + 4 * i, (uint8_t[4]){100, 50, 200, 255}, 4);
    }
    memcpy(new_picture, old_picture, sizeof new_picture);
    memset(sheet, 0, sizeof sheet);
    return 0;
}

static const uint8_t *pixel(size_t panel, size_t x, size_t y)
{
    return sheet + 4 * (y * WIDTH + panel * (SIZE + GAP) + x);
}

static size_t outline_pixels(void)
{
    size_t count = 0;
    for (size_t i = 0; i < SIZE * SIZE; i++) {
        count += memcmp(pixel(2, i % SIZE, i / SIZE), red, 4) == 0;
    }
    return count;
}

static void equal_pictures_have_no_outline(void **state)
{
    (void)state;
    assert_int_equal(change_sheet_width(SIZE), WIDTH);
    assert_true(change_sheet_draw(old_picture, new_picture, SIZE, sheet));
    assert_int_equal(outline_pixels(), 0);
    assert_memory_equal(pixel(0, 5, 5), old_picture, 4);
    assert_memory_equal(pixel(1, 63, 63), new_picture, 4);
    assert_memory_equal(pixel(2, 5, 5), ((uint8_t[4]){177, 152, 227, 255}), 4);
    assert_memory_equal(pixel(0, SIZE, 5), ((uint8_t[4]){32, 32, 32, 255}), 4);
}

/* Cells have 2 pixels: a block of 6 x 6 has a line of one pixel round it, 20 in all. */
static void a_block_is_outlined(void **state)
{
    (void)state;
    for (size_t y = 10; y < 16; y++) {
        memset(new_picture + 4 * (y * SIZE + 20), 255, 4 * 6);
    }
    assert_true(change_sheet_draw(old_picture, new_picture, SIZE, sheet));
    assert_int_equal(outline_pixels(), 20);
    assert_memory_equal(pixel(2, 20, 10), red, 4);
    assert_memory_equal(pixel(2, 25, 15), red, 4);
    assert_memory_not_equal(pixel(2, 22, 12), red, 4);
    assert_memory_not_equal(pixel(2, 19, 10), red, 4);
}

static void a_picture_that_is_not_there_is_outlined_whole(void **state)
{
    (void)state;
    assert_true(change_sheet_draw(NULL, new_picture, SIZE, sheet));
    assert_int_equal(outline_pixels(), 4 * SIZE - 4);
    assert_memory_equal(pixel(0, 9, 9), ((uint8_t[4]){64, 64, 64, 255}), 4);
    assert_memory_equal(pixel(1, 9, 9), new_picture, 4);
    assert_true(change_sheet_draw(old_picture, NULL, SIZE, sheet));
    assert_memory_equal(pixel(1, 9, 9), ((uint8_t[4]){64, 64, 64, 255}), 4);
}

static void one_pixel_at_the_rim_is_outlined(void **state)
{
    (void)state;
    new_picture[4 * (SIZE * SIZE - 1)] ^= 1;
    assert_true(change_sheet_draw(old_picture, new_picture, SIZE, sheet));
    assert_int_equal(outline_pixels(), 4);
}

int test_change_sheet(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(equal_pictures_have_no_outline, fill),
        cmocka_unit_test_setup(a_block_is_outlined, fill),
        cmocka_unit_test_setup(a_picture_that_is_not_there_is_outlined_whole, fill),
        cmocka_unit_test_setup(one_pixel_at_the_rim_is_outlined, fill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
