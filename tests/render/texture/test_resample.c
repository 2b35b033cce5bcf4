/* Area averages, alone and against whole-number ratios; fading. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "render/random.h"
#include "render/texture/fade.h"
#include "render/texture/resample.h"

enum { FROM = 48 };

static void one_color_stays(void **state)
{
    (void)state;
    static uint8_t in[4 * FROM * FROM];
    static uint8_t out[4 * FROM * FROM];
    for (size_t i = 0; i < sizeof in; i++) {
        in[i] = (uint8_t)(i % 4 == 3 ? 255 : 40 + 50 * (i % 4));
    }
    for (uint32_t size = 1; size <= FROM; size++) {
        assert_true(resample_area(in, FROM, out, size, 4 * size, 1));
        assert_memory_equal(out, in, 4 * size);
        assert_memory_equal(out + (size_t)4 * size * (size - 1), in, 4 * size);
    }
}

static void halving_averages_four(void **state)
{
    (void)state;
    static uint8_t in[4 * FROM * FROM];
    static uint8_t out[FROM * FROM];
    struct random random = random_seeded();
    for (size_t i = 0; i < sizeof in; i++) {
        in[i] = i % 4 == 3 ? 255 : (uint8_t)random_next(&random);
    }
    assert_true(resample_area(in, FROM, out, FROM / 2, 2 * FROM, 2));
    for (size_t i = 0; i < sizeof out; i++) {
        size_t x = i / 4 % (FROM / 2);
        size_t y = i / 4 / (FROM / 2);
        unsigned sum = 0;
        for (size_t k = 0; k < 4; k++) {
            sum += in[4 * ((2 * y + k / 2) * FROM + 2 * x + k % 2) + i % 4];
        }
        assert_int_equal(out[i], (sum + 2) / 4);
    }
}

static void parts_of_pixels_count_in_part(void **state)
{
    (void)state;
    const uint8_t in[] = {0, 0, 0, 255, 90, 90, 90, 255, 0, 0, 0, 255,
                          0, 0, 0, 255, 90, 90, 90, 255, 0, 0, 0, 255,
                          0, 0, 0, 255, 90, 90, 90, 255, 0, 0, 0, 255};
    uint8_t out[16];
    assert_true(resample_area(in, 3, out, 2, 8, 1));
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(out[4 * i], 30); /* a third of each pixel is bright */
    }
}

static void what_is_transparent_gives_no_color(void **state)
{
    (void)state;
    const uint8_t in[] = {200, 100, 50, 255, 9, 9, 9, 0, 9, 9, 9, 0, 9, 9, 9, 0};
    uint8_t out[4];
    const uint8_t wanted[] = {200, 100, 50, 64};
    assert_true(resample_area(in, 2, out, 1, 4, 1));
    assert_memory_equal(out, wanted, 4);
}

static void a_faded_picture_is_mixed_with_the_background(void **state)
{
    (void)state;
    struct adtmap_settings settings;
    uint8_t pixels[32 * 4 * 16];
    adtmap_settings_default(&settings);
    settings.size_px = 16;
    settings.parent_fade = 0.25F;
    const struct {
        uint8_t pixel[4], background[4], wanted[4];
    } mixes[] = {
        {{200, 100, 0, 255}, {0, 100, 200, 255}, {150, 100, 50, 255}},
        {{200, 100, 0, 255}, {0, 0, 0, 0}, {200, 100, 0, 191}}, /* no black from transparency */
        {{9, 9, 9, 0}, {60, 70, 80, 255}, {60, 70, 80, 64}},
        {{9, 9, 9, 0}, {60, 70, 80, 0}, {9, 9, 9, 0}},
    };
    for (size_t i = 0; i < sizeof mixes / sizeof *mixes; i++) {
        for (size_t k = 0; k < sizeof pixels; k += 4) {
            memcpy(pixels + k, mixes[i].pixel, 4);
        }
        memcpy(settings.background, mixes[i].background, 4);
        fade_picture(&settings, pixels, 32 * 4);
        assert_memory_equal(pixels, mixes[i].wanted, 4);
        assert_memory_equal(pixels + sizeof pixels - 68, mixes[i].wanted, 4);
        assert_memory_equal(pixels + 64, mixes[i].pixel, 4); /* beyond the row */
    }
    settings.parent_fade = 0;
    const struct adtmap_settings before = settings;
    uint8_t same[sizeof pixels];
    memcpy(same, pixels, sizeof same);
    fade_picture(&before, pixels, 32 * 4);
    assert_memory_equal(pixels, same, sizeof same);
}

int test_resample(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_color_stays),
        cmocka_unit_test(halving_averages_four),
        cmocka_unit_test(parts_of_pixels_count_in_part),
        cmocka_unit_test(what_is_transparent_gives_no_color),
        cmocka_unit_test(a_faded_picture_is_mixed_with_the_background),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
