/* Shadows over fields of heights that are made in memory. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/grid.h"
#include "render/light/cast_shadow.h"
#include "render/light/tile_light.h"
#include "render/random.h"

enum { SIZE_PX = 512, TILES = 2 };

static const double PIXEL_YD = 1600.0 / 3.0 / SIZE_PX;

static struct cast_plan plan_of(float north, float west, float up)
{
    const struct adtmap_light light = {.sun = {north, west, up}};
    return cast_plan_of(&light, SIZE_PX);
}

/* An empty field; the caller frees it. */
static struct height_field field_of(const struct cast_plan *plan, uint32_t size_px)
{
    struct height_field field;
    assert_true(height_field_init(&field, size_px, cast_plan_margin_px(plan), true, false));
    size_t count = (size_t)field.stride * field.stride;
    memset(field.caster, 0, count * sizeof *field.caster);
    memset(field.cover, 0, count);
    memset(field.receiver, 0, count * sizeof *field.receiver);
    return field;
}

static void stand(struct height_field *field, int32_t x, int32_t y, float height_yd, uint8_t cover)
{
    size_t at = height_field_at(field, x, y);
    field->caster[at] = (uint16_t)(height_yd * HEIGHT_ONE);
    field->cover[at] = cover;
}

static uint8_t *shade_of(const struct cast_plan *plan, const struct height_field *field, uint32_t x,
                         uint32_t y)
{
    uint8_t *shade = malloc((size_t)field->size_px * field->size_px);
    void *memory = malloc(cast_row_memory_bytes(field));
    assert_non_null(shade);
    assert_non_null(memory);
    cast_shadows(plan, light_kernels_get(ADTMAP_CPU_AUTO), field, x, y, memory, shade);
    free(memory);
    return shade;
}

static uint8_t at(const uint8_t *shade, int x, int y)
{
    return shade[y * SIZE_PX + x];
}

/* A pole of 20 yards under suns from all sides: its shadow is as long as the sun is low, lies on
 * the line away from the sun, and is dark. */
static void a_pole_has_a_shadow_away_from_the_sun(void **state)
{
    (void)state;
    enum { SUNS = 24, MIDDLE = 256 };
    for (int i = 0; i < SUNS; i++) {
        const double azimuth = i * 2.0 * 3.14159265358979 / SUNS + 0.1;
        const double north = cos(azimuth), west = -sin(azimuth);
        struct cast_plan plan = plan_of((float)north, (float)west, 0.8F);
        struct height_field field = field_of(&plan, SIZE_PX);
        stand(&field, MIDDLE, MIDDLE, 20, 255);
        uint8_t *shade = shade_of(&plan, &field, 32, 32);
        double length_px = 20.0 / 0.8 / PIXEL_YD;
        uint32_t count = 0;
        double farthest = 0;
        for (int y = 0; y < SIZE_PX; y++) {
            for (int x = 0; x < SIZE_PX; x++) {
                if (at(shade, x, y) < 128) {
                    continue;
                }
                /* Rows run south, columns east; the shadow goes where the sun is not. */
                double along = (y - MIDDLE) * north + (x - MIDDLE) * west;
                double across = (y - MIDDLE) * west - (x - MIDDLE) * north;
                assert_true(along > 0.5);
                assert_true(fabs(across) < 1.05); /* both ends are rounded to pixels */
                farthest = along > farthest ? along : farthest;
                count++;
            }
        }
        assert_true(fabs(farthest - length_px) < 2.6);
        assert_true(count > 0.65 * length_px);
        free(shade);
        height_field_free(&field);
    }
}

static void what_is_higher_than_the_shadow_stands_in_the_sun(void **state)
{
    (void)state;
    struct cast_plan plan = plan_of(1, 0, 1);
    struct height_field field = field_of(&plan, SIZE_PX);
    for (int x = 100; x < 200; x++) {
        stand(&field, x, 100, 20, 255);
        field.receiver[height_field_at(&field, x, 105)] = 10 * HEIGHT_ONE;
        field.receiver[height_field_at(&field, x, 106)] = 19 * HEIGHT_ONE;
    }
    uint8_t *shade = shade_of(&plan, &field, 32, 32);
    assert_int_equal(at(shade, 150, 104), 255);
    assert_int_equal(at(shade, 150, 105), 255);
    assert_int_equal(at(shade, 150, 106), 0);
    assert_int_equal(at(shade, 150, 107), 255);
    assert_int_equal(at(shade, 150, 99), 0);
    assert_int_equal(at(shade, 150, 100), 0);
    free(shade);
    height_field_free(&field);
}

/* A thin crown with a thinner edge all round it, last on its rays. */
static void crowns_hide_what_they_cover_and_draw_no_streaks(void **state)
{
    (void)state;
    struct cast_plan plan = plan_of(1, 0, 1);
    struct height_field field = field_of(&plan, SIZE_PX);
    for (int y = 100; y < 120; y++) {
        for (int x = 100; x < 140; x++) {
            stand(&field, x, y, 20, x < 120 ? 255 : y % 2 && x % 2 ? 140 : 100);
        }
    }
    for (int x = 100; x < 140; x++) {
        stand(&field, x, 119, 20, 20);
    }
    uint8_t *shade = shade_of(&plan, &field, 32, 32);
    assert_int_equal(at(shade, 110, 130), 255);
    for (int x = 123; x < 137; x++) {
        assert_in_range(at(shade, x, 130), 75, 135);
        int step = at(shade, x, 130) - at(shade, x + 1, 130);
        assert_in_range(step + 20, 0, 40);
    }
    free(shade);
    height_field_free(&field);
}

static void nothing_reaches_farther_than_the_margin(void **state)
{
    (void)state;
    static const float ups[] = {0.02F, 0.3F, 1.0F, 3.0F, 50.0F};
    for (size_t i = 0; i < sizeof ups / sizeof *ups; i++) {
        struct cast_plan plan = plan_of(0.9F, 0.4F, ups[i]);
        double step_yd = PIXEL_YD * sqrt(1.0 + 16.0 / 81.0);
        assert_true(plan.steps * step_yd < CAST_REACH_YD + step_yd);
        assert_true((double)plan.cap_yd * 65536.0 <= (double)plan.steps * plan.drop);
        assert_true(plan.cap_yd < 256.0F);
        assert_true(plan.cap_yd > 0.9F || ups[i] < 0.1F);
    }
    /* 48 yards under the sun of the neutral light */
    struct cast_plan plan = plan_of(0.5647F, 0.5647F, 0.6018F);
    assert_in_range((int)plan.cap_yd, 46, 49);
    assert_in_range(plan.steps, 42, 44);
}

static void a_sun_that_is_down_or_straight_above_casts_nothing(void **state)
{
    (void)state;
    static const float suns[][3] = {{0, 0, 1}, {1, 1, 0}, {1, 0, -1}};
    for (size_t i = 0; i < 3; i++) {
        struct cast_plan plan = plan_of(suns[i][0], suns[i][1], suns[i][2]);
        struct height_field field = field_of(&plan, SIZE_PX);
        stand(&field, 100, 100, 20, 255);
        uint8_t *shade = shade_of(&plan, &field, 32, 32);
        for (size_t k = 0; k < SIZE_PX * SIZE_PX; k++) {
            assert_int_equal(shade[k], 0);
        }
        free(shade);
        height_field_free(&field);
    }
}

/* The margins that the program fills under a sun. */
static struct edge_plan edges_of(const float sun[2])
{
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.shadows = ADTMAP_SHADOWS_CAST;
    settings.light.sun[0] = sun[0];
    settings.light.sun[1] = sun[1];
    return tile_light_plan_of(&settings, SIZE_PX / 128).edges;
}

/* Whether a neighbour fills pixel (x, y) of a margin, or the tile itself. */
static bool is_filled(const struct edge_plan *edges, int32_t x, int32_t y)
{
    const int32_t north = (int32_t)edges->sides_px[SIDE_NORTH];
    const int32_t south = (int32_t)edges->sides_px[SIDE_SOUTH];
    const int32_t west = (int32_t)edges->sides_px[SIDE_WEST];
    const int32_t east = (int32_t)edges->sides_px[SIDE_EAST];
    return y >= -north && y < SIZE_PX + south && x >= -west && x < SIZE_PX + east;
}

/* A field of 2 x 2 tiles with things of any height and cover, swept at once and tile by tile. The
 * whole counts as one tile of twice the size, whose corner is at the same place. */
static void tiles_have_the_shadows_of_the_whole(void **state)
{
    (void)state;
    enum { WHOLE_PX = TILES * SIZE_PX, X = 30, Y = 32 };
    static const float suns[][2] = {{0.5647F, 0.5647F}, {0.7F, 0.2F},   {-0.3F, 0.75F}, {0.8F, 0},
                                    {-0.5F, -0.52F},    {0.1F, -0.79F}, {0, 0.8F}};
    struct random random = random_seeded();
    for (size_t i = 0; i < sizeof suns / sizeof *suns; i++) {
        struct cast_plan plan = plan_of(suns[i][0], suns[i][1], 0.6018F);
        const struct edge_plan edges = edges_of(suns[i]);
        struct height_field whole = field_of(&plan, WHOLE_PX);
        for (int k = 0; k < 60000; k++) {
            int32_t x = (int32_t)random_below(&random, WHOLE_PX);
            int32_t y = (int32_t)random_below(&random, WHOLE_PX);
            uint32_t most = (uint32_t)(plan.cap_yd * HEIGHT_ONE);
            size_t index = height_field_at(&whole, x, y);
            whole.caster[index] = (uint16_t)(random_below(&random, most - HEIGHT_ONE) + HEIGHT_ONE);
            whole.cover[index] = (uint8_t)random_below(&random, 256);
            whole.receiver[index] = (uint16_t)random_below(&random, whole.caster[index] + 1U);
        }
        uint8_t *of_whole = shade_of(&plan, &whole, X / TILES, Y / TILES);
        for (int t = 0; t < TILES * TILES; t++) {
            struct height_field tile = field_of(&plan, SIZE_PX);
            int32_t margin = (int32_t)tile.margin_px;
            int32_t left = t % TILES * SIZE_PX, top = t / TILES * SIZE_PX;
            for (int32_t y = -margin; y < SIZE_PX + margin; y++) {
                for (int32_t x = -margin; x < SIZE_PX + margin; x++) {
                    size_t to = height_field_at(&tile, x, y);
                    size_t from = height_field_at(&whole, left + x, top + y);
                    bool is_own = x >= 0 && x < SIZE_PX && y >= 0 && y < SIZE_PX;
                    if (!is_filled(&edges, x, y)) {
                        continue;
                    }
                    tile.caster[to] = whole.caster[from];
                    tile.cover[to] = whole.cover[from];
                    tile.receiver[to] = is_own ? whole.receiver[from] : 0;
                }
            }
            uint8_t *of_tile =
                shade_of(&plan, &tile, (uint32_t)(X + t % TILES), (uint32_t)(Y + t / TILES));
            for (int32_t y = 0; y < SIZE_PX; y++) {
                assert_memory_equal(of_tile + (size_t)y * SIZE_PX,
                                    of_whole + (size_t)(top + y) * WHOLE_PX + left, SIZE_PX);
            }
            free(of_tile);
            height_field_free(&tile);
        }
        free(of_whole);
        height_field_free(&whole);
    }
}

/* Shadows take their parts of both lights, as on the ground. */
static void objects_lose_as_much_light_as_the_ground(void **state)
{
    (void)state;
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.shadows = ADTMAP_SHADOWS_CAST;
    settings.light.shadow_ambient = 0.25F;
    settings.light.shadow_diffuse = 0.5F;
    const struct mesh_shadow shadow = tile_light_plan_of(&settings, SIZE_PX / 128).on_meshes;
    for (int c = 0; c < 3; c++) {
        assert_true(shadow.of_ambient[c] == 0.25F);
    }
    assert_true(shadow.of_ambient[3] == 0.0F);
    assert_true(shadow.strength == 0.5F);
}

int test_cast_shadow(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pole_has_a_shadow_away_from_the_sun),
        cmocka_unit_test(what_is_higher_than_the_shadow_stands_in_the_sun),
        cmocka_unit_test(crowns_hide_what_they_cover_and_draw_no_streaks),
        cmocka_unit_test(nothing_reaches_farther_than_the_margin),
        cmocka_unit_test(a_sun_that_is_down_or_straight_above_casts_nothing),
        cmocka_unit_test(tiles_have_the_shadows_of_the_whole),
        cmocka_unit_test(objects_lose_as_much_light_as_the_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
