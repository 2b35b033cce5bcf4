/* Liquids as meshes: what they take of a tile's memory, and what they look like. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/size.h"
#include "mesh/liquid_sheet.h"
#include "mesh/placed/liquid_mesh.h"
#include "mesh/placed/plain_liquids.h"
#include "scene/liquid_material.h"
#include "scene/mip_data.h"

enum { EDGE = 128, VERTICES = (EDGE + 1) * (EDGE + 1), QUADS = EDGE * EDGE };

/* Of a tile of 512 px. */
static struct mesh_builder builder_of(const struct scene_tile *scene,
                                      const struct adtmap_settings *settings, struct arena *arena,
                                      struct mesh_list *list)
{
    return (struct mesh_builder){.scene = scene,
                                 .settings = settings,
                                 .sampling = {MIP_ANISOTROPIC, 1.0F},
                                 .kernels = mesh_kernels_get(ADTMAP_CPU_AUTO),
                                 .quad_px = 4,
                                 .size_px = 512,
                                 .arena = arena,
                                 .list = list};
}

/*
 * Each of the four classes took the indices of all quads, of which three were never used: 3 MiB for
 * a lake of 128 x 128.
 */
static void a_lake_takes_the_bytes_of_its_triangles(void **state)
{
    (void)state;
    static uint8_t quads[QUADS];
    struct liquid_point *points = calloc(VERTICES, sizeof *points);
    struct adtmap_settings settings = {0};
    struct arena arena = {.block_bytes = 4096};
    struct mesh_list list = {0};
    static struct scene_tile scene;
    plain_liquids(&scene);
    memset(quads, LIQUID_WATER, sizeof quads);
    const struct liquid_grid lake = {.width = EDGE, .height = EDGE, .quad = quads};
    struct mesh_builder builder = builder_of(&scene, &settings, &arena, &list);
    assert_non_null(points);
    for (int32_t i = 0; i < VERTICES; i++) {
        points[i].position.x = i % (EDGE + 1) * 4 * SUBPIXELS;
        points[i].position.y = i / (EDGE + 1) * 4 * SUBPIXELS;
    }
    assert_true(liquid_append(&builder, &lake, points));
    const size_t vertex_bytes = 2 * sizeof(struct mesh_position) + 6 * sizeof(float);
    const size_t triangle_bytes = sizeof(struct mesh_triangle) + sizeof(struct mesh_planes) + 16;
    assert_int_equal(list.count, 1);
    assert_int_equal(list.triangle_count, 2 * QUADS);
    assert_true(arena_bytes(&arena) <
                VERTICES * vertex_bytes + 2 * QUADS * triangle_bytes + (512 << 10));
    arena_free(&arena);
    free(points);
}

/* Data with the texture of each liquid. */
struct fixture {
    struct mip_data data;
    struct mesh_list list;
    struct adtmap_settings settings;
    struct scene_tile scene;
    struct surface_textures textures;
    struct mesh_builder builder;
};

static struct fixture fixture;

static int set_up(void **state)
{
    (void)state;
    static const char *const names[] = {"xtextures/river/lake_a.1.blp",
                                        "xtextures/ocean/ocean_h.1.blp",
                                        "xtextures/lava/lava.1.blp", "xtextures/slime/slime.1.blp"};
    struct fixture *f = &fixture;
    *f = (struct fixture){.list = {0}};
    mip_data_open(&f->data, names, 4);
    f->textures = surface_textures_of(f->data.cache, NULL, &f->settings, 4, &f->data.arena);
    f->builder = builder_of(&f->scene, &f->settings, &f->data.arena, &f->list);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    surface_textures_close(&fixture.textures);
    mip_data_close(&fixture.data);
    return 0;
}

/* The material of a single quad of a class, under the light of a preset. */
static const struct surface_material *material_of(enum adtmap_light_preset preset,
                                                  enum liquid_class class)
{
    const uint8_t quad = (uint8_t) class;
    const struct liquid_grid grid = {.width = 1, .height = 1, .quad = &quad};
    const struct liquid_point points[4] = {
        {.depth = 1}, {{1024, 0, 0}, 1}, {{0, 1024, 0}, 1}, {{1024, 1024, 0}, 1}};
    adtmap_settings_default(&fixture.settings);
    adtmap_settings_preset(preset, &fixture.settings);
    fixture.scene.liquid_materials[class] = liquid_material(&fixture.textures, class);
    assert_non_null(fixture.scene.liquid_materials[class]);
    uint8_t finest[SURFACE_TEXTURES * LIQUID_CLASSES];
    assert_true(fixture.textures.count < sizeof finest);
    fixture.list.finest = finest;
    assert_true(liquid_append(&fixture.builder, &grid, points));
    return fixture.list.batches[fixture.list.count - 1].material;
}

/* noggit-red adds the pictures of water and ocean to their colours; exports were brighter. */
static void the_preset_noggit_adds_the_texture_of_water_and_ocean(void **state)
{
    (void)state;
    for (uint32_t i = LIQUID_WATER; i <= LIQUID_OCEAN; i++) {
        const struct surface_material *material =
            material_of(ADTMAP_LIGHT_NOGGIT, (enum liquid_class)i);
        const struct mesh_batch *batch = &fixture.list.batches[fixture.list.count - 1];
        assert_int_equal(material->mix, MIX_ADD);
        assert_null(material->textures[0]);
        assert_non_null(material->textures[1]);
        assert_float_equal(batch->colors[0].at[1], fixture.settings.liquids[i].deep[1], 1e-6F);
        assert_true(batch->layers->layer[0].south[1] > 0.0F);
        assert_null(material_of(ADTMAP_LIGHT_NEUTRAL, (enum liquid_class)i)->textures[1]);
    }
}

static void magma_and_slime_are_their_texture(void **state)
{
    (void)state;
    for (uint32_t i = LIQUID_MAGMA; i <= LIQUID_SLIME; i++) {
        const struct surface_material *material =
            material_of(ADTMAP_LIGHT_NEUTRAL, (enum liquid_class)i);
        assert_int_equal(material->mix, MIX_FIRST);
        assert_int_equal(material->blend, SURFACE_OPAQUE);
        assert_non_null(material->textures[0]);
    }
}

/* Water without depths of its own is coloured by the ground under each of its corners, from the
 * corner of the chunk where its rectangle begins; 12 yards are deep, 6 are half of it. */
static void water_is_as_deep_as_the_ground_below_it(void **state)
{
    (void)state;
    enum { CHUNK = 37, COLUMN = 3, ROW = 2, WIDTH = 2, HEIGHT = 1, SOUTH = 17 };
    static struct scene_tile scene;
    static struct adt_chunk ground;
    static const float depth_yd[] = {0, 3, 6, 9, 12, 24};
    uint8_t quads[WIDTH * HEIGHT] = {LIQUID_WATER, LIQUID_WATER};
    float height_yd[6];
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        ground.height_yd[i] = (float)(i * i);
    }
    for (size_t i = 0; i < 6; i++) {
        size_t vertex = (ROW + i / 3) * SOUTH + COLUMN + i % 3;
        height_yd[i] = ground.height_yd[vertex] + depth_yd[i];
    }
    const struct liquid_layer layer = {
        .chunk = CHUNK,
        .x = COLUMN,
        .y = ROW,
        .grid = {.width = WIDTH, .height = HEIGHT, .height_yd = height_yd, .quad = quads}};
    scene.chunks[CHUNK].terrain = &ground;
    scene.liquids = (struct liquid_layers){.count = 1, .layers = &layer};
    plain_liquids(&scene);
    struct mesh_builder builder = builder_of(&scene, &settings, &arena, &list);
    assert_true(liquid_meshes(&builder));
    assert_int_equal(list.count, 1);
    const struct liquid_sheet *sheet = list.batches[0].sheet;
    const struct adtmap_liquid *colors = &settings.liquids[LIQUID_WATER];
    assert_int_equal(sheet->column, CHUNK % 16 * 8 + COLUMN);
    assert_int_equal(sheet->row, CHUNK / 16 * 8 + ROW);
    for (size_t i = 0; i < 6; i++) {
        float part = depth_yd[i] < 12 ? depth_yd[i] / 12 : 1;
        for (size_t c = 0; c < 4; c++) {
            assert_float_equal(sheet->vertices[i].rgba[c],
                               colors->shallow[c] + (colors->deep[c] - colors->shallow[c]) * part,
                               1e-5);
        }
    }
    const uint32_t left = CHUNK % 16 * 32, top = CHUNK / 16 * 32;
    const struct {
        struct pixel_area left_out;
        uint32_t sheets;
    } cases[] = {{{left, left + 32, top, top + 32}, 1},
                 {{left + 1, left + 32, top, top + 32}, 2},
                 {{left, left + 31, top, top + 32}, 2},
                 {{left, left + 32, top + 1, top + 32}, 2},
                 {{left, left + 32, top, top + 31}, 2}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        list.count = 1;
        builder.left_out = &cases[i].left_out;
        assert_true(liquid_meshes(&builder));
        assert_int_equal(list.count, cases[i].sheets);
    }
    arena_free(&arena);
}

/* Sheets and triangles are sorted by the mean height of the quads that are there: other points have
 * any height, also the first. */
static void points_of_no_quad_have_no_say_in_the_order(void **state)
{
    (void)state;
    enum { WIDTH = 3 };
    static struct scene_tile scene;
    static const float mean_yd[WIDTH] = {401, 2.5F, 351.5F}, top_yd[WIDTH] = {900, 4, 800};
    float height_yd[2 * (WIDTH + 1)] = {900, 1, 2, 800, 700, 3, 4, 600};
    uint8_t quads[WIDTH] = {LIQUID_NONE, LIQUID_WATER, LIQUID_NONE};
    const struct liquid_layer layer = {
        .grid = {.width = WIDTH, .height = 1, .height_yd = height_yd, .quad = quads}};
    struct liquid_point points[COUNT_OF(height_yd)] = {0};
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    scene.liquids = (struct liquid_layers){.count = 1, .layers = &layer};
    plain_liquids(&scene);
    struct mesh_builder builder = builder_of(&scene, &settings, &arena, &list);
    for (int32_t i = 0; i < (int32_t)COUNT_OF(points); i++) {
        points[i].position = (struct mesh_position){i % (WIDTH + 1) * 4 * SUBPIXELS,
                                                    i / (WIDTH + 1) * 4 * SUBPIXELS, height_yd[i]};
    }
    for (uint32_t i = 0; i < WIDTH; i++) {
        memset(quads, LIQUID_NONE, sizeof quads);
        quads[i] = LIQUID_WATER;
        list.count = 0;
        assert_true(liquid_meshes(&builder));
        assert_true(liquid_append(&builder, &layer.grid, points));
        assert_int_equal(list.count, 2);
        assert_non_null(list.batches[0].sheet);
        assert_null(list.batches[1].sheet);
        for (uint32_t k = 0; k < 2; k++) {
            assert_float_equal(list.batches[k].height_yd, mean_yd[i], 0);
            assert_float_equal(list.batches[k].top_yd, top_yd[i], 0);
        }
    }
    arena_free(&arena);
}

int test_liquid_mesh(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lake_takes_the_bytes_of_its_triangles),
        cmocka_unit_test_setup_teardown(the_preset_noggit_adds_the_texture_of_water_and_ocean,
                                        set_up, tear_down),
        cmocka_unit_test(water_is_as_deep_as_the_ground_below_it),
        cmocka_unit_test(points_of_no_quad_have_no_say_in_the_order),
        cmocka_unit_test_setup_teardown(magma_and_slime_are_their_texture, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
