/*
 * Filtered textures are the exact averages of what each pixel covers, or between the nearest texels
 * where a pixel covers less than one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "render/ground_texture.h"
#include "tests/render/random.h"

/* The average over pixel (x, y) of quad_px^2, by cutting texels into quad_px^2 equal parts. */
static uint32_t average(const uint8_t *rgba, uint32_t width, uint32_t height, uint32_t quad_px,
                        uint32_t x, uint32_t y, uint32_t channel)
{
    uint64_t sum = 0;
    for (uint32_t v = y * height; v < (y + 1) * height; v++) {
        for (uint32_t u = x * width; u < (x + 1) * width; u++) {
            sum += rgba[4 * ((size_t)(v / quad_px) * width + u / quad_px) + channel];
        }
    }
    uint64_t area = (uint64_t)width * height;
    return (uint32_t)((sum * 256 + area / 2) / area);
}

static struct ground_texture *make_texture(uint32_t quad_px, uint32_t shift)
{
    const struct ground_size size = {.quad_px = quad_px, .shift = shift};
    struct ground_texture *texture = malloc(ground_texture_bytes(&size));
    assert_non_null(texture);
    ground_texture_init(&size, texture);
    return texture;
}

static void check_size(struct random *random, uint32_t width, uint32_t height, uint32_t quad_px)
{
    uint8_t *rgba = malloc((size_t)4 * width * height);
    struct ground_texture *texture = make_texture(quad_px, 0);
    assert_non_null(rgba);
    assert_non_null(texture);
    for (size_t i = 0; i < (size_t)4 * width * height; i++) {
        rgba[i] = (uint8_t)random_next(random);
    }
    assert_true(ground_texture_filter(rgba, width, height, texture));
    for (uint32_t c = 0; c < 3; c++) {
        for (uint32_t y = 0; y < 2 * quad_px; y++) {
            const uint16_t *row =
                ground_texture_row(texture, (enum ground_plane)c, 0, 0, y % (8 * quad_px), NULL);
            for (uint32_t x = 0; x < 8 * quad_px; x++) {
                assert_int_equal(
                    row[x], average(rgba, width, height, quad_px, x % quad_px, y % quad_px, c));
            }
        }
    }
    free(texture);
    free(rgba);
}

static void pixels_are_exact_averages(void **state)
{
    (void)state;
    struct random random = random_seeded();
    static const uint32_t sizes[][3] = {
        {16, 16, 1}, {16, 16, 4}, {64, 32, 8},   {64, 64, 3}, {10, 7, 4},
        {8, 8, 8},   {1, 1, 1},   {256, 256, 5}, {9, 7, 7},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        check_size(&random, sizes[i][0], sizes[i][1], sizes[i][2]);
    }
}

static void filling_gives_one_color(void **state)
{
    (void)state;
    static const uint8_t rgb[3] = {10, 200, 255};
    struct ground_texture *texture = make_texture(3, 0);
    assert_non_null(texture);
    ground_texture_fill(rgb, texture);
    for (uint32_t c = 0; c < 3; c++) {
        for (uint32_t i = 0; i < 3 * 24; i++) {
            assert_int_equal(
                ground_texture_row(texture, (enum ground_plane)c, 0, 0, i / 24, NULL)[i % 24],
                rgb[c] * 256);
        }
    }
    free(texture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_are_exact_averages),
        cmocka_unit_test(filling_gives_one_color),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
