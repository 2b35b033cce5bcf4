/* What a model looks like, as a number: the same in whatever order a file has it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compare/model_print.h"

enum { VERTICES = 4, CORNERS = 6 };

/* A doodad of two triangles, in one batch or in two. */
struct tree {
    float positions[VERTICES][3];
    float normals[VERTICES][3];
    float uv[VERTICES][2];
    uint32_t indices[CORNERS];
    struct m2_texture texture;
    struct m2_batch batches[2];
    struct m2_model model;
};

static const float places[VERTICES][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 2}};

static void make_tree(struct tree *tree, const uint32_t order[VERTICES], uint32_t batch_count)
{
    static const uint32_t corners[CORNERS] = {0, 1, 2, 0, 2, 3};
    memset(tree, 0, sizeof *tree);
    for (size_t i = 0; i < VERTICES; i++) {
        memcpy(tree->positions[order[i]], places[i], sizeof places[i]);
        tree->uv[order[i]][0] = (float)i / 4;
        tree->normals[order[i]][2] = 1;
    }
    for (size_t i = 0; i < CORNERS; i++) {
        tree->indices[i] = order[corners[i]];
    }
    tree->texture.name = "World\\Tree.blp";
    for (uint32_t b = 0; b < 2; b++) {
        tree->batches[b] = (struct m2_batch){
            .first_index = b * 3,
            .index_count = batch_count == 2 ? 3 : 6,
            .stage_count = 1,
            .stages[0] = {.uv_transform = {{1, 0, 0}, {0, 1, 0}}, .weight = 1},
            .color = {1, 1, 1, 1},
        };
    }
    tree->model = (struct m2_model){
        .vertex_count = VERTICES,
        .positions = (const float(*)[3])tree->positions,
        .normals = (const float(*)[3])tree->normals,
        .uv = {(const float(*)[2])tree->uv},
        .index_count = CORNERS,
        .indices = tree->indices,
        .texture_count = 1,
        .textures = &tree->texture,
        .batch_count = batch_count,
        .batches = tree->batches,
    };
}

static uint64_t shape_of(const struct tree *tree)
{
    return model_print_of_m2(&tree->model, NULL).shape;
}

static const uint32_t as_written[VERTICES] = {0, 1, 2, 3};
static const uint32_t other_order[VERTICES] = {3, 1, 0, 2};

static void the_order_of_vertices_and_batches_does_not_count(void **state)
{
    (void)state;
    struct tree a;
    struct tree b;
    make_tree(&a, as_written, 1);
    make_tree(&b, other_order, 2);
    assert_true(shape_of(&a) == shape_of(&b));
    assert_true(shape_of(&a) != 0);
}

static void what_is_seen_counts(void **state)
{
    (void)state;
    struct tree plain;
    make_tree(&plain, as_written, 1);
    for (int i = 0; i < 7; i++) {
        struct tree tree;
        make_tree(&tree, as_written, 1);
        tree.positions[3][2] += i == 0 ? 0.1F : 0.0F;
        tree.uv[2][1] += i == 1 ? 0.25F : 0.0F;
        tree.normals[0][0] += i == 2 ? 0.5F : 0.0F;
        tree.texture.name = i == 3 ? "world/other.blp" : "world/TREE.blp";
        tree.batches[0].blend = i == 4 ? SURFACE_ALPHA : SURFACE_OPAQUE;
        tree.batches[0].index_count = i == 5 ? 3 : 6;
        assert_true((shape_of(&tree) == shape_of(&plain)) == (i == 6));
    }
}

/* One room of a WMO with the same triangles. */
static struct model_print print_of_room(uint32_t shader, uint8_t red, float depth)
{
    struct tree tree;
    uint8_t colors[VERTICES][4] = {{red, 2, 3, 255}};
    float heights[4] = {0, 0, 0, depth};
    const uint8_t quad = LIQUID_WATER;
    make_tree(&tree, as_written, 1);
    const struct wmo_material material = {
        .shader = shader, .texture_count = 1, .textures = {{"wall.blp", 0}}};
    const struct wmo_batch batch = {.index_count = CORNERS, .vertex_last = 3};
    const struct wmo_liquid liquid = {
        .grid = {.width = 1, .height = 1, .height_yd = heights, .quad = &quad}};
    const struct wmo_group group = {
        .vertex_count = VERTICES,
        .positions = (const float(*)[3])tree.positions,
        .uv_count = 1,
        .uv = {(const float(*)[2])tree.uv},
        .colors = {colors},
        .indices = tree.indices,
        .batch_count = 1,
        .batches = &batch,
        .liquid = &liquid,
    };
    const struct wmo_group *const groups[2] = {&group, NULL};
    const struct wmo root = {.material_count = 1, .materials = &material, .group_count = 2};
    const struct wmo_model model = {.root = &root, .groups = groups};
    return model_print_of_wmo(&model, NULL);
}

static void colors_of_rooms_are_apart_from_their_shape(void **state)
{
    (void)state;
    struct model_print plain = print_of_room(0, 1, 0);
    struct model_print red = print_of_room(0, 200, 0);
    assert_true(red.shape == plain.shape);
    assert_true(red.colors != plain.colors);
    assert_true(print_of_room(0, 1, 2).shape != plain.shape);
    assert_true(print_of_room(0, 1, 2).colors == plain.colors);
}

/* v14 has no shaders: specular and metal are seen as diffuse. */
static void shaders_of_one_texture_look_the_same(void **state)
{
    (void)state;
    assert_true(print_of_room(1, 1, 0).shape == print_of_room(0, 1, 0).shape);
}

/* Coordinates that no texture needs are no reason to end the program. */
static void numbers_out_of_range_are_compared(void **state)
{
    (void)state;
    struct tree a;
    struct tree b;
    make_tree(&a, as_written, 1);
    make_tree(&b, as_written, 1);
    a.uv[0][0] = 3e38F;
    b.uv[0][0] = -3e38F;
    assert_true(shape_of(&a) != shape_of(&b));
}

int test_model_print(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_of_vertices_and_batches_does_not_count),
        cmocka_unit_test(what_is_seen_counts),
        cmocka_unit_test(colors_of_rooms_are_apart_from_their_shape),
        cmocka_unit_test(shaders_of_one_texture_look_the_same),
        cmocka_unit_test(numbers_out_of_range_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
