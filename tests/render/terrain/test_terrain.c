/* Terrain where the answer is known without the program. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render/random.h"
#include "render/terrain/terrain_fixture.h"

static struct fixture fixture;

static int set_up(void **state)
{
    (void)state;
    fixture_init(&fixture);
    return 0;
}

static void assert_pixel(const uint8_t *pixel, int red, int green, int blue, int alpha)
{
    assert_int_equal(pixel[0], red);
    assert_int_equal(pixel[1], green);
    assert_int_equal(pixel[2], blue);
    assert_int_equal(pixel[3], alpha);
}

static void assert_near(int got, double wanted)
{
    assert_true(fabs(got - wanted) <= 0.76);
}

static void one_color_on_flat_ground_keeps_its_color(void **state)
{
    (void)state;
    static const uint8_t colors[][3] = {{0, 0, 0}, {255, 255, 255}, {1, 2, 3}, {200, 100, 50}};
    for (size_t c = 0; c < 4; c++) {
        fixture_color(&fixture, 0, colors[c][0], colors[c][1], colors[c][2]);
        for (uint32_t quad_px = 1; quad_px <= 9; quad_px++) {
            uint8_t *pixels = fixture_draw(&fixture, quad_px);
            for (size_t i = 0; i < (size_t)64 * quad_px * quad_px; i++) {
                assert_pixel(pixels + 4 * i, colors[c][0], colors[c][1], colors[c][2], 255);
            }
            free(pixels);
        }
    }
}

static void unlit_is_the_texture_itself(void **state)
{
    (void)state;
    fixture_color(&fixture, 0, 255, 128, 1);
    adtmap_settings_preset(ADTMAP_LIGHT_UNLIT, &fixture.settings);
    fixture.settings.draw = 0;
    fixture.terrain.normal[30][0] = 90;
    uint8_t *pixels = fixture_draw(&fixture, 4);
    for (size_t i = 0; i < 32 * 32; i++) {
        assert_pixel(pixels + 4 * i, 255, 128, 1, 255);
    }
    free(pixels);
}

/* Layer 1 rises from west to east by one texel's step a texel. */
static void draw_ramp(enum adtmap_blend blend, double layer_0, double layer_1)
{
    uint8_t *alpha = fixture_add_layer(&fixture);
    for (size_t i = 0; i < ADT_MAP_TEXELS; i++) {
        alpha[i] = (uint8_t)(4 * (i % 64));
    }
    fixture.scene.blend = blend;
    uint8_t *pixels = fixture_draw(&fixture, 8);
    for (size_t i = 0; i < 64 * 64; i++) {
        double texel = (double)(i % 64);
        if (texel >= 1 && texel <= 62) { /* the ends of the ramp are bent by the clamp */
            double weight = 4 * texel / 255;
            assert_near(pixels[4 * i], layer_0 * (1 - weight) + layer_1 * weight);
        }
    }
    free(pixels);
}

static void two_layers_mix_along_a_ramp(void **state)
{
    (void)state;
    fixture_color(&fixture, 0, 200, 0, 0);
    fixture_color(&fixture, 1, 40, 0, 0);
    draw_ramp(ADTMAP_BLEND_WEIGHTED, 200, 40);
    fixture.scene.chunks[0].layer_count = 1;
    draw_ramp(ADTMAP_BLEND_SEQUENTIAL, 200, 40);
}

/* Three layers at 60 %, 50 % and 40 %. */
static int mix_of_four(enum adtmap_blend blend)
{
    static const uint8_t alphas[] = {153, 128, 102};
    fixture_init(&fixture);
    for (size_t i = 0; i < 4; i++) {
        fixture_color(&fixture, i, (uint8_t)(60 * i + 10), 0, 0);
    }
    for (size_t i = 0; i < 3; i++) {
        memset(fixture_add_layer(&fixture), alphas[i], ADT_MAP_TEXELS);
    }
    fixture.scene.blend = blend;
    uint8_t *pixels = fixture_draw(&fixture, 4);
    int red = pixels[4 * (16 * 32 + 16)];
    free(pixels);
    return red;
}

static void sequential_layers_cover_those_below(void **state)
{
    (void)state;
    double c = 10;
    c += 153 / 255.0 * (70 - c);
    c += 128 / 255.0 * (130 - c);
    c += 102 / 255.0 * (190 - c);
    assert_near(mix_of_four(ADTMAP_BLEND_SEQUENTIAL), c);
}

static void weights_beyond_one_leave_nothing_for_the_base(void **state)
{
    (void)state;
    double c = (153 * 70 + 128 * 130 + 102 * 190) / 255.0;
    assert_near(mix_of_four(ADTMAP_BLEND_WEIGHTED), c < 255 ? c : 255);
}

/* p = 0.2, 0.5, 0.3; what is below the highest loses by the difference. */
static void height_blend_favours_the_highest(void **state)
{
    (void)state;
    fixture_color(&fixture, 0, 10, 0, 0);
    fixture_color(&fixture, 1, 100, 0, 0);
    fixture_color(&fixture, 2, 250, 0, 0);
    memset(fixture_add_layer(&fixture), 128, ADT_MAP_TEXELS);
    memset(fixture_add_layer(&fixture), 77, ADT_MAP_TEXELS);
    fixture.scene.blend = ADTMAP_BLEND_HEIGHT;
    uint8_t *pixels = fixture_draw(&fixture, 4);
    double w[3] = {(255 - 128 - 77) / 255.0, 128 / 255.0, 77 / 255.0};
    double sum = 0;
    for (size_t i = 0; i < 3; i++) {
        w[i] *= 1 - (128 / 255.0 - w[i]);
        sum += w[i];
    }
    assert_near(pixels[0], (w[0] * 10 + w[1] * 100 + w[2] * 250) / sum);
    free(pixels);
}

static void a_half_shadowed_chunk_is_dark_on_one_side(void **state)
{
    (void)state;
    fixture_color(&fixture, 0, 200, 200, 200);
    for (size_t y = 0; y < 64; y++) {
        fixture.shadow[y] = 0xFFFFFFFF; /* the western columns */
    }
    fixture.scene.chunks[0].shadow = fixture.shadow;
    uint8_t *pixels = fixture_draw(&fixture, 4);
    double dark = 200 * (0.5 + 0.8308 * 0.6018 * (1 - 0.65));
    for (size_t y = 0; y < 32; y++) {
        assert_near(pixels[4 * (32 * y + 3)], dark);
        assert_near(pixels[4 * (32 * y + 28)], 200);
    }
    free(pixels);
}

/* Lit or not: the shadow is in the mix of the layers. */
static void shadow_takes_from_layers_where_the_scene_says_so(void **state)
{
    (void)state;
    struct scene_chunk *chunk = &fixture.scene.chunks[0];
    fixture_color(&fixture, 0, 0, 0, 0);
    fixture_color(&fixture, 1, 200, 200, 200);
    memset(fixture_add_layer(&fixture), 255, ADT_MAP_TEXELS);
    for (size_t y = 0; y < 64; y++) {
        fixture.shadow[y] = 0xFFFFFFFF;
    }
    chunk->shadow = fixture.shadow;
    adtmap_settings_preset(ADTMAP_LIGHT_UNLIT, &fixture.settings);
    for (int takes = 0; takes <= 1; takes++) {
        chunk->shadow_takes_alpha = takes;
        uint8_t *pixels = fixture_draw(&fixture, 4);
        assert_near(pixels[4 * 3], takes ? 200 * 178 / 256.0 : 200);
        assert_near(pixels[4 * 28], 200);
        free(pixels);
    }
}

static void a_hole_opens_its_quad_alone(void **state)
{
    (void)state;
    fixture_color(&fixture, 0, 200, 200, 200);
    fixture.terrain.holes = UINT64_C(1) << (8 * 2 + 5);
    fixture.settings.background[0] = 9;
    fixture.settings.background[3] = 0;
    uint8_t *pixels = fixture_draw(&fixture, 3);
    for (size_t i = 0; i < 24 * 24; i++) {
        bool open = i % 24 / 3 == 5 && i / 24 / 3 == 2;
        assert_int_equal(pixels[4 * i], open ? 9 : 200);
        assert_int_equal(pixels[4 * i + 3], open ? 0 : 255);
    }
    free(pixels);
    fixture.settings.ground = ADTMAP_GROUND_RELIEF; /* a map shows the ground over a cave */
    pixels = fixture_draw(&fixture, 3);
    for (size_t i = 0; i < 24 * 24; i++) {
        assert_int_equal(pixels[4 * i + 3], 255);
    }
    free(pixels);
}

static void an_absent_chunk_is_background(void **state)
{
    (void)state;
    fixture.settings.background[1] = 77;
    uint8_t *pixels = fixture_draw_chunk(&fixture, 2, 17);
    for (size_t i = 0; i < 16 * 16; i++) {
        assert_pixel(pixels + 4 * i, 0, 77, 0, 255);
    }
    free(pixels);
}

/* It was white: a map had white squares under a city. */
static void a_chunk_without_layers_is_background(void **state)
{
    (void)state;
    fixture.settings.background[1] = 77;
    fixture.scene.chunks[0].layer_count = 0;
    uint8_t *pixels = fixture_draw(&fixture, 2);
    assert_pixel(pixels, 0, 77, 0, 255);
    free(pixels);
}

static void a_chunk_without_layers_can_be_white_in_the_light(void **state)
{
    (void)state;
    adtmap_settings_preset(ADTMAP_LIGHT_UNLIT, &fixture.settings);
    fixture.scene.chunks[0].layer_count = 0;
    fixture.scene.chunks[0].is_white = true;
    uint8_t *pixels = fixture_draw(&fixture, 2);
    assert_pixel(pixels, 255, 255, 255, 255);
    free(pixels);
    fixture.settings.light.ambient[1] = 0.5F;
    pixels = fixture_draw(&fixture, 2);
    assert_int_equal(pixels[0], 255);
    assert_true(pixels[1] >= 127 && pixels[1] <= 128);
    free(pixels);
}

static void an_overbright_layer_counts_twice(void **state)
{
    (void)state;
    adtmap_settings_preset(ADTMAP_LIGHT_UNLIT, &fixture.settings);
    fixture_color(&fixture, 0, 20, 100, 200);
    fixture.scene.chunks[0].layers[0].is_overbright = true;
    uint8_t *pixels = fixture_draw(&fixture, 2);
    assert_pixel(pixels, 40, 200, 255, 255);
    free(pixels);
}

static void a_slope_is_lit_by_its_normal(void **state)
{
    (void)state;
    static const int normals[][3] = {{80, 0, 98}, {0, 80, 98}, {-80, -20, 95}, {-100, -70, 30}};
    fixture_color(&fixture, 0, 100, 150, 60);
    for (size_t k = 0; k < 4; k++) {
        double length = 0;
        double d = 0;
        const double sun[3] = {0.5647, 0.5647, 0.6018};
        for (size_t axis = 0; axis < 3; axis++) {
            length += normals[k][axis] * normals[k][axis];
            d += normals[k][axis] * sun[axis];
            for (size_t i = 0; i < ADT_VERTICES; i++) {
                fixture.terrain.normal[i][axis] = (int8_t)normals[k][axis];
            }
        }
        d /= sqrt(length);
        uint8_t *pixels = fixture_draw(&fixture, 4);
        double lit = 0.5 + 0.8308 * (d > 0 ? d : 0);
        assert_near(pixels[4 * 100], 100 * lit);
        assert_near(pixels[4 * 100 + 1], 150 * lit);
        assert_near(pixels[4 * 100 + 2], 60 * lit);
        free(pixels);
    }
}

/* Light comes from the north-west: of a hill, the slope that faces it is the bright one. */
static void north_west_slopes_are_bright(void **state)
{
    (void)state;
    fixture_color(&fixture, 0, 100, 100, 100);
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        size_t column = i % 17 < 9 ? i % 17 : i % 17 - 9;
        int tilt = column < 4 ? 60 : -60; /* west half faces north-west, east half south-east */
        fixture.terrain.normal[i][0] = (int8_t)tilt;
        fixture.terrain.normal[i][1] = (int8_t)tilt;
        fixture.terrain.normal[i][2] = 94;
    }
    uint8_t *pixels = fixture_draw(&fixture, 4);
    assert_true(pixels[4 * (32 * 16 + 4)] > 120);
    assert_true(pixels[4 * (32 * 16 + 28)] < 60);
    free(pixels);
}

static void vertex_colors_multiply(void **state)
{
    (void)state;
    fixture_color(&fixture, 0, 100, 100, 100);
    fixture.terrain.has_colors = true;
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        fixture.terrain.color[i][0] = 254;
        fixture.terrain.color[i][1] = 64;
        fixture.terrain.color[i][2] = 0;
    }
    uint8_t *pixels = fixture_draw(&fixture, 4);
    assert_near(pixels[0], 200);
    assert_near(pixels[1], 100 * 64 / 127.0);
    assert_int_equal(pixels[2], 0);
    free(pixels);
    fixture.settings.draw &= ~(uint32_t)ADTMAP_DRAW_VERTEX_COLORS;
    pixels = fixture_draw(&fixture, 4);
    assert_pixel(pixels, 100, 100, 100, 255);
    free(pixels);
}

static void lamps_add_to_the_light(void **state)
{
    (void)state;
    fixture_color(&fixture, 0, 100, 100, 100);
    fixture.terrain.has_lights = true;
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        fixture.terrain.light[i][0] = 51;
        fixture.terrain.light[i][2] = 255;
    }
    uint8_t *pixels = fixture_draw(&fixture, 4);
    assert_near(pixels[0], 120);
    assert_near(pixels[1], 100);
    assert_near(pixels[2], 200);
    free(pixels);
    adtmap_settings_preset(ADTMAP_LIGHT_UNLIT, &fixture.settings);
    pixels = fixture_draw(&fixture, 4);
    assert_pixel(pixels, 100, 100, 100, 255);
    free(pixels);
}

/* Two layers of equal weight; the heights of their textures say which shows. */
static void layers_blend_by_the_heights_of_their_textures(void **state)
{
    (void)state;
    uint8_t *alpha = fixture_add_layer(&fixture);
    memset(alpha, 128, ADT_MAP_TEXELS);
    fixture_color(&fixture, 0, 200, 0, 0);
    fixture_color(&fixture, 1, 0, 0, 200);
    for (size_t i = 3; i < sizeof fixture.texels[0]; i += 4) {
        fixture.texels[0][i] = i % (4 * FIXTURE_TEXTURE_PX) < 2 * FIXTURE_TEXTURE_PX ? 255 : 0;
        fixture.texels[1][i] = 128;
    }
    for (size_t i = 0; i < 2; i++) {
        fixture.textures[i].has_height = true;
        fixture.textures[i].height_scale = 2.0F;
        fixture.textures[i].height_offset = 0.0F;
    }
    fixture.scene.blend = ADTMAP_BLEND_HEIGHT;
    uint8_t *pixels = fixture_draw(&fixture, 4);
    double above = 2.0 * 128.0 / 255.0 * 128.0 / 255.0;
    double below = 2.0 * 127.0 / 255.0;
    double left = above * (1.0 - (below - above));
    assert_near(pixels[0], 200.0 * below / (below + left));
    assert_near(pixels[2], 200.0 * left / (below + left));
    assert_near(pixels[4 * 2], 0); /* p = 0 and 0.5 */
    assert_near(pixels[4 * 2 + 2], 200);
    free(pixels);
}

/* The same picture side by side, and a repeat that covers as many quads: the same pixels. */
static void a_scaled_texture_runs_on_over_quads_and_chunks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof fixture.texels[0]; i++) {
        size_t x = i / 4 % FIXTURE_TEXTURE_PX;
        fixture.texels[0][i] = (uint8_t)(8 * x);
    }
    fixture.textures[0].scale_shift = 4;
    fixture.scene.chunks[1] = fixture.scene.chunks[0];
    adtmap_settings_preset(ADTMAP_LIGHT_UNLIT, &fixture.settings);
    uint8_t *west = fixture_draw_chunk(&fixture, 2, 0);
    uint8_t *east = fixture_draw_chunk(&fixture, 2, 1);
    for (size_t x = 0; x < 16; x++) {
        assert_int_equal(west[4 * x], 8 * x);
        assert_int_equal(east[4 * x], 8 * (x + 16));
    }
    free(west);
    free(east);
}

static void bright_light_saturates(void **state)
{
    (void)state;
    fixture_color(&fixture, 0, 250, 10, 0);
    fixture.settings.light.ambient[0] = 2;
    fixture.settings.light.diffuse[0] = 2;
    uint8_t *pixels = fixture_draw(&fixture, 4);
    assert_pixel(pixels, 255, 10, 0, 255);
    free(pixels);
}

#define TERRAIN_TEST(name) cmocka_unit_test_setup(name, set_up)

int test_terrain(void)
{
    const struct CMUnitTest tests[] = {
        TERRAIN_TEST(one_color_on_flat_ground_keeps_its_color),
        TERRAIN_TEST(unlit_is_the_texture_itself),
        TERRAIN_TEST(two_layers_mix_along_a_ramp),
        TERRAIN_TEST(sequential_layers_cover_those_below),
        TERRAIN_TEST(weights_beyond_one_leave_nothing_for_the_base),
        TERRAIN_TEST(height_blend_favours_the_highest),
        TERRAIN_TEST(a_half_shadowed_chunk_is_dark_on_one_side),
        TERRAIN_TEST(shadow_takes_from_layers_where_the_scene_says_so),
        TERRAIN_TEST(a_hole_opens_its_quad_alone),
        TERRAIN_TEST(an_absent_chunk_is_background),
        TERRAIN_TEST(a_chunk_without_layers_is_background),
        TERRAIN_TEST(a_chunk_without_layers_can_be_white_in_the_light),
        TERRAIN_TEST(an_overbright_layer_counts_twice),
        TERRAIN_TEST(a_slope_is_lit_by_its_normal),
        TERRAIN_TEST(north_west_slopes_are_bright),
        TERRAIN_TEST(vertex_colors_multiply),
        TERRAIN_TEST(lamps_add_to_the_light),
        TERRAIN_TEST(layers_blend_by_the_heights_of_their_textures),
        TERRAIN_TEST(a_scaled_texture_runs_on_over_quads_and_chunks),
        TERRAIN_TEST(bright_light_saturates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
