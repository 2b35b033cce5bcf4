/* Triangles into samples: exact coverage, one owner for every sample, heights, order. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mesh/draw_batch.h"
#include "mesh/raster.h"
#include "render/random.h"

enum { WIDTH = 32, ROWS = 32, SAMPLE_COUNT = WIDTH * ROWS * SAMPLES, RUNS = 300 };

static float heights[SAMPLE_COUNT];
static uint32_t visible[SAMPLE_COUNT];
static uint8_t rgba[4 * SAMPLE_COUNT];
static int hits[SAMPLE_COUNT];
static float seen_height[SAMPLE_COUNT];

static struct sample_band empty_band(void)
{
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        heights[i] = -INFINITY;
    }
    memset(hits, 0, sizeof hits);
    return (struct sample_band){WIDTH, 0, ROWS, heights, visible, rgba, INFINITY, NULL};
}

static void count_hits(void *user, const struct raster_pixel *pixel)
{
    const struct sample_band *band = user;
    for (unsigned s = 0; s < SAMPLES; s++) {
        if (pixel->mask >> s & 1) {
            size_t i = SAMPLES * ((pixel->y - band->first_row) * WIDTH + pixel->x) + s;
            hits[i]++;
            seen_height[i] = pixel->z_yd[s];
        }
    }
}

static void count_all_hits(void *user, const struct raster_pixels *pixels)
{
    raster_each_pixel(pixels, count_hits, user);
}

static void draw(struct sample_band *band, const struct mesh_position v[3])
{
    static const uint32_t indices[3] = {0, 1, 2};
    struct surface_material material = surface_material_of(SURFACE_OPAQUE, SURFACE_ERA_UNKNOWN);
    struct test_vertex vertices[3] = {{.position = v[0]}, {.position = v[1]}, {.position = v[2]}};
    const struct test_batch batch = {
        .material = &material, .vertices = vertices, .indices = indices, .index_count = 3};
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_builder builder = test_builder(&list, &arena, 1024);
    material.two_sided = true;
    test_batch_add(&batch, &builder);
    if (list.triangle_count) {
        struct mesh_triangle *triangle = mesh_list_triangle(&list, 0);
        triangle->right = triangle->right < WIDTH - 1 ? triangle->right : WIDTH - 1;
        raster_draw(triangle, band, true, count_all_hits, band);
    }
    arena_free(&arena);
}

/* A fan of triangles round an inner point, out to a convex polygon that covers the whole band. */
static void every_sample_of_a_fan_has_one_owner(void **state)
{
    (void)state;
    struct random random = random_seeded();
    for (int run = 0; run < RUNS; run++) {
        struct sample_band band = empty_band();
        const int32_t far = 200 * SUBPIXELS;
        struct mesh_position inner = {(int32_t)random_below(&random, WIDTH * SUBPIXELS),
                                      (int32_t)random_below(&random, ROWS * SUBPIXELS), 0};
        if (run % 3 == 0) { /* a point that edges meet exactly at a sample */
            inner.x = inner.x / SUBPIXELS * SUBPIXELS + sample_x[run % SAMPLES];
            inner.y = inner.y / SUBPIXELS * SUBPIXELS + sample_y[run % SAMPLES];
        }
        const struct mesh_position corners[4] = {
            {-far, -far, 0}, {far, -far, 0}, {far, far, 0}, {-far, far, 0}};
        for (int i = 0; i < 4; i++) {
            struct mesh_position v[3] = {inner, corners[i], corners[(i + 1) % 4]};
            if (run % 2) { /* winding has no say */
                v[1] = corners[(i + 1) % 4];
                v[2] = corners[i];
            }
            draw(&band, v);
        }
        for (size_t i = 0; i < SAMPLE_COUNT; i++) {
            assert_int_equal(hits[i], 1);
        }
    }
}

static void coverage_is_what_the_edges_enclose(void **state)
{
    (void)state;
    struct sample_band band = empty_band();
    const struct mesh_position v[3] = {{0, 0, 0}, {16 * SUBPIXELS, 0, 0}, {0, 16 * SUBPIXELS, 0}};
    draw(&band, v);
    for (int y = 0; y < ROWS; y++) {
        for (int x = 0; x < WIDTH; x++) {
            for (int s = 0; s < SAMPLES; s++) {
                int at_x = x * SUBPIXELS + sample_x[s];
                int at_y = y * SUBPIXELS + sample_y[s];
                assert_int_equal(hits[SAMPLES * (y * WIDTH + x) + s], at_x + at_y < 16 * SUBPIXELS);
            }
        }
    }
}

static int64_t area_of(const struct mesh_position v[3])
{
    return (int64_t)(v[1].x - v[0].x) * (v[2].y - v[0].y) -
           (int64_t)(v[2].x - v[0].x) * (v[1].y - v[0].y);
}

/* Whether a sample is in the triangle, by products over all of the band. */
static bool is_inside(const struct mesh_position v[3], int32_t x, int32_t y)
{
    bool inside = true;
    int64_t area = area_of(v);
    for (int i = 0; i < 3; i++) {
        const struct mesh_position *a = &v[area > 0 ? i : (3 - i) % 3];
        const struct mesh_position *b = &v[area > 0 ? (i + 1) % 3 : (2 - i) % 3];
        int64_t east = (int64_t)b->x - a->x;
        int64_t south = (int64_t)b->y - a->y;
        int64_t side = east * (y - a->y) - south * (x - a->x);
        bool top_or_left = east > 0 || (east == 0 && south < 0);
        inside &= side > 0 || (side == 0 && top_or_left);
    }
    return inside;
}

static void triangles_of_all_sizes_cover_what_they_enclose(void **state)
{
    (void)state;
    struct random random = random_seeded();
    for (int run = 0; run < RUNS; run++) {
        struct sample_band band = empty_band();
        const int32_t size = 64 << run % 10;
        struct mesh_position v[3];
        for (int i = 0; i < 3; i++) {
            v[i] = (struct mesh_position){
                16 * SUBPIXELS + (int32_t)random_below(&random, 2 * (uint32_t)size) - size,
                16 * SUBPIXELS + (int32_t)random_below(&random, 2 * (uint32_t)size) - size, 0};
        }
        draw(&band, v);
        for (int i = 0; i < SAMPLE_COUNT && area_of(v); i++) {
            int32_t x = i / SAMPLES % WIDTH * SUBPIXELS + sample_x[i % SAMPLES];
            int32_t y = i / SAMPLES / WIDTH * SUBPIXELS + sample_y[i % SAMPLES];
            assert_int_equal(hits[i], is_inside(v, x, y));
        }
    }
}

static void heights_are_linear(void **state)
{
    (void)state;
    struct sample_band band = empty_band();
    const struct mesh_position v[3] = {
        {0, 0, 10}, {32 * SUBPIXELS, 0, 42}, {0, 32 * SUBPIXELS, 74}};
    draw(&band, v);
    double x = 5 + sample_x[2] / 256.0;
    double y = 7 + sample_y[2] / 256.0;
    assert_true(fabs(seen_height[SAMPLES * (7 * WIDTH + 5) + 2] - (10 + x + 2 * y)) < 1e-4);
}

static void what_is_below_the_surface_or_above_the_clip_height_is_not_seen(void **state)
{
    (void)state;
    struct sample_band band = empty_band();
    const struct mesh_position v[3] = {{0, 0, 5}, {64 * SUBPIXELS, 0, 5}, {0, 64 * SUBPIXELS, 5}};
    heights[0] = 6;
    heights[1] = 5;
    draw(&band, v);
    assert_int_equal(hits[0], 0);
    assert_int_equal(hits[1], 1);
    band = empty_band();
    band.clip_height = 4;
    draw(&band, v);
    assert_int_equal(hits[1], 0);
}

static void a_band_takes_its_own_rows_only(void **state)
{
    (void)state;
    struct sample_band band = empty_band();
    band.first_row = 100;
    const struct mesh_position v[3] = {
        {-999 * SUBPIXELS, 0, 0}, {999 * SUBPIXELS, 0, 0}, {0, 116 * SUBPIXELS, 0}};
    draw(&band, v);
    assert_int_equal(hits[SAMPLES * (5 * WIDTH)], 1);
    assert_int_equal(hits[SAMPLES * (17 * WIDTH)], 0);
}

int test_raster(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sample_of_a_fan_has_one_owner),
        cmocka_unit_test(coverage_is_what_the_edges_enclose),
        cmocka_unit_test(triangles_of_all_sizes_cover_what_they_enclose),
        cmocka_unit_test(heights_are_linear),
        cmocka_unit_test(what_is_below_the_surface_or_above_the_clip_height_is_not_seen),
        cmocka_unit_test(a_band_takes_its_own_rows_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
