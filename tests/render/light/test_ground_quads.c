/* The surface of quads that show their ground or a level liquid alone, next to that of samples: a
 * limit of height above all that stands on a tile makes all quads be drawn in samples. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mesh/liquid_sheet.h"
#include "mesh/mesh_list.h"
#include "render/light/ground_quads.h"
#include "render/light/height_draw.h"
#include "render/random.h"

enum { SHEETS = 400, CORNERS = 81 };

static struct adt_chunk chunks[ADT_CHUNKS];
static struct scene_tile scene;
static struct liquid_sheet sheets[SHEETS];
static struct sheet_vertex vertices[SHEETS][CORNERS];
static struct random random_state;

static uint32_t below(uint32_t end)
{
    return random_below(&random_state, end);
}

static float yards(uint32_t span)
{
    return (float)below(span * 16) / 16.0F;
}

/* Gentle ground round 0; in one of 30 chunks a height that is odd, and some that are not there. */
static void make_ground(void)
{
    static const float odd[] = {NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 2e6F, -0.0F};
    scene = (struct scene_tile){.x = 32, .y = 32};
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        chunks[i] = (struct adt_chunk){0};
        for (uint32_t v = 0; v < ADT_VERTICES; v++) {
            chunks[i].height_yd[v] = yards(20) - 10.0F;
        }
        if (below(30) == 0) {
            chunks[i].height_yd[below(ADT_VERTICES)] = odd[below(7)];
        }
        if (below(30) > 0) {
            scene.chunks[i] = (struct scene_chunk){.terrain = &chunks[i], .layer_count = 1};
        }
    }
}

/* Level and sloped ones, above the ground, under it and in between. */
static void make_sheet(uint32_t i)
{
    const float level_yd = below(4) ? yards(60) - 30.0F : 2e6F;
    const bool is_level = below(4) > 0;
    const uint32_t column = below(8), row = below(8);
    sheets[i] = (struct liquid_sheet){
        .column = QUADS_PER_CHUNK * below(16) + column,
        .row = QUADS_PER_CHUNK * below(16) + row,
        .width = 1 + below(QUADS_PER_CHUNK - column),
        .height = 1 + below(QUADS_PER_CHUNK - row),
        .quads = below(3) ? UINT64_MAX : 0x5A3C0FF1E2D4B897,
        .vertices = vertices[i],
    };
    for (uint32_t v = 0; v < CORNERS; v++) {
        vertices[i][v].z_yd = is_level ? level_yd : level_yd + yards(10);
    }
    if (below(3) == 0) {
        vertices[i][below(CORNERS)].z_yd += 3.0F;
    }
    if (below(30) == 0) {
        vertices[i][below(CORNERS)].z_yd = NAN;
    }
}

static void draw(struct height_field *field, uint32_t quad_px, const struct height_area *inside,
                 float cut_yd)
{
    struct arena arena = {0};
    struct mesh_list meshes = {0};
    struct mesh_bins bins;
    struct adtmap_settings settings;
    const struct surface_material water = surface_material_of(SURFACE_ALPHA, SURFACE_ERA_UNKNOWN);
    adtmap_settings_default(&settings);
    settings.objects.cut_height_yd = cut_yd;
    for (uint32_t i = 0; i < SHEETS; i++) {
        sheets[i].quad_px = quad_px;
        const struct mesh_batch batch = {
            .sheet = &sheets[i], .material = &water, .is_liquid = true};
        assert_true(mesh_list_append(&meshes, &batch, &arena));
    }
    assert_true(mesh_list_sort(&meshes, &arena));
    assert_true(mesh_bins_fill(&meshes, QUADS_PER_TILE * quad_px, HEIGHT_BAND_ROWS, &arena, &bins));
    struct height_scratch *scratch = height_scratch_create(quad_px);
    assert_non_null(scratch);
    const struct height_drawing drawing = {.scene = &scene,
                                           .meshes = &meshes,
                                           .bins = &bins,
                                           .settings = &settings,
                                           .quad_px = quad_px,
                                           .inside = *inside,
                                           .is_inside_drawn = inside->right > 0,
                                           .scratch = &scratch,
                                           .threads = 1,
                                           .field = field};
    assert_true(height_draw(&drawing));
    height_scratch_destroy(scratch);
    arena_free(&arena);
}

static void check_size(uint32_t quad_px, bool has_inside)
{
    const uint32_t size_px = QUADS_PER_TILE * quad_px;
    const struct height_area part = {5, quad_px + 3, size_px - 9, size_px - 1}, none = {0};
    struct height_field fields[2];
    for (int i = 0; i < 2; i++) {
        assert_true(height_field_init(&fields[i], size_px, 3, false, true));
        memset(fields[i].surface, 0x55,
               (size_t)fields[i].stride * fields[i].stride * sizeof *fields[i].surface);
        draw(&fields[i], quad_px, has_inside ? &part : &none, i ? FLT_MAX : INFINITY);
    }
    assert_memory_equal(fields[0].surface, fields[1].surface,
                        (size_t)fields[0].stride * fields[0].stride * sizeof *fields[0].surface);
    assert_int_equal(fields[0].surface[0], SURFACE_NONE);
    const size_t corner = height_field_at(&fields[0], 0, 0);
    assert_int_equal(fields[0].surface[corner] == 0x55555555, has_inside);
    for (int i = 0; i < 2; i++) {
        height_field_free(&fields[i]);
    }
}

static void surfaces_are_those_of_samples(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {2, 3, 4, 5, 7, 8, 16};
    random_state = random_seeded();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        make_ground();
        for (uint32_t k = 0; k < SHEETS; k++) {
            make_sheet(k);
        }
        check_size(sizes[i], false);
        check_size(sizes[i], true);
    }
}

/* Most of a tile's quads are found, or nothing is won. */
static void most_quads_are_found(void **state)
{
    (void)state;
    static struct ground_quads quads;
    const struct mesh_bins none = {0};
    struct quad_set all;
    random_state = random_seeded();
    make_ground();
    memset(&all, 0xFF, sizeof all);
    assert_true(ground_quads_init(&quads, 4));
    ground_quads_find(&quads, &scene, &none, 64 * 4 / SAMPLE_BAND_ROWS, &all);
    uint32_t count = 0;
    for (struct quad_place quad = {0}; quad_set_take(&quads.set, &quad);) {
        count += quad.row < 33;
    }
    assert_in_range(count, 33 * QUADS_PER_TILE / 2, 33 * QUADS_PER_TILE - 1);
    ground_quads_free(&quads);
}

int test_ground_quads(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surfaces_are_those_of_samples),
        cmocka_unit_test(most_quads_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
