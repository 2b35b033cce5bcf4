/*
 * Filtered textures are the exact averages of what each pixel covers, or between the nearest texels
 * where a pixel covers less than one.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/textures/filter_whole.h"
#include "render/random.h"
#include "render/texture/ground_rows.h"

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
    assert_true(filter_whole(GROUND_FILTER_COLORS, rgba, width, height, texture));
    for (uint32_t c = 0; c < 3; c++) {
        for (uint32_t y = 0; y < 2 * quad_px; y++) {
            const uint16_t *row =
                ground_rows(texture, (enum ground_plane)c,
                            &(struct ground_strip){.y = y % (8 * quad_px), .count = 1}, NULL);
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

/* A repeat over 2^shift quads is the filter of a larger quad, wherever the chunk lies. */
static void a_repeat_may_cover_several_quads(void **state)
{
    (void)state;
    enum { SIZE = 64, QUAD_PX = 2 };
    struct random random = random_seeded();
    static uint8_t rgba[4 * SIZE * SIZE];
    uint16_t scratch[8 * QUAD_PX];
    for (size_t i = 0; i < sizeof rgba; i++) {
        rgba[i] = (uint8_t)random_next(&random);
    }
    for (uint32_t shift = 0; shift <= 5; shift++) {
        struct ground_texture *texture = make_texture(QUAD_PX, shift);
        assert_true(filter_whole(GROUND_FILTER_COLORS, rgba, SIZE, SIZE, texture));
        uint32_t repeat_px = (uint32_t)QUAD_PX << shift;
        for (uint32_t i = 0; i < 500; i++) {
            uint32_t chunk_x = random_below(&random, 1024);
            uint32_t chunk_y = random_below(&random, 1024);
            uint32_t x = random_below(&random, 8 * QUAD_PX);
            uint32_t y = random_below(&random, 8 * QUAD_PX);
            const uint16_t *row = ground_rows(
                texture, GROUND_GREEN, &(struct ground_strip){chunk_x, chunk_y, y, 1}, scratch);
            uint32_t u = (chunk_x * 8 * QUAD_PX + x) % repeat_px;
            uint32_t v = (chunk_y * 8 * QUAD_PX + y) % repeat_px;
            assert_int_equal(row[x], average(rgba, SIZE, SIZE, repeat_px, u, v, 1));
        }
        free(texture);
    }
}

/* The color at a place between the texels' middles, by the definition; the texture repeats. */
static double between(const uint8_t *rgba, uint32_t size, double u, double v)
{
    double sum = 0.0;
    for (int i = 0; i < 4; i++) {
        double x = floor(u - 0.5) + i % 2;
        double y = floor(v - 0.5) + i / 2;
        double weight = (1.0 - fabs(u - 0.5 - x)) * (1.0 - fabs(v - 0.5 - y));
        size_t column = (size_t)(x + size) % size;
        size_t row = (size_t)(y + size) % size;
        sum += weight * rgba[4 * (row * size + column)];
    }
    return sum;
}

/*
 * A texture whose pixels are stored is exact. One drawn from fewer is exact too but where the
 * middle of a texel lies between two of them: there a step of 255 each side may lose half a pixel
 * each way.
 */
static double allowed(const struct ground_texture *texture, uint32_t size, double u, double v)
{
    double stored = (double)size / texture->stored_px;
    bool bends = fabs(u - floor(u) - 0.5) < stored || fabs(v - floor(v) - 0.5) < stored;
    return texture->zoom_bits && bends ? 255.0 * stored : 0.02;
}

/* By the filter up to GROUND_STORED_MAX_PX, while drawing beyond. */
static void magnified_textures_are_interpolated(void **state)
{
    (void)state;
    enum { SIZE = 16, QUAD_PX = 4 };
    struct random random = random_seeded();
    uint8_t rgba[4 * SIZE * SIZE];
    uint16_t scratch[8 * QUAD_PX];
    for (size_t i = 0; i < sizeof rgba; i++) {
        rgba[i] = (uint8_t)random_next(&random);
    }
    for (uint32_t shift = 3; shift <= 12; shift++) {
        struct ground_texture *texture = make_texture(QUAD_PX, shift);
        assert_true(filter_whole(GROUND_FILTER_COLORS, rgba, SIZE, SIZE, texture));
        double repeat_px = (double)QUAD_PX * (double)(1U << shift);
        for (uint32_t i = 0; i < 200; i++) {
            uint32_t chunk_x = random_below(&random, 1024);
            uint32_t chunk_y = random_below(&random, 1024);
            uint32_t x = random_below(&random, 8 * QUAD_PX);
            uint32_t y = random_below(&random, 8 * QUAD_PX);
            double u = fmod(chunk_x * 8.0 * QUAD_PX + x + 0.5, repeat_px) / repeat_px * SIZE;
            double v = fmod(chunk_y * 8.0 * QUAD_PX + y + 0.5, repeat_px) / repeat_px * SIZE;
            const uint16_t *row = ground_rows(
                texture, GROUND_RED, &(struct ground_strip){chunk_x, chunk_y, y, 1}, scratch);
            double wrong = row[x] / 256.0 - between(rgba, SIZE, u, v);
            assert_true(fabs(wrong) < allowed(texture, SIZE, u, v));
        }
        free(texture);
    }
}

/* Each row of a strip is the one that is had alone. */
static void check_strip(const struct ground_texture *texture, const struct ground_strip *strip)
{
    uint16_t together[4 * QUADS_PER_CHUNK * 4];
    uint16_t alone[QUADS_PER_CHUNK * 4];
    uint32_t row_px = texture->row_px;
    const uint16_t *rows = ground_rows(texture, GROUND_BLUE, strip, together);
    for (uint32_t i = 0; i < strip->count; i++) {
        const struct ground_strip one = {strip->chunk_x, strip->chunk_y, strip->y + i, 1};
        assert_memory_equal(rows + (size_t)row_px * i,
                            ground_rows(texture, GROUND_BLUE, &one, alone), row_px * sizeof *alone);
    }
}

/* Of textures that repeat in a chunk, are wider than one, and are enlarged while drawing. */
static void rows_are_the_same_together_and_alone(void **state)
{
    (void)state;
    enum { SIZE = 64, QUAD_PX = 4 };
    struct random random = random_seeded();
    static uint8_t rgba[4 * SIZE * SIZE];
    for (size_t i = 0; i < sizeof rgba; i++) {
        rgba[i] = (uint8_t)random_next(&random);
    }
    for (uint32_t shift = 0; shift <= GROUND_SHIFT_MAX; shift++) {
        struct ground_texture *texture = make_texture(QUAD_PX, shift);
        assert_true(filter_whole(GROUND_FILTER_COLORS, rgba, SIZE, SIZE, texture));
        for (uint32_t i = 0; i < 200; i++) {
            uint32_t first = random_below(&random, QUAD_PX);
            const struct ground_strip strip = {
                .chunk_x = random_below(&random, 1024),
                .chunk_y = random_below(&random, 1024),
                .y = QUAD_PX * random_below(&random, QUADS_PER_CHUNK) + first,
                .count = 1 + random_below(&random, QUAD_PX - first),
            };
            check_strip(texture, &strip);
        }
        free(texture);
    }
}

static void heights_are_the_alpha_channel(void **state)
{
    (void)state;
    static const uint8_t rgba[4 * 4] = {9, 9, 9, 255, 9, 9, 9, 255, 9, 9, 9, 0, 9, 9, 9, 0};
    const struct ground_size size = {.quad_px = 2, .has_height = true};
    struct ground_texture *texture = malloc(ground_texture_bytes(&size));
    assert_non_null(texture);
    ground_texture_init(&size, texture);
    assert_true(filter_whole(GROUND_FILTER_HEIGHT, rgba, 2, 2, texture));
    assert_int_equal(
        ground_rows(texture, GROUND_HEIGHT, &(struct ground_strip){.count = 1}, NULL)[5], 65535);
    assert_int_equal(
        ground_rows(texture, GROUND_HEIGHT, &(struct ground_strip){.y = 1, .count = 1}, NULL)[5],
        0);
    free(texture);
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
            assert_int_equal(ground_rows(texture, (enum ground_plane)c,
                                         &(struct ground_strip){.y = i / 24, .count = 1},
                                         NULL)[i % 24],
                             rgb[c] * 256);
        }
    }
    free(texture);
}

int test_ground_rows(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_are_exact_averages),
        cmocka_unit_test(a_repeat_may_cover_several_quads),
        cmocka_unit_test(magnified_textures_are_interpolated),
        cmocka_unit_test(rows_are_the_same_together_and_alone),
        cmocka_unit_test(heights_are_the_alpha_channel),
        cmocka_unit_test(filling_gives_one_color),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
