/* Filtering of building textures. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/textures/mip_reducer.h"
#include "mesh/mip_sample.h"
#include "render/random.h"

enum { EDGE = 16 };

/* Black and white columns, `width` texels each. */
static struct mip_texture *stripes(uint32_t width)
{
    uint8_t rgba[4 * EDGE * EDGE];
    size_t bytes;
    for (size_t i = 0; i < EDGE * EDGE; i++) {
        memset(rgba + 4 * i, i % EDGE / width % 2 ? 255 : 0, 3);
        rgba[4 * i + 3] = 255;
    }
    struct mip_texture *texture = mip_texture_create(rgba, EDGE, EDGE, &bytes);
    assert_non_null(texture);
    return texture;
}

static float red_at(const struct mip_texture *texture, double du, double dv, unsigned wrap,
                    double u, double v)
{
    const double along_u[2] = {du, 0};
    const double along_v[2] = {0, dv};
    struct mip_footprint footprint = mip_footprint(texture, along_u, along_v);
    return mip_sample(texture, &footprint, wrap, u, v)[0];
}

static void in_full_size_texels_are_themselves(void **state)
{
    (void)state;
    struct mip_texture *texture = stripes(2);
    for (int x = 0; x < EDGE; x++) {
        float wanted = x / 2 % 2 ? 255 : 0;
        assert_true(red_at(texture, 0.5 / EDGE, 0.5 / EDGE, 0, (x + 0.5) / EDGE, 0.3) == wanted);
    }
    free(texture);
}

static void far_away_all_is_the_average(void **state)
{
    (void)state;
    struct mip_texture *texture = stripes(1);
    assert_true(fabsf(red_at(texture, 3, 3, 0, 0.2, 0.7) - 127.5F) <= 1);
    free(texture);
}

static void a_long_footprint_blurs_along_itself_only(void **state)
{
    (void)state;
    struct mip_texture *texture = stripes(4);
    /* Eight texels along the stripes, one across: the stripes stay. */
    assert_true(red_at(texture, 1.0 / EDGE, 8.0 / EDGE, 0, 2.0 / EDGE, 0.5) < 1);
    assert_true(red_at(texture, 1.0 / EDGE, 8.0 / EDGE, 0, 6.0 / EDGE, 0.5) > 254);
    /* Across them they are gone. */
    assert_true(fabsf(red_at(texture, 8.0 / EDGE, 1.0 / EDGE, 0, 2.0 / EDGE, 0.5) - 127.5F) < 20);
    free(texture);
}

static void coordinates_wrap_or_clamp(void **state)
{
    (void)state;
    struct mip_texture *texture = stripes(8);
    const double step = 0.5 / EDGE;
    assert_true(red_at(texture, step, step, 0, 1.25, 0.5) == 0);
    assert_true(red_at(texture, step, step, 0, -0.25, 0.5) == 255);
    assert_true(red_at(texture, step, step, MIP_CLAMP_U, 7.25, 0.5) == 255);
    assert_true(red_at(texture, step, step, MIP_CLAMP_U, -3.75, 0.5) == 0);
    free(texture);
}

/* One channel of the four texels that texel (x, y) of the next level averages, by the definition.
 */
static uint8_t average(const struct mip_level *from, uint32_t x, uint32_t y, uint32_t channel)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t u = from->width > 1 ? 2 * x + i % 2 : 0;
        uint32_t v = from->height > 1 ? 2 * y + i / 2 : 0;
        sum += from->rgba[(size_t)4 * (v * from->width + u) + channel];
    }
    return (uint8_t)((sum + 2) / 4);
}

static void check_levels(const struct mip_texture *texture)
{
    for (uint32_t l = 1; l < texture->level_count; l++) {
        const struct mip_level *level = &texture->levels[l];
        for (uint32_t i = 0; i < 4 * level->width * level->height; i++) {
            uint32_t x = i / 4 % level->width;
            uint32_t y = i / 4 / level->width;
            assert_int_equal(level->rgba[i], average(level - 1, x, y, i % 4));
        }
    }
}

static void levels_are_averages(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1}, {2, 1}, {1, 9}, {3, 5}, {16, 16}, {33, 20}};
    struct random random = random_seeded();
    uint8_t rgba[4 * 33 * 20];
    for (uint32_t i = 0; i < 300; i++) {
        const uint32_t *size = sizes[i % 6];
        size_t bytes;
        for (size_t t = 0; t < sizeof rgba; t++) {
            rgba[t] = (uint8_t)random_next(&random);
        }
        struct mip_texture *texture = mip_texture_create(rgba, size[0], size[1], &bytes);
        assert_non_null(texture);
        check_levels(texture);
        free(texture);
    }
}

enum { WIDEST = 33, HIGHEST = 64 };

/* The levels from `first_level` on of an image that comes a few rows at a time. */
static struct mip_texture *reduced(const uint8_t *rgba, uint32_t width, uint32_t height,
                                   uint32_t first_level, struct random *random)
{
    struct mip_texture *texture = malloc(mip_texture_bytes(width, height, first_level));
    assert_non_null(texture);
    mip_texture_init(texture, width, height, first_level);
    struct mip_reducer *reducer = mip_reducer_create(texture, 0);
    assert_non_null(reducer);
    for (uint32_t y = 0, count; y < height; y += count) {
        count = 2 + 2 * random_below(random, 4);
        count = count < height - y ? count : height - y;
        mip_reducer_rows(reducer, rgba + (size_t)4 * width * y, count);
    }
    mip_reducer_destroy(reducer);
    mip_texture_finish(texture);
    return texture;
}

static void check_kept(const struct mip_texture *kept, const struct mip_texture *all)
{
    assert_int_equal(kept->level_count, all->level_count);
    for (uint32_t l = 0; l < all->level_count; l++) {
        const struct mip_level *level = &kept->levels[l];
        assert_int_equal(level->width, all->levels[l].width);
        assert_int_equal(level->height, all->levels[l].height);
        if (l < kept->first_level) {
            assert_null(level->rgba);
        } else {
            assert_memory_equal(level->rgba, all->levels[l].rgba,
                                (size_t)4 * level->width * level->height);
        }
    }
}

static void levels_made_of_rows_are_those_of_the_whole_image(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1},   {2, 1},  {1, 2},   {1, 9},   {9, 1},
                                        {3, 5},   {5, 3},  {16, 16}, {33, 20}, {20, 33},
                                        {31, 63}, {8, 64}, {32, 2},  {7, 7},   {2, 47}};
    static uint8_t rgba[4 * WIDEST * HIGHEST];
    struct random random = random_seeded();
    for (uint32_t i = 0; i < 150; i++) {
        const uint32_t *size = sizes[i % 15];
        size_t bytes;
        for (size_t t = 0; t < sizeof rgba; t++) {
            bool opaque = i % 4 && random_below(&random, 4);
            rgba[t] = t % 4 == 3 && opaque ? 255 : (uint8_t)random_next(&random);
        }
        struct mip_texture *all = mip_texture_create(rgba, size[0], size[1], &bytes);
        assert_non_null(all);
        for (uint32_t first = 0; first < all->level_count; first++) {
            struct mip_texture *kept = reduced(rgba, size[0], size[1], first, &random);
            assert_int_equal(kept->first_level, first);
            check_kept(kept, all);
            free(kept);
        }
        free(all);
    }
}

static void the_first_level_is_the_finest_within_the_edge(void **state)
{
    (void)state;
    assert_int_equal(mip_first_level(64, 64, 64), 0);
    assert_int_equal(mip_first_level(64, 64, UINT32_MAX), 0);
    assert_int_equal(mip_first_level(65, 64, 64), 1);
    assert_int_equal(mip_first_level(16, 256, 64), 2);
    assert_int_equal(mip_first_level(129, 1, 64), 1);
    assert_int_equal(mip_first_level(131, 1, 64), 2);
    assert_int_equal(mip_first_level(8192, 8192, 1), 13);
}

static double between(struct random *random, double low, double high)
{
    return low + (high - low) * (double)random_next(random) / 4294967296.0;
}

/* Footprints about as long as it takes, long and short sides turned and swapped. */
static void levels_surely_kept_are_kept(void **state)
{
    (void)state;
    struct random random = random_seeded();
    struct mip_texture *texture = malloc(mip_texture_bytes(EDGE, 4 * EDGE, 0));
    assert_non_null(texture);
    uint32_t sure = 0;
    uint32_t finer = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        uint32_t first = random_below(&random, 6);
        mip_texture_init(texture, EDGE, 4 * EDGE, first);
        double side = between(&random, 0.9, 2.1) * (double)(1U << first);
        double other = side * (i % 2 ? between(&random, 1, 1.0001) : between(&random, 1, 40));
        double turn = between(&random, 0, 6.3);
        const double area = between(&random, -1000, 1000);
        uint32_t longer = i / 2 % 2;
        double u[2] = {cos(turn) * side / EDGE * area, sin(turn) * side / EDGE * area};
        double v[2] = {sin(turn) * side / 4 / EDGE * area, -cos(turn) * side / 4 / EDGE * area};
        u[longer] *= other / side;
        v[longer] *= other / side;
        const double step_u[2] = {u[0] / area, u[1] / area};
        const double step_v[2] = {v[0] / area, v[1] / area};
        bool kept = mip_footprint(texture, step_u, step_v).level >= first;
        if (mip_surely_kept(texture, u, v, area)) {
            assert_true(kept);
            sure++;
        }
        finer += !kept;
        assert_true(mip_surely_kept(texture, u, v, area) || side < 1.44 * (double)(1U << first));
    }
    assert_true(sure > 500 && finer > 500);
    free(texture);
}

/* A leaf beside nothing: green and opaque, black and transparent. */
static struct mip_texture *leaf(void)
{
    static const uint8_t rgba[2 * 2 * 4] = {40, 200, 60, 255, 0, 0, 0, 0, 40, 200, 60, 255};
    size_t bytes;
    struct mip_texture *texture = mip_texture_create(rgba, 2, 2, &bytes);
    assert_non_null(texture);
    return texture;
}

/* Straight alpha made the edges of what is cut out half black. */
static void cut_out_edges_do_not_darken(void **state)
{
    (void)state;
    struct mip_texture *texture = leaf();
    texture->alpha.is_opacity = true; /* its colours are those multiplied by alpha, too */
    const double along_u[2] = {0.1, 0};
    const double along_v[2] = {0, 0.1};
    struct mip_footprint footprint = mip_footprint(texture, along_u, along_v);
    for (int i = 0; i <= 40; i++) {
        lanes_f rgba = mip_sample(texture, &footprint, 0, 0.25 + i / 80.0, 0.25);
        assert_true(fabsf(rgba[3] - 255.0F * (float)(40 - i) / 40.0F) < 1.5F);
        if (i < 40) {
            assert_true(fabsf(rgba[0] - 40) < 0.01F && fabsf(rgba[1] - 200) < 0.01F);
        }
    }
    free(texture);
}

/* Alpha of an opaque material is a mask of reflections: it has no say in the colour. */
static void colours_do_not_weigh_by_alpha_unasked(void **state)
{
    (void)state;
    struct mip_texture *texture = leaf();
    const double along[2] = {0.01, 0.01};
    struct mip_footprint footprint = mip_footprint(texture, along, along);
    lanes_f rgba = mip_sample(texture, &footprint, 0, 0.5, 0.25);
    assert_true(fabsf(rgba[1] - 100) < 0.5F);
    free(texture);
}

static struct mip_footprint footprint_of(const struct mip_texture *texture, double shorter,
                                         double longer)
{
    const double along_u[2] = {shorter / EDGE, 0};
    const double along_v[2] = {0, longer / EDGE};
    return mip_footprint(texture, along_u, along_v);
}

static void the_shorter_axis_decides_the_level(void **state)
{
    (void)state;
    static const struct {
        double shorter, longer;
        uint32_t level, taps;
    } cases[] = {{0.1, 1.3, 0, 1}, {0.1, 1.4, 0, 2}, {2.8, 2.8, 0, 3}, {2.9, 2.9, 1, 2},
                 {1, 20, 0, 15},   {1, 40, 1, 15},   {9, 12, 2, 3},    {900, 900, 4, 16}};
    struct mip_texture *texture = stripes(1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct mip_footprint footprint = footprint_of(texture, cases[i].shorter, cases[i].longer);
        assert_int_equal(footprint.level, cases[i].level);
        assert_int_equal(footprint.taps, cases[i].taps);
    }
    free(texture);
}

/* Bilinear value of a channel at a place in texels, rounded to 1/128 texel. */
static double bilinear(const struct mip_level *level, double u, double v, uint32_t channel)
{
    double x = floor((u - floor(u)) * level->width * 128 + 0.5) / 128 - 0.5;
    double y = floor((v - floor(v)) * level->height * 128 + 0.5) / 128 - 0.5;
    double value = 0;
    for (uint32_t i = 0; i < 4; i++) {
        double across = i % 2 ? x - floor(x) : 1 - (x - floor(x));
        double down = i / 2 ? y - floor(y) : 1 - (y - floor(y));
        uint32_t column = ((uint32_t)(floor(x) + i % 2 + level->width)) % level->width;
        uint32_t row = ((uint32_t)(floor(y) + i / 2 + level->height)) % level->height;
        value += across * down * level->rgba[4 * (row * level->width + column) + channel];
    }
    return value;
}

/* The mean along a footprint. */
static double mean_of(const struct mip_level *level, const struct mip_footprint *footprint,
                      const double at[2], uint32_t channel)
{
    double sum = 0;
    for (uint32_t tap = 0; tap < footprint->taps; tap++) {
        double away = tap - 0.5 * (footprint->taps - 1);
        sum += bilinear(level, at[0] + away * footprint->step_u, at[1] + away * footprint->step_v,
                        channel);
    }
    return sum / footprint->taps;
}

/* Footprints of whole 2^-20, so that places have no rounding of their own. */
static double random_step(struct random *random)
{
    return ((double)random_below(random, 1 << 19) - (1 << 18)) / (1 << 20);
}

static void a_sample_is_the_mean_of_its_texels(void **state)
{
    (void)state;
    struct random random = random_seeded();
    uint8_t texels[4 * EDGE * EDGE];
    size_t bytes;
    for (size_t i = 0; i < sizeof texels; i++) {
        texels[i] = (uint8_t)random_next(&random);
    }
    struct mip_texture *texture = mip_texture_create(texels, EDGE, EDGE, &bytes);
    assert_non_null(texture);
    for (int i = 0; i < 2000; i++) {
        struct mip_footprint footprint = {
            .level = random_below(&random, 3),
            .taps = 1 + random_below(&random, MIP_TAPS_MAX),
            .step_u = (float)random_step(&random),
            .step_v = (float)random_step(&random),
        };
        const double at[2] = {random_step(&random), random_step(&random)};
        const struct mip_level *level = &texture->levels[footprint.level];
        lanes_f rgba = mip_sample(texture, &footprint, 0, at[0], at[1]);
        for (uint32_t c = 0; c < 4; c++) {
            assert_true(fabs((double)rgba[c] - mean_of(level, &footprint, at, c)) < 1e-3);
        }
    }
    free(texture);
}

int test_mip_sample(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_full_size_texels_are_themselves),
        cmocka_unit_test(cut_out_edges_do_not_darken),
        cmocka_unit_test(colours_do_not_weigh_by_alpha_unasked),
        cmocka_unit_test(far_away_all_is_the_average),
        cmocka_unit_test(a_long_footprint_blurs_along_itself_only),
        cmocka_unit_test(coordinates_wrap_or_clamp),
        cmocka_unit_test(levels_are_averages),
        cmocka_unit_test(a_sample_is_the_mean_of_its_texels),
        cmocka_unit_test(levels_made_of_rows_are_those_of_the_whole_image),
        cmocka_unit_test(the_first_level_is_the_finest_within_the_edge),
        cmocka_unit_test(the_shorter_axis_decides_the_level),
        cmocka_unit_test(levels_surely_kept_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
