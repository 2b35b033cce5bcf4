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

static const int32_t no_step[2];

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

/* The footprint of a triangle that covers so much of a pixel, on which u and v change by `east` and
 * `south` from pixel to pixel. */
static struct mip_footprint footprint_on(const struct mip_texture *texture,
                                         struct mip_sampling sampling, lanes_f east, lanes_f south,
                                         float covered)
{
    struct mip_slopes slopes = {0};
    struct mip_footprint footprints[MIP_RUN];
    for (unsigned axis = 0; axis < 2; axis++) {
        slopes.east[axis][MIP_RUN - 1] = east[axis];
        slopes.south[axis][MIP_RUN - 1] = south[axis];
    }
    slopes.covered[MIP_RUN - 1] = covered;
    mip_footprints(texture, sampling, &slopes, MIP_RUN, footprints);
    return footprints[MIP_RUN - 1];
}

static struct mip_footprint footprint_of(const struct mip_texture *texture,
                                         struct mip_sampling sampling, lanes_f east, lanes_f south)
{
    return footprint_on(texture, sampling, east, south, 1.0F);
}

/* The value at (u, v). */
static lanes_f value_at(const struct mip_texture *texture, lanes_f east, lanes_f south,
                        unsigned wrap, double u, double v)
{
    struct mip_footprint footprint =
        footprint_of(texture, (struct mip_sampling){MIP_ANISOTROPIC, 1.0F}, east, south);
    const struct mip_level *image = &texture->levels[footprint.level];
    const lanes_f scale = {(float)(image->width * PLACE_ONE), (float)(image->height * PLACE_ONE)};
    struct mip_places places;
    mip_places_of(texture, wrap, footprint, east * scale, south * scale, &places);
    return mip_sample(&places, mip_place((lanes_f){(float)u, (float)v} * scale + 0.5F));
}

static float red_at(const struct mip_texture *texture, double du, double dv, unsigned wrap,
                    double u, double v)
{
    return value_at(texture, (lanes_f){(float)du, 0}, (lanes_f){0, (float)dv}, wrap, u, v)[0];
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

/* A leaf next to nothing: green and opaque, black and transparent. */
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
    for (int i = 0; i <= 40; i++) {
        lanes_f rgba = mip_divide_by_alpha(
            value_at(texture, (lanes_f){0.1F, 0}, (lanes_f){0, 0.1F}, 0, 0.25 + i / 80.0, 0.25));
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
    const lanes_f along = {0.01F, 0.01F};
    lanes_f rgba = value_at(texture, along, along, 0, 0.5, 0.25);
    assert_true(fabsf(rgba[1] - 100) < 0.5F);
    free(texture);
}

/* Along the texture's axes. */
static void the_shorter_axis_decides_the_level(void **state)
{
    (void)state;
    static const struct {
        float east, south; /* texels */
        uint32_t level, taps;
    } cases[] = {{0.1F, 0.1F, 0, 1}, {3.0F, 3.0F, 0, 3}, {3.1F, 3.1F, 1, 2}, {1, 4.1F, 0, 3},
                 {4.1F, 1, 0, 3},    {1, 40, 1, 14},     {9, 12, 2, 3},      {900, 900, 4, 16}};
    struct mip_texture *texture = stripes(1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct mip_footprint footprint =
            footprint_of(texture, (struct mip_sampling){MIP_ANISOTROPIC, 1.0F},
                         (lanes_f){cases[i].east / EDGE, 0}, (lanes_f){0, cases[i].south / EDGE});
        assert_int_equal(footprint.level, cases[i].level);
        assert_int_equal(footprint.taps, cases[i].taps);
        assert_int_equal(footprint.next, 0);
        struct mip_footprint of_half = footprint_of(
            texture, (struct mip_sampling){MIP_ANISOTROPIC, 0.5F},
            (lanes_f){2 * cases[i].east / EDGE, 0}, (lanes_f){0, 2 * cases[i].south / EDGE});
        assert_memory_equal(&of_half, &footprint, sizeof footprint);
    }
    free(texture);
}

/* What covers a quarter of a pixel has samples as a pixel of half the edge. */
static void a_small_triangle_blurs_over_what_it_covers(void **state)
{
    (void)state;
    const struct mip_sampling sampling = {MIP_ANISOTROPIC, 1.0F};
    struct mip_texture *texture = stripes(4);
    const lanes_f east = {8.0F / EDGE, 0}, south = {0, 4.0F / EDGE};
    struct mip_footprint whole = footprint_of(texture, sampling, east, south);
    struct mip_footprint part = footprint_on(texture, sampling, east, south, 0.25F);
    struct mip_footprint half = footprint_of(texture, sampling, 0.5F * east, 0.5F * south);
    assert_int_equal(whole.reach, MIP_REACH_ALL);
    assert_int_equal(part.reach, (MIP_REACH_ALL + 1) / 2);
    assert_int_equal(part.level, whole.level - 1);
    assert_int_equal(part.level, half.level);
    assert_int_equal(part.taps, half.taps);

    const float texel = (float)PLACE_ONE;
    struct mip_places places, of_half;
    mip_places_of(texture, 0, part, 8 * texel * (lanes_f){1}, 4 * texel * (lanes_f){0, 1}, &places);
    mip_places_of(texture, 0, half, 4 * texel * (lanes_f){1}, 2 * texel * (lanes_f){0, 1},
                  &of_half);
    assert_in_range(places.step[0], of_half.step[0], of_half.step[0] + 2);
    assert_int_equal(places.step[1], 0);
    free(texture);
}

/* The level is log2 of the longer axis in texels, and the share of the next one its fraction. */
static void trilinear_levels_are_those_of_the_longer_axis(void **state)
{
    (void)state;
    static const struct {
        float east, south; /* texels */
        uint32_t level;
        double next;
    } cases[] = {{0.1F, 0.1F, 0, 0},
                 {1, 1, 0, 0},
                 {1.5F, 0.1F, 0, 0.584963},
                 {0.1F, 1.5F, 0, .584963},
                 {1.99F, 1, 0, 0.992768},
                 {2, 2, 1, 0},
                 {3, 9, 3, 0.169925},
                 {12, 0, 3, 0.584963},
                 {16, 1, 4, 0},
                 {900, 900, 4, 0}};
    struct mip_texture *texture = stripes(1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct mip_footprint footprint =
            footprint_of(texture, (struct mip_sampling){MIP_TRILINEAR, 1.0F},
                         (lanes_f){cases[i].east / EDGE, 0}, (lanes_f){0, cases[i].south / EDGE});
        assert_int_equal(footprint.level, cases[i].level);
        assert_int_equal(footprint.taps, 1);
        assert_int_equal(footprint.next, (uint32_t)(256 * cases[i].next));
    }
    struct mip_footprint odd = footprint_of(texture, (struct mip_sampling){MIP_TRILINEAR, 1.0F},
                                            (lanes_f){INFINITY, NAN}, (lanes_f){NAN, 1});
    assert_in_range(odd.level, 0, 4);
    assert_int_equal(footprint_of(texture, (struct mip_sampling){MIP_TRILINEAR, 1.0F}, (lanes_f){0},
                                  (lanes_f){0})
                         .next,
                     0);
    free(texture);
}

/* What is stretched across both axes of the texture keeps its samples. */
static void a_slanting_footprint_takes_samples(void **state)
{
    (void)state;
    struct mip_texture *texture = stripes(1);
    struct mip_footprint footprint =
        footprint_of(texture, (struct mip_sampling){MIP_ANISOTROPIC, 1.0F},
                     (lanes_f){8.0F / EDGE, 8.0F / EDGE}, (lanes_f){0.5F / EDGE, -0.5F / EDGE});
    assert_int_equal(footprint.level, 0);
    assert_false(footprint.is_south);
    assert_int_equal(footprint.taps, 8);
    footprint = footprint_of(texture, (struct mip_sampling){MIP_ANISOTROPIC, 1.0F}, (lanes_f){0, 0},
                             (lanes_f){0, 0});
    assert_int_equal(footprint.taps, 1);
    footprint = footprint_of(texture, (struct mip_sampling){MIP_ANISOTROPIC, 1.0F},
                             (lanes_f){INFINITY, NAN}, (lanes_f){NAN, 1});
    assert_in_range(footprint.taps, 1, MIP_TAPS_MAX);
    assert_in_range(footprint.level, 0, 4);
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

/* Places and steps of whole 1/128 texels, so that they have no rounding of their own. */
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
        uint32_t taps = 1 + 2 * random_below(&random, MIP_TAPS_MAX / 2);
        const int32_t step[2] = {(int32_t)random_below(&random, 900) - 450,
                                 (int32_t)random_below(&random, 900) - 450};
        struct mip_places places;
        mip_places_set(&texture->levels[random_below(&random, 3)], 0, taps, step, &places);
        const lanes_i at = {(int32_t)random_below(&random, 9999),
                            (int32_t)random_below(&random, 9999)};
        lanes_f rgba = mip_sample(&places, at);
        for (uint32_t c = 0; c < 4; c++) {
            double sum = 0;
            for (uint32_t tap = 0; tap < taps; tap++) {
                int32_t away = (int32_t)tap - (int32_t)(taps / 2);
                sum += bilinear(
                    places.image,
                    (double)(at[0] + away * places.step[0]) / PLACE_ONE / places.image->width,
                    (double)(at[1] + away * places.step[1]) / PLACE_ONE / places.image->height, c);
            }
            assert_true(fabs((double)rgba[c] - sum / taps) < 1e-3);
        }
    }
    free(texture);
}

/* A texel of an image, on an axis that is clamped or repeats. */
static uint32_t texel_of(int32_t place, uint32_t edge, bool is_clamped)
{
    int32_t size = (int32_t)edge, texel = (int32_t)floor((double)place / PLACE_ONE);
    if (is_clamped) {
        return (uint32_t)(texel < 0 ? 0 : texel < size ? texel : size - 1);
    }
    return (uint32_t)((texel % size + size) % size);
}

/* Sums a channel at a place, times 2^14. */
static uint32_t weighed(const struct mip_level *image, unsigned wrap, int32_t x, int32_t y,
                        uint32_t channel)
{
    uint32_t sum = 0;
    x -= PLACE_ONE / 2;
    y -= PLACE_ONE / 2;
    for (int32_t corner = 0; corner < 4; corner++) {
        int32_t east = corner & 1, south = corner >> 1;
        int32_t part_x = x & (PLACE_ONE - 1), part_y = y & (PLACE_ONE - 1);
        uint32_t column = texel_of(x + east * PLACE_ONE, image->width, wrap & MIP_CLAMP_U);
        uint32_t row = texel_of(y + south * PLACE_ONE, image->height, wrap & MIP_CLAMP_V);
        sum += (uint32_t)((east ? part_x : PLACE_ONE - part_x) *
                          (south ? part_y : PLACE_ONE - part_y)) *
               image->rgba[4 * (row * image->width + column) + channel];
    }
    return sum;
}

static void samples_are_those_of_one_texel_at_a_time(void **state)
{
    static const uint32_t edges[] = {1, 2, 3, 5, 8, 16};
    (void)state;
    struct random random = random_seeded();
    for (int i = 0; i < 20000; i++) {
        uint8_t texels[4 * EDGE * EDGE];
        struct mip_level image = {edges[random_below(&random, 6)], edges[random_below(&random, 6)],
                                  texels};
        uint32_t wrap = random_below(&random, 4), taps = 1 + random_below(&random, MIP_TAPS_MAX);
        uint32_t reach = 1U << (1 + random_below(&random, 24));
        int32_t at[2], step[2], nearest = 0;
        uint32_t sums[4] = {0};
        struct mip_places places;
        for (size_t t = 0; t < 4 * image.width * image.height; t++) {
            texels[t] = (uint8_t)random_next(&random);
        }
        for (int axis = 0; axis < 2; axis++) {
            at[axis] = (int32_t)random_below(&random, 2 * reach) - (int32_t)reach;
            step[axis] = (int32_t)random_below(&random, 2 * reach) - (int32_t)reach;
        }
        mip_places_set(&image, wrap, taps, step, &places);
        for (int32_t tap = 0; tap < (int32_t)taps; tap++) {
            int32_t x = at[0] - step[0] * (int32_t)(taps - 1) / 2 + tap * step[0];
            int32_t y = at[1] - step[1] * (int32_t)(taps - 1) / 2 + tap * step[1];
            for (uint32_t c = 0; c < 4; c++) {
                sums[c] += weighed(&image, wrap, x, y, c);
            }
            nearest += texels[4 * (texel_of(y, image.height, wrap & MIP_CLAMP_V) * image.width +
                                   texel_of(x, image.width, wrap & MIP_CLAMP_U)) +
                              3];
        }
        lanes_f rgba = mip_sample(&places, (lanes_i){at[0], at[1]});
        for (uint32_t c = 0; c < 4; c++) {
            assert_true(rgba[c] == (float)sums[c] * (0x1p-14F / (float)taps));
        }
        assert_true(mip_nearest_alpha(&places, (lanes_i){at[0], at[1]}) ==
                    (float)nearest / (float)taps);
    }
}

/* Places of even 1/128 texels, so that those of the next level are whole. */
static void between_levels_two_samples_are_mixed(void **state)
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
        const struct mip_level *fine = &texture->levels[random_below(&random, 4)];
        struct mip_places places;
        mip_places_set(fine, 0, 1, no_step, &places);
        places.next = (uint8_t)(1 + random_below(&random, 255));
        const lanes_i at = {2 * (int32_t)random_below(&random, 5000),
                            2 * (int32_t)random_below(&random, 5000)};
        double u = (double)at[0] / PLACE_ONE / fine->width;
        double v = (double)at[1] / PLACE_ONE / fine->height;
        lanes_f rgba = mip_sample(&places, at);
        for (uint32_t c = 0; c < 4; c++) {
            double wanted = bilinear(fine, u, v, c) * (256 - places.next) / 256 +
                            bilinear(fine + 1, u, v, c) * places.next / 256;
            assert_true(fabs((double)rgba[c] - wanted) < 1e-3);
        }
    }
    free(texture);
}

/* Edges of hostile files may be of any length. */
static void edges_need_not_be_powers_of_two(void **state)
{
    (void)state;
    uint8_t texels[4 * 3 * 5];
    size_t bytes;
    for (size_t i = 0; i < sizeof texels; i++) {
        texels[i] = (uint8_t)(i / 4 * 16);
    }
    struct mip_texture *texture = mip_texture_create(texels, 3, 5, &bytes);
    assert_non_null(texture);
    for (int32_t y = -7; y < 12; y++) {
        for (int32_t x = -7; x < 12; x++) {
            struct mip_places places;
            mip_places_set(&texture->levels[0], 0, 1, no_step, &places);
            const lanes_i at = {x * PLACE_ONE + PLACE_ONE / 2, y * PLACE_ONE + PLACE_ONE / 2};
            float wanted = (float)(((y + 10) % 5 * 3 + (x + 9) % 3) * 16);
            assert_true(mip_sample(&places, at)[0] == wanted);
            const lanes_i between = {(x + 1) * PLACE_ONE, y * PLACE_ONE + PLACE_ONE / 2};
            float next = (float)(((y + 10) % 5 * 3 + (x + 10) % 3) * 16);
            assert_true(mip_sample(&places, between)[0] == (wanted + next) / 2);
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
        cmocka_unit_test(samples_are_those_of_one_texel_at_a_time),
        cmocka_unit_test(levels_made_of_rows_are_those_of_the_whole_image),
        cmocka_unit_test(the_first_level_is_the_finest_within_the_edge),
        cmocka_unit_test(the_shorter_axis_decides_the_level),
        cmocka_unit_test(trilinear_levels_are_those_of_the_longer_axis),
        cmocka_unit_test(a_small_triangle_blurs_over_what_it_covers),
        cmocka_unit_test(a_slanting_footprint_takes_samples),
        cmocka_unit_test(between_levels_two_samples_are_mixed),
        cmocka_unit_test(edges_need_not_be_powers_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
