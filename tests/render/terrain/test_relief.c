/* Tints and lines of a relief map, where the answer is known without the program. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/grid.h"
#include "render/random.h"
#include "render/terrain/relief.h"
#include "render/terrain/terrain_fixture.h"

enum { QUAD_PX = 16, SIZE_PX = QUADS_PER_TILE * QUAD_PX };

static struct contour_plan plan_of(float step_yd)
{
    return contour_plan_of(step_yd, QUADS_PER_TILE, SIZE_PX, SIZE_PX);
}

static void planes_are_the_fan(void **state)
{
    (void)state;
    struct random random = random_seeded();
    for (int run = 0; run < 200; run++) {
        float vertices[FAN_VERTICES], weights[FAN_VERTICES];
        const float u = (float)random_below(&random, 1001) / 1000.0F;
        const float v = (float)random_below(&random, 1001) / 1000.0F;
        float wanted = 0.0F;
        fan_weights_at(u, v, weights);
        for (int i = 0; i < FAN_VERTICES; i++) {
            vertices[i] = (float)random_below(&random, 400) - 200.0F;
            wanted += weights[i] * vertices[i];
        }
        const struct relief_planes planes = relief_planes_of(vertices);
        assert_float_equal(relief_value(&planes, relief_triangle(u, v), u, v), wanted, 1e-3F);
    }
}

static void hostile_heights_are_bounded(void **state)
{
    (void)state;
    const float vertices[FAN_VERTICES] = {NAN, INFINITY, -INFINITY, 1e30F, -FLT_MAX};
    const struct contour_plan plan = plan_of(1e-30F);
    const struct relief_planes planes = relief_planes_of(vertices);
    const struct contour_quad quad = contour_quad_of(&plan, &planes);
    assert_true(planes.at[0] == 0.0F); /* what is no number */
    for (unsigned i = 0; i < RELIEF_TRIANGLES; i++) {
        assert_true(fabsf(planes.at[i]) <= 60000.0F && fabsf(planes.east[i]) <= 80000.0F);
        assert_true(contour_cover(&plan, &quad, i, planes.at[i]) <= 256);
        assert_true(shore_cover(&plan, &planes, i, planes.at[i]) <= 256);
    }
}

/* Greens get lighter, then yellower, up to white; what is beyond has the last tint. */
static void tints_go_by_height(void **state)
{
    (void)state;
    struct relief_tints *tints = relief_tints_create();
    assert_non_null(tints);
    const uint16_t *low = relief_tint(tints, 0.0F), *hill = relief_tint(tints, 230.0F);
    const uint16_t *top = relief_tint(tints, 1700.0F);
    assert_true(low[1] > low[0] && low[1] > low[2]);
    assert_true(hill[0] > hill[1] && hill[1] > hill[2]);
    assert_true(top[0] >= 240 * 256 && top[2] >= 240 * 256);
    assert_ptr_equal(relief_tint(tints, 1e30F), top);
    assert_ptr_equal(relief_tint(tints, INFINITY), top);
    assert_ptr_equal(relief_tint(tints, -INFINITY), relief_tint(tints, -600.0F));
    assert_ptr_equal(relief_tint(tints, -700.0F), relief_tint(tints, -600.0F));
    assert_ptr_equal(relief_tint(tints, NAN), low);
    for (float height = -600.0F; height < 1700.0F; height += 0.25F) {
        for (int c = 0; c < 3; c++) { /* no bands: steps that nobody sees */
            int step = relief_tint(tints, height + 0.25F)[c] - relief_tint(tints, height)[c];
            assert_true(step < 256 && step > -256);
        }
    }
    relief_tints_destroy(tints);
}

/* A slope east of so many yards a quad, at a line of `step_yd` in its middle. */
static struct relief_planes slope_of(float rise_yd, float middle_yd)
{
    const float west = middle_yd - 0.5F * rise_yd, east = middle_yd + 0.5F * rise_yd;
    const float vertices[FAN_VERTICES] = {west, east, west, east, middle_yd};
    return relief_planes_of(vertices);
}

/* What a line covers over a row of pixels that crosses it, in pixels. */
static float width_of(const struct contour_plan *plan, float rise_yd, float middle_yd)
{
    const struct relief_planes planes = slope_of(rise_yd, middle_yd);
    const struct contour_quad quad = contour_quad_of(plan, &planes);
    float sum = 0.0F;
    for (int x = 0; x < QUAD_PX; x++) {
        const float u = ((float)x + 0.5F) / QUAD_PX, v = 0.47F;
        const unsigned triangle = relief_triangle(u, v);
        sum += (float)contour_cover(plan, &quad, triangle, relief_value(&planes, triangle, u, v));
    }
    return sum / 256.0F;
}

static void lines_have_one_width_on_any_slope(void **state)
{
    (void)state;
    const struct contour_plan plan = plan_of(20.0F);
    const float gentle = width_of(&plan, 1.0F, 20.0F), steep = width_of(&plan, 10.0F, 20.0F);
    assert_true(gentle > 0.3F);
    assert_float_equal(gentle, steep, 0.06F);
    assert_true(width_of(&plan, 1.0F, 100.0F) > 1.5F * gentle); /* every fifth */
    assert_true(width_of(&plan, 1.0F, -100.0F) > 1.5F * gentle);
    assert_float_equal(width_of(&plan, 1.0F, 30.0F), 0.0F, 0.0F);
}

static void lines_fade_where_they_crowd_and_on_plains(void **state)
{
    (void)state;
    const struct contour_plan plan = plan_of(20.0F);
    struct relief_planes planes = slope_of(20.0F * QUAD_PX / 3.0F, 20.0F); /* 3 pixels apart */
    struct contour_quad quad = contour_quad_of(&plan, &planes);
    assert_true(quad.fine < 1.0F && quad.thick > 150.0F);
    planes = slope_of(100.0F * QUAD_PX / 3.0F, 20.0F);
    quad = contour_quad_of(&plan, &planes);
    assert_true(quad.thick < 1.0F);
    planes = slope_of(0.0F, 20.0F);
    quad = contour_quad_of(&plan, &planes);
    assert_true(quad.fine < 0.5F && quad.thick < 0.5F);
}

/* The part of a pixel that is covered, 0..256, by the line nearest to a height: lines are 0.9
 * pixels wide, every fifth 1.5, and count as 1/32 yd lower than they are; their strength is the
 * quad's. A line over the middle of a pixel covers all that its width has of it. None is drawn
 * within a yard of a shore. */
static double line_cover(const struct contour_plan *plan, const struct contour_quad *quad,
                         unsigned triangle, double height_yd)
{
    const double step = plan->step_yd, height = height_yd + 1.0 / 32.0;
    const double line = floor(height / step + 0.5);
    const bool is_thick = fmod(line, 5.0) == 0.0;
    const double width = is_thick ? 1.5 : 0.9, strength = is_thick ? quad->thick : quad->fine;
    const double away = fabs(height - line * step) * quad->px_a_yard[triangle];
    const double cover = fmin(fmax((width + 1.0) / 2.0 - away, 0.0), fmin(width, 1.0));
    return fabs(line * step - quad->shore_yd) < 1.0 ? 0.0 : cover * strength;
}

/* Four pixels at once, and one alone. Most lots of four are far from any line, which is seen early;
 * few of the others have no pixel that is covered. */
static void pixels_have_what_the_nearest_line_covers(void **state)
{
    (void)state;
    enum { RUNS = 2000 };
    const struct contour_plan plan = plan_of(20.0F);
    struct random random = random_seeded();
    uint32_t near_count = 0, covered = 0;
    for (int run = 0; run < RUNS; run++) {
        float vertices[FAN_VERTICES], u[4];
        for (int v = 0; v < FAN_VERTICES; v++) {
            vertices[v] = (float)random_below(&random, 4000) / 100.0F - 20.0F;
        }
        const struct relief_planes planes = relief_planes_of(vertices);
        struct contour_quad quad = contour_quad_of(&plan, &planes);
        quad.shore_yd = run % 4 == 0 ? 0.5F : NAN;
        const float v = ((float)random_below(&random, QUAD_PX) + 0.5F) / QUAD_PX;
        for (uint32_t i = 0; i < 4; i++) {
            u[i] = ((float)random_below(&random, QUAD_PX) + 0.5F) / QUAD_PX;
        }
        uint32_t covers[4] = {0};
        near_count += contours_cover(&plan, &quad, &planes, u, v, covers);
        for (uint32_t i = 0; i < 4; i++) {
            const unsigned triangle = relief_triangle(u[i], v);
            const float height = relief_value(&planes, triangle, u[i], v);
            const double wanted = line_cover(&plan, &quad, triangle, height);
            assert_true(fabs(covers[i] - wanted) <= 0.51);
            assert_int_equal(contour_cover(&plan, &quad, triangle, height), covers[i]);
            covered += covers[i] > 0;
        }
    }
    assert_true(covered > RUNS / 4 && near_count < covered && near_count < RUNS / 2);
}

/* Shores and colours of four pixels are those of each pixel alone. */
static void shores_are_found_and_drawn_four_at_a_time(void **state)
{
    (void)state;
    enum { RUNS = 500 };
    static const uint8_t rgb[3] = {128, 0, 255};
    const struct contour_plan plan = plan_of(20.0F);
    struct random random = random_seeded();
    uint32_t near_count = 0;
    for (int run = 0; run < RUNS; run++) {
        float depths[FAN_VERTICES], u[4], px_a_yard[RELIEF_TRIANGLES];
        uint8_t one[16], four[16];
        for (int v = 0; v < FAN_VERTICES; v++) {
            depths[v] = (float)random_below(&random, 400) / 100.0F - 2.0F;
        }
        const struct relief_planes planes = relief_planes_of(depths);
        const float v = ((float)random_below(&random, QUAD_PX) + 0.5F) / QUAD_PX;
        for (uint32_t i = 0; i < 4; i++) {
            u[i] = ((float)random_below(&random, QUAD_PX) + 0.5F) / QUAD_PX;
        }
        for (uint32_t i = 0; i < sizeof one; i++) {
            one[i] = four[i] = (uint8_t)random_below(&random, 256);
        }
        uint32_t covers[4];
        relief_px_a_yard(&plan, &planes, px_a_yard);
        const bool is_near = shores_cover(&plan, &planes, px_a_yard, u, v, covers);
        near_count += is_near;
        assert_int_equal(is_near, covers[0] || covers[1] || covers[2] || covers[3]);
        relief_over_four(rgb, covers, four);
        for (uint32_t i = 0; i < 4; i++) {
            const unsigned triangle = relief_triangle(u[i], v);
            const float depth = relief_value(&planes, triangle, u[i], v);
            assert_int_equal(shore_cover(&plan, &planes, triangle, depth), covers[i]);
            relief_over(rgb, covers[i], one + (size_t)4 * i);
        }
        assert_memory_equal(one, four, sizeof one);
    }
    assert_true(near_count > RUNS / 10 && near_count < RUNS);
}

/* What its maker has made level at a whole number of yards is no blot next to a slope: the line
 * runs at its edge. On gentle ground lines are whole. */
static void lines_run_round_level_ground(void **state)
{
    (void)state;
    enum { NORTH, SOUTH = 3 };
    const struct contour_plan plan = plan_of(20.0F);
    const float vertices[FAN_VERTICES] = {[FAN_NW] = 20.0F,
                                          [FAN_NE] = 20.0F,
                                          [FAN_SW] = 15.0F,
                                          [FAN_SE] = 15.0F,
                                          [FAN_INNER] = 20.0F};
    struct relief_planes planes = relief_planes_of(vertices);
    struct contour_quad quad = contour_quad_of(&plan, &planes);
    lanes_f quads[FAN_VERTICES];
    for (int i = 0; i < FAN_VERTICES; i++) {
        quads[i] = lanes_splat(vertices[i]);
    }
    assert_int_equal(contours_may_cross(&plan, quads), 0xF);
    assert_int_equal(contour_cover(&plan, &quad, NORTH, 20.0F), 0);
    assert_true(contour_cover(&plan, &quad, SOUTH, 19.95F) > 100);
    planes = slope_of(0.015F * plan.quad_yd, 20.0F);
    quad = contour_quad_of(&plan, &planes);
    assert_true(quad.fine > 149.0F);
}

static void no_line_is_drawn_along_a_shore(void **state)
{
    (void)state;
    const struct contour_plan plan = plan_of(20.0F);
    const struct relief_planes planes = slope_of(2.0F, 20.0F);
    struct contour_quad quad = contour_quad_of(&plan, &planes);
    assert_true(contour_cover(&plan, &quad, 0, 20.0F) > 0);
    quad.shore_yd = 20.3F;
    assert_int_equal(contour_cover(&plan, &quad, 0, 20.0F), 0);
    assert_true(contour_cover(&plan, &quad, 0, 40.0F) > 0);
}

/* Of a line of the next quad a part lies in this one. */
static void lines_reach_into_quads_next_to_them(void **state)
{
    (void)state;
    const struct contour_plan plan = plan_of(20.0F), none = plan_of(0.0F);
    const float near[FAN_VERTICES] = {20.1F, 21.1F, 20.1F, 21.1F, 20.6F};
    const float far[FAN_VERTICES] = {20.5F, 21.5F, 20.5F, 21.5F, 21.0F};
    const float depths[FAN_VERTICES] = {0.1F, 1.1F, 0.1F, 1.1F, 0.6F};
    lanes_f quads[FAN_VERTICES];
    for (int i = 0; i < FAN_VERTICES; i++) {
        quads[i] = (lanes_f){near[i], far[i], far[i], near[i]};
    }
    assert_int_equal(contours_may_cross(&plan, quads), 0x9);
    assert_int_equal(contours_may_cross(&none, quads), 0);
    assert_true(shore_may_cross(&plan, depths));
    assert_false(shore_may_cross(&plan, near));
    const float no_number[FAN_VERTICES] = {-1.0F, -1.0F, -1.0F, -1.0F, NAN};
    assert_true(shore_may_cross(&plan, no_number)); /* it counts as 0 */
}

/* A chunk that rises to the east by `rise_yd` a quad from `west_yd` on. */
static void tilt(struct fixture *fixture, float west_yd, float rise_yd)
{
    for (uint32_t row = 0; row < 17; row++) {
        for (uint32_t i = 0; i < 9 - row % 2; i++) {
            const float column = (float)i + (row % 2 ? 0.5F : 0.0F);
            fixture->terrain.height_yd[row / 2 * 17 + row % 2 * 9 + i] = west_yd + rise_yd * column;
        }
    }
}

static void relief_is_drawn_without_textures(void **state)
{
    (void)state;
    struct fixture *fixture = malloc(sizeof *fixture);
    struct relief_tints *tints = relief_tints_create();
    assert_true(fixture && tints);
    fixture_init(fixture);
    fixture_color(fixture, 0, 255, 0, 255);
    fixture->settings.ground = ADTMAP_GROUND_RELIEF;
    fixture->settings.size_px = SIZE_PX;
    tilt(fixture, 50.0F, 3.0F);
    uint8_t *pixels = fixture_draw(fixture, QUAD_PX);
    for (uint32_t x = 0; x < 8 * QUAD_PX; x++) {
        const float height = 50.0F + 3.0F * ((float)x + 0.5F) / QUAD_PX;
        for (uint32_t c = 0; c < 3; c++) {
            const double wanted = relief_tint(tints, height)[c] / 256.0;
            assert_true(fabs(pixels[4 * x + c] - wanted) <= 1.0);
        }
    }
    free(pixels);
    relief_tints_destroy(tints);
    free(fixture);
}

/* The line of 60 yards runs at column 53 of 128, down all rows. */
static void contours_are_where_the_ground_has_their_height(void **state)
{
    (void)state;
    struct fixture *fixture = malloc(sizeof *fixture);
    assert_non_null(fixture);
    fixture_init(fixture);
    fixture_color(fixture, 0, 255, 255, 255);
    fixture->settings.size_px = SIZE_PX;
    fixture->scene.contour_yd = 20.0F;
    tilt(fixture, 50.0F, 3.0F);
    uint8_t *pixels = fixture_draw(fixture, QUAD_PX);
    for (uint32_t i = 0; i < 64 * QUAD_PX * QUAD_PX; i++) {
        const uint32_t x = i % (8 * QUAD_PX);
        if (x == 53) {
            assert_true(pixels[4 * i + 2] < 190);
        } else if (x < 52 || x > 54) {
            assert_int_equal(pixels[4 * i + 2], 255);
        }
    }
    free(pixels);
    free(fixture);
}

/* Water at 60 yards over ground that falls to the west: where it ends the line of the shore is, and
 * baked shadows get weaker with its depth, if it is clear. */
static void shores_are_lined_and_shadows_stay_above_clear_water(void **state)
{
    (void)state;
    enum { QUADS = QUADS_PER_CHUNK * QUADS_PER_CHUNK, VERTICES = 81, EDGE = 8 * QUAD_PX };
    struct fixture *fixture = malloc(sizeof *fixture);
    float heights[VERTICES];
    uint8_t quads[QUADS];
    assert_non_null(fixture);
    fixture_init(fixture);
    fixture_color(fixture, 0, 200, 200, 200);
    for (size_t i = 0; i < VERTICES; i++) {
        heights[i] = 60.0F;
    }
    memset(quads, LIQUID_WATER, sizeof quads);
    const struct liquid_layer layer = {
        .grid = {.width = 8, .height = 8, .height_yd = heights, .quad = quads}};
    fixture->scene.liquids = (struct liquid_layers){.count = 1, .layers = &layer};
    fixture->scene.chunks[0].shadow = fixture->shadow;
    memset(fixture->shadow, 0xFF, sizeof fixture->shadow);
    fixture->settings.size_px = SIZE_PX;
    tilt(fixture, 45.0F, 3.0F); /* the shore is at column 80 */
    uint8_t *stored = fixture_draw(fixture, QUAD_PX);
    fixture->settings.water_look = ADTMAP_WATER_LOOK_CLEAR;
    uint8_t *clear = fixture_draw(fixture, QUAD_PX);
    fixture->settings.shore = 1.0F;
    uint8_t *lined = fixture_draw(fixture, QUAD_PX);
    fixture->settings.draw &= ~(uint32_t)ADTMAP_DRAW_LIQUID;
    uint8_t *without = fixture_draw(fixture, QUAD_PX);
    assert_memory_equal(without, stored, 4 * EDGE * EDGE);
    for (uint32_t x = 0; x < EDGE; x++) {
        assert_int_equal(stored[4 * x], stored[0]); /* in the shadow all over */
        assert_int_equal(clear[4 * x] == stored[4 * x], x >= 80);
        assert_int_equal(clear[4 * x] == 200, x < 48); /* 6 yards deep */
        assert_true(x < 1 || clear[4 * x] <= clear[4 * (x - 1)]);
        assert_int_equal(lined[4 * x] == clear[4 * x], x < 79 || x > 80);
    }
    free(stored);
    free(clear);
    free(lined);
    free(without);
    free(fixture);
}

int test_relief(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_are_the_fan),
        cmocka_unit_test(hostile_heights_are_bounded),
        cmocka_unit_test(tints_go_by_height),
        cmocka_unit_test(lines_have_one_width_on_any_slope),
        cmocka_unit_test(lines_fade_where_they_crowd_and_on_plains),
        cmocka_unit_test(pixels_have_what_the_nearest_line_covers),
        cmocka_unit_test(lines_run_round_level_ground),
        cmocka_unit_test(no_line_is_drawn_along_a_shore),
        cmocka_unit_test(shores_are_found_and_drawn_four_at_a_time),
        cmocka_unit_test(lines_reach_into_quads_next_to_them),
        cmocka_unit_test(relief_is_drawn_without_textures),
        cmocka_unit_test(contours_are_where_the_ground_has_their_height),
        cmocka_unit_test(shores_are_lined_and_shadows_stay_above_clear_water),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
