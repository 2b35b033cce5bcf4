/* The layer of doodads: triangles made in memory over flat ground. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mesh/draw_batch.h"
#include "render/draw_scene.h"

enum { LARGEST_PX = 256, BATCHES = 4 };

/* A square, x and y in pixels of a tile of 256. */
struct square {
    struct surface_material material;
    struct test_vertex vertices[4];
    struct test_batch batch;
};

static struct square squares[BATCHES];
static uint32_t square_count;
static struct adt_chunk terrain;
static uint8_t pixels[LARGEST_PX * LARGEST_PX];

static struct square *add_square(enum surface_blend blend, int32_t left, int32_t right, float z_yd)
{
    static const uint32_t indices[6] = {0, 2, 1, 0, 3, 2};
    struct square *square = &squares[square_count++];
    *square = (struct square){.material = surface_material_of(blend, SURFACE_ERA_UNKNOWN)};
    for (int i = 0; i < 4; i++) {
        int32_t x = i == 1 || i == 2 ? right : left;
        int32_t y = i < 2 ? 0 : LARGEST_PX;
        square->vertices[i] = (struct test_vertex){.position = {x * SUBPIXELS, y * SUBPIXELS, z_yd},
                                                   .light = {0.5F, 0.4F, 0.3F, 1}};
    }
    square->material.two_sided = true;
    square->batch = (struct test_batch){.material = &square->material,
                                        .vertices = square->vertices,
                                        .indices = indices,
                                        .index_count = 6,
                                        .is_doodad = true};
    return square;
}

static int set_up(void **state)
{
    (void)state;
    square_count = 0;
    return 0;
}

/* Draws the squares, scaled with the tile. */
static void draw(uint32_t size_px, float cut_height_yd)
{
    static struct scene_tile scene;
    struct arena arena = {0};
    const struct diag diag = {0};
    struct mesh_list meshes = {0};
    struct adtmap_settings settings;
    const struct adtmap_height_range range = {0, 1, 0};
    adtmap_settings_default(&settings);
    settings.size_px = size_px;
    settings.objects.cut_height_yd = cut_height_yd;
    struct tile_plan *plan = tile_plan_create(&settings);
    int32_t scale = (int32_t)(tile_plan_quad_px(plan) * 128 / LARGEST_PX);
    struct mesh_builder target = test_builder(&meshes, &arena, tile_plan_quad_px(plan) * 128);
    for (uint32_t i = 0; i < square_count; i++) {
        for (int k = 0; k < 4; k++) {
            squares[i].vertices[k].position.x *= scale;
            squares[i].vertices[k].position.y *= scale;
        }
        test_batch_add(&squares[i].batch, &target);
    }
    assert_true(mesh_list_sort(&meshes, &arena));
    scene = (struct scene_tile){.x = 32, .y = 32};
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        scene.chunks[i] = (struct scene_chunk){.terrain = &terrain, .layer_count = 1};
    }
    struct tile_scratch *scratch = tile_scratch_create(plan, 2);
    const struct tile_input input = {.scene = &scene, .meshes = &meshes, .arena = &arena};
    struct adtmap_layer_image image = {
        .layer = {ADTMAP_LAYER_DOODADS, 0}, .pixels = pixels, .stride_bytes = size_px};
    assert_int_equal(tile_draw_layer(plan, &input, &range, NULL, scratch, &diag, &image),
                     ADTMAP_OK);
    tile_scratch_destroy(scratch);
    tile_plan_destroy(plan);
    arena_free(&arena);
}

static void doodads_are_white_whatever_their_light(void **state)
{
    (void)state;
    add_square(SURFACE_OPAQUE, 0, 100, 5);
    draw(256, INFINITY);
    assert_int_equal(pixels[99], 255);
    assert_int_equal(pixels[100], 0);
    assert_int_equal(pixels[255 * 256 + 50], 255);
}

static void what_is_below_the_ground_covers_nothing(void **state)
{
    (void)state;
    add_square(SURFACE_OPAQUE, 0, 100, -5);
    draw(256, INFINITY);
    assert_int_equal(pixels[50], 0);
}

static void what_is_cut_off_covers_nothing(void **state)
{
    (void)state;
    add_square(SURFACE_OPAQUE, 0, 100, 5);
    add_square(SURFACE_OPAQUE, 100, 200, 1);
    draw(256, 3);
    assert_int_equal(pixels[50], 0);
    assert_int_equal(pixels[150], 255);
}

static void buildings_hide_what_is_below_them(void **state)
{
    (void)state;
    add_square(SURFACE_OPAQUE, 0, 200, 5);
    add_square(SURFACE_OPAQUE, 50, 100, 9)->batch.is_doodad = false;
    add_square(SURFACE_OPAQUE, 120, 150, 2)->batch.is_doodad = false;
    draw(256, INFINITY);
    assert_int_equal(pixels[40], 255);
    assert_int_equal(pixels[75], 0);
    assert_int_equal(pixels[130], 255);
}

static void alpha_counts_as_a_share(void **state)
{
    (void)state;
    struct square *square = add_square(SURFACE_ALPHA, 0, 100, 5);
    for (int i = 0; i < 4; i++) {
        square->vertices[i].light[3] = 0.4F;
    }
    draw(256, INFINITY);
    assert_in_range(pixels[50], 101, 103);
}

static void glows_and_glass_cover_nothing(void **state)
{
    (void)state;
    add_square(SURFACE_OPAQUE, 0, 50, 1);
    add_square(SURFACE_ADD, 0, 100, 5);
    add_square(SURFACE_MOD, 0, 100, 6);
    add_square(SURFACE_ALPHA, 0, 200, 9)->batch.is_doodad = false;
    draw(256, INFINITY);
    assert_int_equal(pixels[25], 255);
    assert_int_equal(pixels[75], 0);
    assert_int_equal(pixels[150], 0);
}

/* Defect of the past: slime with a texture, which is opaque, hid doodads, but not where the layer
 * was drawn without the picture, which reads no liquids. */
static void opaque_liquids_cover_nothing(void **state)
{
    (void)state;
    add_square(SURFACE_OPAQUE, 0, 100, 5);
    struct square *slime = add_square(SURFACE_OPAQUE, 50, 150, 9);
    slime->batch.is_doodad = false;
    slime->batch.is_liquid = true;
    draw(256, INFINITY);
    assert_int_equal(pixels[75], 255);
    assert_int_equal(pixels[120], 0);
}

/* 100 px is drawn larger and averaged: an edge within a pixel leaves a share. */
static void odd_sizes_are_averaged(void **state)
{
    (void)state;
    add_square(SURFACE_OPAQUE, 0, 128 + 1, 5);
    draw(100, INFINITY);
    assert_int_equal(pixels[49], 255);
    assert_in_range(pixels[50], 95, 105); /* 129 / 2.56 = 50.39 pixels */
    assert_int_equal(pixels[51], 0);
}

static void a_tile_without_objects_is_black(void **state)
{
    (void)state;
    memset(pixels, 1, sizeof pixels);
    draw(256, INFINITY);
    for (size_t i = 0; i < sizeof pixels; i++) {
        assert_int_equal(pixels[i], 0);
    }
}

int test_doodad_cover(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(doodads_are_white_whatever_their_light, set_up),
        cmocka_unit_test_setup(what_is_below_the_ground_covers_nothing, set_up),
        cmocka_unit_test_setup(what_is_cut_off_covers_nothing, set_up),
        cmocka_unit_test_setup(buildings_hide_what_is_below_them, set_up),
        cmocka_unit_test_setup(alpha_counts_as_a_share, set_up),
        cmocka_unit_test_setup(glows_and_glass_cover_nothing, set_up),
        cmocka_unit_test_setup(opaque_liquids_cover_nothing, set_up),
        cmocka_unit_test_setup(odd_sizes_are_averaged, set_up),
        cmocka_unit_test_setup(a_tile_without_objects_is_black, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
