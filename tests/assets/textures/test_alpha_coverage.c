/* Alpha under a key: the share of each texel that passes, and mip levels of it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/textures/alpha_coverage.h"
#include "formats/blp/blp_rows.h"
#include "render/random.h"

enum { RGBA = 4, EDGE_MAX = 24, KEY = 224, POINTS = 32 };

/* An image as a texture under the key, with levels from `first_level` on; to be freed. */
static struct mip_texture *cover(const uint8_t *rgba, uint32_t width, uint32_t height,
                                 uint32_t first_level)
{
    struct mip_texture *texture = malloc(mip_texture_bytes(width, height, first_level));
    assert_non_null(texture);
    mip_texture_init(texture, width, height, first_level);
    struct mip_reducer *reducer = mip_reducer_create(texture, 0);
    struct alpha_coverage *coverage = alpha_coverage_create(width, KEY, reducer);
    assert_non_null(coverage);
    for (uint32_t y = 0; y < height; y += BLP_BAND_ROWS) {
        uint32_t count = height - y < BLP_BAND_ROWS ? height - y : BLP_BAND_ROWS;
        alpha_coverage_rows(coverage, rgba + (size_t)RGBA * width * y, count);
    }
    alpha_coverage_finish(coverage);
    alpha_coverage_destroy(coverage);
    mip_reducer_destroy(reducer);
    mip_texture_finish(texture);
    return texture;
}

static double alpha_at(const uint8_t *rgba, uint32_t width, uint32_t height, int x, int y)
{
    x = x < 0 ? 0 : x >= (int)width ? (int)width - 1 : x;
    y = y < 0 ? 0 : y >= (int)height ? (int)height - 1 : y;
    return rgba[RGBA * ((size_t)y * width + (size_t)x) + 3];
}

/* The share of texel (x, y) in which bilinear alpha reaches the key, by POINTS x POINTS points. */
static double share_of(const uint8_t *rgba, uint32_t width, uint32_t height, int x, int y)
{
    int passed = 0;
    for (int i = 0; i < POINTS * POINTS; i++) {
        double u = x + (i % POINTS + 0.5) / POINTS - 0.5;
        double v = y + (i / POINTS + 0.5) / POINTS - 0.5;
        int left = (int)floor(u), top = (int)floor(v);
        double du = u - left, dv = v - top;
        double north = alpha_at(rgba, width, height, left, top) * (1 - du) +
                       alpha_at(rgba, width, height, left + 1, top) * du;
        double south = alpha_at(rgba, width, height, left, top + 1) * (1 - du) +
                       alpha_at(rgba, width, height, left + 1, top + 1) * du;
        passed += north * (1 - dv) + south * dv >= KEY;
    }
    return (double)passed / (POINTS * POINTS);
}

/* Sixteen points a texel are off by a few of a hundred as a rule, and not to one side. */
static void alpha_becomes_the_share_that_passes(void **state)
{
    (void)state;
    struct random random = random_seeded();
    for (uint32_t round = 0; round < 20; round++) {
        uint8_t rgba[RGBA * EDGE_MAX * EDGE_MAX];
        uint32_t width = 1 + random_below(&random, EDGE_MAX);
        uint32_t height = 1 + random_below(&random, EDGE_MAX);
        double sum = 0, squares = 0;
        for (size_t i = 0; i < sizeof rgba; i++) {
            rgba[i] = random_below(&random, 2) ? 255 : (uint8_t)random_below(&random, 256);
        }
        struct mip_texture *texture = cover(rgba, width, height, 0);
        for (uint32_t i = 0; i < width * height; i++) {
            double wanted = share_of(rgba, width, height, (int)(i % width), (int)(i / width));
            double got = texture->levels[0].rgba[RGBA * i + 3] / 255.0;
            assert_int_equal(texture->levels[0].rgba[RGBA * i], (int)(rgba[RGBA * i] * got + 0.5));
            sum += got - wanted;
            squares += (got - wanted) * (got - wanted);
        }
        assert_true(sqrt(squares / (width * height)) < 0.1);
        assert_true(fabs(sum) / (width * height) < 0.02 + 0.3 / (width * height));
        free(texture);
    }
}

/* How many of 16 points of texel (x, y) pass, in whole numbers. */
static unsigned points_of(const uint8_t *rgba, uint32_t width, uint32_t height, int x, int y)
{
    static const int of_neighbor[4] = {3, 1, 1, 3};
    unsigned passed = 0;
    for (int i = 0; i < 16; i++) {
        int u = of_neighbor[i % 4], v = of_neighbor[i / 4];
        int left = i % 4 < 2 ? x - 1 : x + 1, top = i / 4 < 2 ? y - 1 : y + 1;
        double sum = (8 - u) * (8 - v) * alpha_at(rgba, width, height, x, y) +
                     u * (8 - v) * alpha_at(rgba, width, height, left, y) +
                     (8 - u) * v * alpha_at(rgba, width, height, x, top) +
                     u * v * alpha_at(rgba, width, height, left, top);
        passed += sum >= 64 * KEY;
    }
    return passed;
}

/* Squares of one alpha, just passing, just not, or neither, so that whole runs of texels agree. */
static void squares_of_alpha(struct random *random, uint32_t width, uint32_t height, uint8_t *rgba)
{
    static const uint8_t alphas[] = {0, 255, KEY, KEY - 1};
    uint8_t squares[8][8];
    for (size_t i = 0; i < sizeof squares; i++) {
        squares[i / 8][i % 8] = alphas[random_below(random, sizeof alphas)];
    }
    uint32_t edge = 1 + random_below(random, 20);
    for (uint32_t i = 0; i < width * height; i++) {
        for (size_t c = 0; c < 3; c++) {
            rgba[RGBA * i + c] = (uint8_t)random_next(random);
        }
        rgba[RGBA * i + 3] = squares[i / width / edge % 8][i % width / edge % 8];
    }
}

/* Runs of eight texels that agree are not interpolated. */
static void the_share_is_that_of_sixteen_points(void **state)
{
    (void)state;
    struct random random = random_seeded();
    for (uint32_t round = 0; round < 100; round++) {
        uint8_t rgba[RGBA * 4 * EDGE_MAX * EDGE_MAX];
        uint32_t width = 1 + random_below(&random, 4 * EDGE_MAX);
        uint32_t height = 1 + random_below(&random, EDGE_MAX);
        squares_of_alpha(&random, width, height, rgba);
        struct mip_texture *texture = cover(rgba, width, height, 0);
        for (uint32_t i = 0; i < width * height; i++) {
            const uint8_t *texel = texture->levels[0].rgba + (size_t)RGBA * i;
            unsigned share =
                points_of(rgba, width, height, (int)(i % width), (int)(i / width)) * 255 / 16;
            assert_int_equal(texel[3], share);
            for (size_t c = 0; c < 3; c++) {
                assert_int_equal(texel[c], (rgba[RGBA * i + c] * share + 127) / 255);
            }
        }
        free(texture);
    }
}

/* Leaves of 2 x 2 texels: averaged alpha, 64, is far below the key. Bilinear alpha passes on a
 * seventh of the area, not on a quarter. */
static void fine_leaves_do_not_vanish_from_afar(void **state)
{
    (void)state;
    uint8_t rgba[RGBA * 16 * 16] = {0};
    for (size_t i = 0; i < (size_t)16 * 16; i++) {
        bool leaf = i % 16 / 2 % 2 == 0 && i / 16 / 2 % 2 == 0;
        memcpy(rgba + RGBA * i, leaf ? "\x20\xc0\x10\xff" : "\xff\x00\xff\x00", RGBA);
    }
    struct mip_texture *texture = cover(rgba, 16, 16, 2);
    for (uint32_t i = 0; i < 16; i++) {
        const uint8_t *texel = texture->levels[2].rgba + (size_t)RGBA * i;
        assert_in_range(texel[3], 14, 45);
        assert_in_range(texel[0], texel[3] * 0x20 / 255 - 1, texel[3] * 0x20 / 255 + 1);
        assert_in_range(texel[1], texel[3] * 0xc0 / 255 - 1, texel[3] * 0xc0 / 255 + 1);
    }
    free(texture);
}

/* Levels do not depend on which of them are kept. */
static void levels_are_the_same_whichever_are_kept(void **state)
{
    (void)state;
    struct random random = random_seeded();
    uint8_t rgba[RGBA * 16 * 16];
    for (size_t i = 0; i < sizeof rgba; i++) {
        rgba[i] = (uint8_t)random_next(&random);
    }
    struct mip_texture *all = cover(rgba, 16, 16, 0);
    for (uint32_t first = 1; first < all->level_count; first++) {
        struct mip_texture *few = cover(rgba, 16, 16, first);
        const struct mip_level *level = &all->levels[first];
        assert_memory_equal(few->levels[first].rgba, level->rgba,
                            (size_t)RGBA * level->width * level->height);
        free(few);
    }
    free(all);
}

int test_alpha_coverage(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alpha_becomes_the_share_that_passes),
        cmocka_unit_test(the_share_is_that_of_sixteen_points),
        cmocka_unit_test(fine_leaves_do_not_vanish_from_afar),
        cmocka_unit_test(levels_are_the_same_whichever_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
