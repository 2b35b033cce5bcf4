/* In which order batches are drawn, and what is done for leaves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mesh/liquid_sheet.h"
#include "mesh/mesh_list.h"

static const struct liquid_sheet sheet;

static struct mesh_batch batch_of(const struct surface_material *material, float height_yd)
{
    return (struct mesh_batch){.material = material, .height_yd = height_yd};
}

/* Sorts the list and tells in which order its batches are drawn. */
static void assert_order(struct mesh_list *list, struct arena *arena, const uint32_t *order)
{
    assert_true(mesh_list_sort(list, arena));
    for (uint32_t i = 0; i < list->count; i++) {
        assert_int_equal(list->sorted[i] - list->batches, order[i]);
        assert_int_equal(list->sorted[i]->order, i);
    }
}

static void what_hides_is_drawn_first_and_what_shows_last(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct mesh_list list = {0};
    const struct surface_material opaque = surface_material_of(SURFACE_OPAQUE, SURFACE_ERA_UNKNOWN);
    const struct surface_material keyed =
        surface_material_of(SURFACE_ALPHA_KEY, SURFACE_ERA_UNKNOWN);
    const struct surface_material alpha = surface_material_of(SURFACE_ALPHA, SURFACE_ERA_UNKNOWN);
    struct surface_material untested = opaque;
    struct surface_material unwritten = keyed;
    untested.depth_test = false;
    unwritten.depth_write = false;
    struct mesh_batch liquid = batch_of(&opaque, 0);
    liquid.sheet = &sheet;
    const struct mesh_batch batches[] = {batch_of(&alpha, 5),     batch_of(&keyed, 5),
                                         batch_of(&untested, 5),  batch_of(&opaque, 5),
                                         batch_of(&unwritten, 5), liquid,
                                         batch_of(&keyed, 1),     batch_of(&opaque, 1)};
    static const enum mesh_rank ranks[] = {MESH_TRANSPARENT, MESH_KEYED,   MESH_OPAQUE,
                                           MESH_DEFERRED,    MESH_OPAQUE,  MESH_OPAQUE,
                                           MESH_KEYED,       MESH_DEFERRED};
    for (size_t i = 0; i < sizeof batches / sizeof *batches; i++) {
        assert_true(mesh_list_append(&list, &batches[i], &arena));
    }
    assert_order(&list, &arena, (const uint32_t[]){3, 7, 2, 4, 5, 1, 6, 0});
    for (uint32_t i = 0; i < list.count; i++) {
        assert_int_equal(list.batches[i].rank, ranks[i]);
    }
    arena_free(&arena);
}

static void transparent_batches_go_from_low_to_high(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct mesh_list list = {0};
    const struct surface_material alpha = surface_material_of(SURFACE_ALPHA, SURFACE_ERA_UNKNOWN);
    static const float heights[] = {3, -1, 2, 3, -1, 4, 3};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        struct mesh_batch batch = batch_of(&alpha, heights[i]);
        batch.top_yd = -2;
        assert_true(mesh_list_append(&list, &batch, &arena));
    }
    assert_order(&list, &arena, (const uint32_t[]){1, 4, 2, 0, 3, 6, 5});
    for (uint32_t i = 0; i < list.count; i++) { /* tops alone say which leaves come before */
        assert_float_equal(list.batches[i].top_so_far_yd, -2, 0);
    }
    arena_free(&arena);
}

/* More than the first room, so that batches move. */
static void list_grows(void **state)
{
    (void)state;
    enum { COUNT = 150 };
    struct arena arena = {0};
    struct mesh_list list = {0};
    const struct surface_material alpha = surface_material_of(SURFACE_ALPHA, SURFACE_ERA_UNKNOWN);
    uint32_t order[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        struct mesh_batch batch = batch_of(&alpha, (float)(COUNT - i));
        order[i] = COUNT - 1 - i;
        assert_true(mesh_list_append(&list, &batch, &arena));
    }
    assert_int_equal(list.count, COUNT);
    assert_order(&list, &arena, order);
    arena_free(&arena);
}

static void triangles_have_blocks_that_stay(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct mesh_list list = {0};
    assert_true(mesh_list_reserve(&list, MESH_BLOCK, &arena));
    assert_int_equal(list.block_room, 1);
    struct mesh_triangle *first = mesh_list_triangle(&list, 0);
    assert_int_equal((uintptr_t)first % 64, 0);
    assert_true(mesh_list_reserve(&list, 1, &arena));
    assert_ptr_equal(mesh_list_triangle(&list, 0), first);
    list.triangle_count = MESH_BLOCK - 1;
    assert_true(mesh_list_reserve(&list, 1, &arena));
    assert_int_equal(list.block_room, 1);
    assert_true(mesh_list_reserve(&list, 2, &arena));
    assert_int_equal(list.block_room, 2);
    assert_non_null(list.blocks[1]);
    assert_true(mesh_list_reserve(&list, 1 + 4 * MESH_BLOCK, &arena));
    assert_int_equal(list.block_room, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_non_null(list.blocks[i]);
    }
    assert_ptr_equal(mesh_list_triangle(&list, 0), first);
    list.triangle_count = 2;
    assert_false(mesh_list_reserve(&list, UINT32_MAX - 1, &arena));
    arena_free(&arena);
}

/* One texture cut out by a key, alone or times another whose alpha is no opacity. */
static void leaves_are_told_by_their_textures(void **state)
{
    (void)state;
    struct mip_texture *leaf = calloc(1, sizeof *leaf);
    struct mip_texture *bark = calloc(1, sizeof *bark);
    assert_non_null(leaf);
    assert_non_null(bark);
    leaf->alpha.is_opacity = true;
    static const float white[3] = {255, 255, 255};
    const struct {
        enum surface_blend blend;
        enum surface_mix mix;
        const struct mip_texture *first, *second;
        bool is_solid;
        const float *flat_color;
        bool is_leaf;
        float factor;
    } cases[] = {
        {SURFACE_ALPHA_KEY, MIX_FIRST, leaf, NULL, false, NULL, true, 0},
        {SURFACE_OPAQUE, MIX_FIRST, leaf, NULL, false, NULL, false, 0},
        {SURFACE_ALPHA_KEY, MIX_FIRST, NULL, NULL, false, NULL, false, 0},
        {SURFACE_ALPHA_KEY, MIX_FIRST, bark, NULL, false, NULL, false, 0},
        {SURFACE_ALPHA_KEY, MIX_FIRST, leaf, NULL, true, NULL, false, 0},
        {SURFACE_ALPHA_KEY, MIX_FIRST, leaf, NULL, false, white, false, 0},
        {SURFACE_ALPHA_KEY, MIX_MOD, leaf, bark, false, NULL, true, 1.0F / 255},
        {SURFACE_ALPHA_KEY, MIX_MOD2X, leaf, bark, false, NULL, true, 2.0F / 255},
        {SURFACE_ALPHA_KEY, MIX_MOD, leaf, leaf, false, NULL, false, 1.0F / 255},
        {SURFACE_ALPHA_KEY, MIX_MOD, leaf, NULL, false, NULL, false, 0},
        {SURFACE_ALPHA_KEY, MIX_ADD, leaf, bark, false, NULL, false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        struct mesh_list list = {0};
        struct surface_material material = surface_material_of(cases[i].blend, SURFACE_ERA_UNKNOWN);
        material.mix = cases[i].mix;
        material.textures[0] = cases[i].first;
        material.textures[1] = cases[i].second;
        material.is_solid = cases[i].is_solid;
        material.flat_color = cases[i].flat_color;
        struct mesh_batch batch = batch_of(&material, 0);
        assert_true(mesh_list_append(&list, &batch, &arena));
        assert_true(mesh_list_sort(&list, &arena));
        assert_int_equal(list.batches[0].is_leaf, cases[i].is_leaf);
        assert_true(list.batches[0].leaf_factor == cases[i].factor);
        arena_free(&arena);
    }
    free(leaf);
    free(bark);
}

/* mesh_pick */
static bool is_high(const void *user, const struct mesh_batch *batch)
{
    const float *height_yd = user;
    return batch->height_yd > *height_yd;
}

static void what_is_picked_keeps_its_order_and_its_place(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_list picked;
    const struct surface_material alpha = surface_material_of(SURFACE_ALPHA, SURFACE_ERA_UNKNOWN);
    static const float heights[] = {3, 0, 2, 1};
    const float least_yd = 1;
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        struct mesh_batch batch = batch_of(&alpha, heights[i]);
        assert_true(mesh_list_append(&list, &batch, &arena));
    }
    assert_true(mesh_list_sort(&list, &arena));
    assert_true(mesh_list_pick(&list, is_high, &least_yd, &arena, &picked));
    assert_int_equal(picked.count, 2);
    assert_ptr_equal(picked.sorted[0], &picked.batches[2]);
    assert_ptr_equal(picked.sorted[1], &picked.batches[0]);
    assert_int_equal(picked.sorted[0]->order, 0);
    assert_int_equal(picked.sorted[1]->order, 1);
    assert_int_equal(list.batches[2].order, 2);
    arena_free(&arena);
}

int test_mesh_list(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_hides_is_drawn_first_and_what_shows_last),
        cmocka_unit_test(transparent_batches_go_from_low_to_high),
        cmocka_unit_test(list_grows),
        cmocka_unit_test(triangles_have_blocks_that_stay),
        cmocka_unit_test(leaves_are_told_by_their_textures),
        cmocka_unit_test(what_is_picked_keeps_its_order_and_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
