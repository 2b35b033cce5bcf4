/* Which triangles a band has, in which order, and which pixels lie round them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/size.h"
#include "mesh/draw_batch.h"
#include "mesh/liquid_sheet.h"

enum { SIZE_PX = 64, BAND_ROWS = 16, TRIANGLES = 4 };

/* A batch of triangles that cover some pixels, from the same corner. */
struct stack {
    struct test_vertex vertices[3 * TRIANGLES];
    uint32_t indices[3 * TRIANGLES];
    struct surface_material material;
};

static void add_batch(struct stack *stack, enum surface_blend blend, const float z_yd[TRIANGLES],
                      const int32_t corner[2], struct mesh_list *list, struct arena *arena)
{
    static const int32_t corners[3][2] = {{0, 0}, {0, 1000}, {2000, 500}};
    stack->material = surface_material_of(blend, SURFACE_ERA_UNKNOWN);
    for (uint32_t i = 0; i < 3 * TRIANGLES; i++) {
        stack->indices[i] = i;
        stack->vertices[i].position = (struct mesh_position){
            corner[0] + corners[i % 3][0], corner[1] + corners[i % 3][1], z_yd[i / 3]};
    }
    const struct test_batch batch = {.material = &stack->material,
                                     .vertices = stack->vertices,
                                     .indices = stack->indices,
                                     .index_count = 3 * TRIANGLES};
    struct mesh_builder builder = test_builder(list, arena, SIZE_PX);
    test_batch_add(&batch, &builder);
}

/* Leaves of two trees are drawn after the opaque, from low to high. What is transparent keeps its
 * order, and comes before the leaves that are higher than all of it, and of what is before it. */
static void leaves_of_all_batches_go_from_low_to_high(void **state)
{
    (void)state;
    enum { BATCHES = 6, ALL = BATCHES * TRIANGLES };
    static const int32_t corner[2] = {256, 256};
    static const float heights_yd[BATCHES][TRIANGLES] = {{9, 1, 5, 3},     {40, -10, 30, -10},
                                                         {35, 15, 45, 25}, {6, 2, 8, 4},
                                                         {2, 2, 28, 2},    {1, 1, 1, 1}};
    static const enum surface_blend blends[BATCHES] = {SURFACE_ALPHA,     SURFACE_ALPHA_KEY,
                                                       SURFACE_ALPHA_KEY, SURFACE_OPAQUE,
                                                       SURFACE_ALPHA,     SURFACE_ALPHA};
    static const uint32_t batches[ALL] = {0, 0, 0, 0, 1, 1, 3, 3, 3, 3, 2, 2,
                                          4, 4, 4, 4, 5, 5, 5, 5, 1, 2, 1, 2};
    static const uint32_t triangles[ALL] = {0, 1, 2, 3, 1, 3, 0, 1, 2, 3, 1, 3,
                                            0, 1, 2, 3, 0, 1, 2, 3, 2, 0, 0, 2};
    static struct stack stacks[BATCHES];
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_bins bins;
    mesh_place before = 0;
    for (uint32_t i = 0; i < BATCHES; i++) {
        add_batch(&stacks[i], blends[i], heights_yd[i], corner, &list, &arena);
    }
    assert_true(mesh_list_sort(&list, &arena));
    assert_true(mesh_bins_fill(&list, SIZE_PX, BAND_ROWS, &arena, &bins));
    assert_int_equal(bins.begin[1], ALL);
    for (uint32_t i = 0; i < ALL; i++) {
        const struct mesh_triangle *triangle = mesh_list_triangle(&list, bins.numbers[i]);
        const struct mesh_batch *batch = &list.batches[triangle->batch];
        const mesh_place place = mesh_place_of(batch, triangle);
        assert_int_equal(batch->order, batches[i]);
        assert_int_equal(bins.numbers[i] - batch->first, triangles[i]);
        assert_true(place >= before);
        assert_int_equal(place < MESH_PLACE_OPAQUE, batch->rank == MESH_DEFERRED);
        before = place;
    }
    arena_free(&arena);
}

/* The mean height of a slope's corners counts, not that of one of them. */
static void leaves_that_slope_go_by_their_middle(void **state)
{
    (void)state;
    static const int32_t corners[3][2] = {{256, 256}, {256, 1256}, {2256, 756}};
    static const float z_yd[TRIANGLES][3] = {{0, 30, 0}, {8, 8, 8}, {12, 12, 12}, {0, 0, 0}};
    static const uint32_t wanted[TRIANGLES] = {3, 1, 0, 2};
    static struct test_vertex vertices[3 * TRIANGLES];
    uint32_t indices[3 * TRIANGLES];
    struct surface_material material = surface_material_of(SURFACE_ALPHA_KEY, SURFACE_ERA_UNKNOWN);
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_bins bins;
    for (uint32_t i = 0; i < 3 * TRIANGLES; i++) {
        indices[i] = i;
        vertices[i].position =
            (struct mesh_position){corners[i % 3][0], corners[i % 3][1], z_yd[i / 3][i % 3]};
    }
    const struct test_batch batch = {.material = &material,
                                     .vertices = vertices,
                                     .indices = indices,
                                     .index_count = 3 * TRIANGLES};
    struct mesh_builder builder = test_builder(&list, &arena, SIZE_PX);
    test_batch_add(&batch, &builder);
    assert_true(mesh_list_sort(&list, &arena));
    assert_true(mesh_bins_fill(&list, SIZE_PX, BAND_ROWS, &arena, &bins));
    assert_memory_equal(bins.numbers, wanted, sizeof wanted);
    arena_free(&arena);
}

/* Fills `order` with the triangles of one batch of leaves, in drawing order. */
static void leaf_order(const float heights_yd[TRIANGLES], uint32_t order[TRIANGLES])
{
    static const int32_t corner[2] = {256, 256};
    static struct stack stack;
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_bins bins;
    add_batch(&stack, SURFACE_ALPHA_KEY, heights_yd, corner, &list, &arena);
    assert_true(mesh_list_sort(&list, &arena));
    assert_true(mesh_bins_fill(&list, SIZE_PX, BAND_ROWS, &arena, &bins));
    assert_int_equal(bins.begin[1], TRIANGLES);
    memcpy(order, bins.numbers, TRIANGLES * sizeof *order);
    arena_free(&arena);
}

/* Steps of heights were parts of the range that a tile has, so that a tree on a mountain changed
 * the order of two leaves in the valley. */
static void far_leaves_change_no_order(void **state)
{
    (void)state;
    static const float heights_yd[][TRIANGLES] = {{10.5F, 10, 30, 20},
                                                  {10.5F, 10, 9000, 20},
                                                  {10.5F, 10, 1e30F, -1e30F},
                                                  {-9999.5F, -10000, 350, 1},
                                                  {10.01F, 10, 1e30F, -1e30F}};
    static const uint32_t wanted[][TRIANGLES] = {
        {1, 0, 3, 2}, {1, 0, 3, 2}, {3, 1, 0, 2}, {1, 0, 3, 2}, {3, 0, 1, 2}};
    uint32_t order[TRIANGLES];
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        leaf_order(heights_yd[i], order);
        assert_memory_equal(order, wanted[i], sizeof order);
    }
}

static void check_box(const int32_t corner[2], const uint16_t box[4])
{
    static const float heights_yd[TRIANGLES];
    static struct stack stack;
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_bins bins;
    add_batch(&stack, SURFACE_OPAQUE, heights_yd, corner, &list, &arena);
    assert_true(mesh_list_sort(&list, &arena));
    assert_true(mesh_bins_fill(&list, SIZE_PX, BAND_ROWS, &arena, &bins));
    assert_int_equal(bins.band_count, SIZE_PX / BAND_ROWS);
    const struct mesh_triangle *triangle = mesh_list_triangle(&list, TRIANGLES - 1);
    assert_int_equal(triangle->left, box[0]);
    assert_int_equal(triangle->right, box[1]);
    assert_int_equal(triangle->top, box[2]);
    assert_int_equal(triangle->bottom, box[3]);
    for (uint32_t band = 0; band < bins.band_count; band++) {
        bool within = band >= box[2] / BAND_ROWS && band <= box[3] / BAND_ROWS;
        assert_int_equal(bins.begin[band + 1] - bins.begin[band], within ? TRIANGLES : 0);
    }
    arena_free(&arena);
}

static void a_box_is_cut_to_the_tile(void **state)
{
    (void)state;
    check_box((const int32_t[2]){256, 15 * 256}, (const uint16_t[4]){1, 8, 15, 18});
    check_box((const int32_t[2]){-300, -300}, (const uint16_t[4]){0, 6, 0, 2});
    check_box((const int32_t[2]){60 * 256, 62 * 256}, (const uint16_t[4]){60, 63, 62, 63});
}

/* Triangles over a whole tile of 1024 px, of which the limit allows 256. */
static void the_last_triangle_within_the_limit_is_drawn(void **state)
{
    (void)state;
    enum { WIDE_PX = 1024, FIT = MESH_PIXELS_MAX / WIDE_PX / WIDE_PX };
    static const struct test_vertex vertices[3] = {
        {.position = {0, 0, 1}},
        {.position = {0, 2 * 256 * WIDE_PX, 1}},
        {.position = {2 * 256 * WIDE_PX, 0, 1}},
    };
    uint32_t indices[3 * (FIT + 1)];
    struct surface_material material = surface_material_of(SURFACE_OPAQUE, SURFACE_ERA_UNKNOWN);
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_bins bins;
    for (uint32_t i = 0; i < 3 * (FIT + 1); i++) {
        indices[i] = i % 3;
    }
    const struct test_batch batch = {.material = &material,
                                     .vertices = vertices,
                                     .indices = indices,
                                     .index_count = 3 * (FIT + 1)};
    struct mesh_builder builder = test_builder(&list, &arena, WIDE_PX);
    test_batch_add(&batch, &builder);
    assert_int_equal(list.triangle_count, FIT + 1);
    assert_true(mesh_list_sort(&list, &arena));
    assert_true(mesh_bins_fill(&list, WIDE_PX, WIDE_PX, &arena, &bins));
    assert_int_equal(bins.begin[1], FIT);
    assert_int_equal(bins.left_out, 1);
    arena_free(&arena);
}

/* Sheets and domes have no triangles: they are listed by their places, with the bands of their
 * rows. What lies off the tile, or is no number, is in none. */
static void sheets_and_domes_are_listed_with_their_bands(void **state)
{
    (void)state;
    static const struct surface_material water = {.blend = SURFACE_ALPHA};
    static const struct liquid_sheet sheet = {.quad_px = 4, .row = 3, .width = 8, .height = 5};
    static const struct crown_shape domes[] = {
        {.middle_px = {9, 40.0F}, .half_px = {5, 6.9F}},
        {.middle_px = {9, -8.0F}, .half_px = {5, 6.0F}},
        {.middle_px = {9, 80.0F}, .half_px = {5, 9.0F}},
        {.middle_px = {9, 20.0F}, .half_px = {5, NAN}},
        {.middle_px = {9, 60.0F}, .half_px = {5, 1e30F}},
    };
    static const uint16_t bands[][2] = {{0, 1}, {2, 2}, {0, 3}};
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_bins bins;
    struct mesh_batch batch = {.sheet = &sheet, .material = &water};
    assert_true(mesh_list_append(&list, &batch, &arena));
    batch.sheet = NULL;
    assert_true(mesh_list_append(&list, &batch, &arena));
    for (size_t i = 0; i < COUNT_OF(domes); i++) {
        batch.crown = &domes[i];
        batch.height_yd = batch.top_yd = (float)(i + 1);
        assert_true(mesh_list_append(&list, &batch, &arena));
    }
    assert_true(mesh_list_sort(&list, &arena));
    assert_true(mesh_bins_fill(&list, SIZE_PX, BAND_ROWS, &arena, &bins));
    assert_int_equal(bins.batch_count, COUNT_OF(bands));
    assert_ptr_equal(bins.batches[0].batch->sheet, &sheet);
    assert_ptr_equal(bins.batches[1].batch->crown, &domes[0]);
    assert_ptr_equal(bins.batches[2].batch->crown, &domes[4]);
    for (uint32_t i = 0; i < bins.batch_count; i++) {
        assert_int_equal(bins.batches[i].first_band, bands[i][0]);
        assert_int_equal(bins.batches[i].last_band, bands[i][1]);
    }
    for (uint32_t band = 0; band < bins.band_count; band++) {
        uint32_t next = 0;
        for (uint32_t i = 0; i < bins.batch_count; i++) {
            if (band >= bands[i][0] && band <= bands[i][1]) {
                assert_ptr_equal(mesh_bins_next(&bins, band, &next), bins.batches[i].batch);
            }
        }
        assert_null(mesh_bins_next(&bins, band, &next));
    }
    arena_free(&arena);
}

/* Each has the whole tile; what their boxes have together has the bound of triangles. */
static void crowns_beyond_the_bound_are_left_out(void **state)
{
    (void)state;
    enum { CROWN_SIZE = 1024, FITTING = MESH_PIXELS_MAX / CROWN_SIZE / CROWN_SIZE };
    static const struct surface_material leaves = {.blend = SURFACE_ALPHA};
    static const struct crown_shape wide = {.middle_px = {512, 512}, .half_px = {1e9F, 1e9F}};
    static const struct crown_shape none = {.middle_px = {512, 512}, .half_px = {1e9F, NAN}};
    struct mesh_batch batch = {.material = &leaves, .crown = &none};
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_bins bins;
    assert_true(mesh_list_append(&list, &batch, &arena));
    batch.crown = &wide;
    for (int i = 0; i <= FITTING; i++) {
        assert_true(mesh_list_append(&list, &batch, &arena));
    }
    assert_true(mesh_list_sort(&list, &arena));
    assert_true(mesh_bins_fill(&list, CROWN_SIZE, 32, &arena, &bins));
    assert_int_equal(bins.batch_count, FITTING);
    assert_int_equal(bins.left_out, 1);
    arena_free(&arena);
}

int test_mesh_bins(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_of_all_batches_go_from_low_to_high),
        cmocka_unit_test(leaves_that_slope_go_by_their_middle),
        cmocka_unit_test(far_leaves_change_no_order),
        cmocka_unit_test(a_box_is_cut_to_the_tile),
        cmocka_unit_test(the_last_triangle_within_the_limit_is_drawn),
        cmocka_unit_test(sheets_and_domes_are_listed_with_their_bands),
        cmocka_unit_test(crowns_beyond_the_bound_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
