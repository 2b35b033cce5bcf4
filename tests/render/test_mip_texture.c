/* Filtering of building textures. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "render/mip_texture.h"

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
    float rgba[4];
    const double along_u[2] = {du, 0};
    const double along_v[2] = {0, dv};
    struct mip_footprint footprint = mip_footprint(texture, along_u, along_v);
    mip_sample(texture, &footprint, wrap, u, v, rgba);
    return rgba[0];
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

static void transparent_texels_lend_no_color(void **state)
{
    (void)state;
    const uint8_t rgba[16] = {200, 0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0};
    size_t bytes;
    struct mip_texture *texture = mip_texture_create(rgba, 2, 2, &bytes);
    assert_non_null(texture);
    assert_int_equal(texture->level_count, 2);
    assert_int_equal(texture->levels[1].rgba[0], 200);
    assert_int_equal(texture->levels[1].rgba[1], 0);
    assert_int_equal(texture->levels[1].rgba[3], 64);
    free(texture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_full_size_texels_are_themselves),
        cmocka_unit_test(far_away_all_is_the_average),
        cmocka_unit_test(a_long_footprint_blurs_along_itself_only),
        cmocka_unit_test(coordinates_wrap_or_clamp),
        cmocka_unit_test(transparent_texels_lend_no_color),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
