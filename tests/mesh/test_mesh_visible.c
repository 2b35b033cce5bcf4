/* A batch that is left with the triangles that are seen draws what all of them draw. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mesh/draw_batch.h"
#include "mesh/mesh_triangle.h"
#include "mesh/mesh_visible.h"
#include "render/random.h"

enum {
    SIZE_PX = 16,
    TRIANGLES = 400,
    VERTICES = 300,
    FIRST_VERTEX = 7, /* what indices count from */
    BAND_SAMPLES = SIZE_PX * SIZE_PX * SAMPLES
};

/* Triangles of every kind: small ones between samples, outside, looking down, edge-on. */
struct crowd {
    struct mesh_vertex vertices[FIRST_VERTEX + VERTICES];
    uint32_t indices[3 * TRIANGLES];
    struct mesh_material material;
    struct mesh_batch batch;
};

static void make_crowd(struct random *random, struct crowd *crowd)
{
    *crowd = (struct crowd){.material = mesh_material_of(BLEND_OPAQUE)};
    for (uint32_t i = 0; i < VERTICES; i++) {
        struct mesh_vertex *vertex = &crowd->vertices[FIRST_VERTEX + i];
        int32_t cluster = (int32_t)(i / 6 * 97 % 24) - 4;
        vertex->position.x = cluster * SUBPIXELS + (int32_t)random_below(random, 640);
        vertex->position.y =
            ((int32_t)(i / 6 * 31 % 24) - 4) * SUBPIXELS + (int32_t)random_below(random, 640);
        vertex->position.z_yd = (float)random_below(random, 100);
        vertex->light[i % 3] = (float)random_below(random, 256) / 255;
        vertex->light[3] = 1;
    }
    for (uint32_t i = 0; i < 3 * TRIANGLES; i++) {
        uint32_t cluster = i / 3 % (VERTICES / 6) * 6;
        crowd->indices[i] = FIRST_VERTEX + cluster + random_below(random, 6);
    }
    crowd->batch = (struct mesh_batch){.material = &crowd->material,
                                       .vertices = crowd->vertices,
                                       .indices = crowd->indices,
                                       .index_count = 3 * TRIANGLES};
}

static void draw(const struct mesh_batch *batch, uint8_t rgba[4 * BAND_SAMPLES])
{
    static float heights[BAND_SAMPLES];
    static uint32_t visible[BAND_SAMPLES];
    struct sample_band band = {.width_px = SIZE_PX,
                               .rows = SIZE_PX,
                               .depth = heights,
                               .visible = visible,
                               .rgba = rgba,
                               .clip_height = 1000};
    memset(heights, 0, sizeof heights);
    memset(rgba, 0, 4 * BAND_SAMPLES);
    draw_batch(batch, SIZE_PX, &band);
}

static uint32_t count_seen(const struct crowd *crowd)
{
    const struct pixel_area tile = {0, SIZE_PX, 0, SIZE_PX};
    uint32_t seen = 0;
    for (uint32_t i = 0; i < 3 * TRIANGLES; i += 3) {
        seen += mesh_is_seen(mesh_corner(&crowd->batch, i), mesh_corner(&crowd->batch, i + 1),
                             mesh_corner(&crowd->batch, i + 2), &crowd->material, &tile);
    }
    return seen;
}

/* What the builders of buildings and doodads do. */
static void keep_seen(const struct crowd *crowd, struct arena *arena, struct mesh_batch *kept)
{
    struct mesh_visible seen = {0};
    struct mesh_copy copy;
    assert_true(mesh_visible_begin(&seen, VERTICES, 3 * TRIANGLES, arena));
    for (uint32_t i = 0; i < VERTICES; i++) {
        seen.positions[i] = crowd->vertices[FIRST_VERTEX + i].position;
    }
    mesh_visible_list(&seen, crowd->indices, FIRST_VERTEX, &crowd->material, SIZE_PX);
    *kept = crowd->batch;
    assert_true(mesh_visible_copy(&seen, &crowd->material, arena, &copy, kept));
    for (uint32_t i = 0; i < VERTICES; i++) {
        if (seen.number[i]) {
            copy.vertices[seen.number[i] - 1] = crowd->vertices[FIRST_VERTEX + i];
        }
    }
}

static void triangles_that_are_seen_draw_what_all_draw(void **state)
{
    (void)state;
    static uint8_t of_all[4 * BAND_SAMPLES];
    static uint8_t of_kept[4 * BAND_SAMPLES];
    static struct crowd crowd;
    struct random random = random_seeded();
    for (uint32_t run = 0; run < 20; run++) {
        struct arena arena = {0};
        struct mesh_batch kept;
        make_crowd(&random, &crowd);
        keep_seen(&crowd, &arena, &kept);
        assert_true(kept.is_culled);
        assert_int_equal(kept.index_count, 3 * count_seen(&crowd));
        assert_in_range(kept.index_count, 3 * TRIANGLES / 20, 3 * TRIANGLES * 9 / 10);
        draw(&crowd.batch, of_all);
        draw(&kept, of_kept);
        assert_memory_equal(of_all, of_kept, sizeof of_all);
        arena_free(&arena);
    }
}

/* A memory for one batch after another: a small one after a large one, and one without triangles.
 */
static void memory_of_a_batch_serves_the_next(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct mesh_visible seen = {0};
    const struct mesh_material material = mesh_material_of(BLEND_OPAQUE);
    const uint32_t indices[] = {0, 1, 2};
    assert_true(mesh_visible_begin(&seen, 100, 300, &arena));
    const struct mesh_position *positions = seen.positions;
    assert_true(mesh_visible_begin(&seen, 3, 3, &arena));
    assert_ptr_equal(seen.positions, positions);
    seen.positions[0] = (struct mesh_position){0, 0, 0};
    seen.positions[1] = (struct mesh_position){0, 4 * SUBPIXELS, 0};
    seen.positions[2] = (struct mesh_position){4 * SUBPIXELS, 0, 0};
    mesh_visible_list(&seen, indices, 0, &material, SIZE_PX);
    assert_int_equal(seen.corner_count, 3);
    assert_int_equal(seen.seen_count, 3);
    assert_true(mesh_visible_begin(&seen, 3, 0, &arena));
    mesh_visible_list(&seen, indices, 0, &material, SIZE_PX);
    assert_int_equal(seen.corner_count, 0);
    assert_int_equal(seen.seen_count, 0);
    arena_free(&arena);
}

int test_mesh_visible(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_that_are_seen_draw_what_all_draw),
        cmocka_unit_test(memory_of_a_batch_serves_the_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
