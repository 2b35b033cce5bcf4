/* Liquids of every era: what type is of what class, and the arrays of a grid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/liquid.h"

static void types_have_the_classes_of_the_table(void **state)
{
    (void)state;
    static const struct {
        uint32_t type;
        enum liquid_class class;
    } cases[] = {
        {1, LIQUID_WATER},   {2, LIQUID_OCEAN},   {3, LIQUID_MAGMA},   {4, LIQUID_SLIME},
        {5, LIQUID_WATER},   {8, LIQUID_SLIME},   {9, LIQUID_WATER},   {10, LIQUID_OCEAN},
        {12, LIQUID_SLIME},  {13, LIQUID_WATER},  {14, LIQUID_OCEAN},  {15, LIQUID_MAGMA},
        {17, LIQUID_WATER},  {19, LIQUID_MAGMA},  {20, LIQUID_SLIME},  {21, LIQUID_SLIME},
        {121, LIQUID_MAGMA}, {141, LIQUID_MAGMA}, {181, LIQUID_SLIME},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(liquid_class_of(cases[i].type), cases[i].class);
    }
}

static void unknown_types_are_water(void **state)
{
    (void)state;
    static const uint32_t types[] = {0, 16, 18, 22, 120, 122, 182, UINT32_MAX};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        assert_int_equal(liquid_class_of(types[i]), LIQUID_WATER);
    }
}

static void quads_are_counted_by_class(void **state)
{
    (void)state;
    static const uint8_t quads[] = {LIQUID_MAGMA, LIQUID_NONE, LIQUID_WATER,
                                    LIQUID_MAGMA, LIQUID_NONE, LIQUID_MAGMA};
    const struct liquid_grid grid = {.width = 3, .height = 2, .quad = quads};
    assert_int_equal(liquid_vertices(&grid), 12);
    assert_int_equal(liquid_count(&grid, LIQUID_MAGMA), 3);
    assert_int_equal(liquid_count(&grid, LIQUID_WATER), 1);
    assert_int_equal(liquid_count(&grid, LIQUID_SLIME), 0);
}

static void a_grid_has_the_arrays_that_it_asks_for(void **state)
{
    (void)state;
    for (unsigned parts = 0; parts < 4; parts++) {
        struct liquid_grid grid = {.width = 3, .height = 2};
        struct liquid_arrays arrays;
        struct arena arena = {0};
        assert_true(liquid_grid_create(&grid, parts, &arena, &arrays));
        assert_ptr_equal(grid.height_yd, arrays.height_yd);
        assert_ptr_equal(grid.quad, arrays.quad);
        assert_non_null(grid.height_yd);
        assert_int_equal(grid.depth != NULL, (parts & LIQUID_HAS_DEPTH) != 0);
        assert_int_equal(grid.uv != NULL, (parts & LIQUID_HAS_UV) != 0);
        arena_free(&arena);
    }
}

static void heights_of_no_map_are_replaced(void **state)
{
    (void)state;
    uint32_t invalid = 0;
    assert_true(liquid_sane_height(-3.5F, 7.0F, &invalid) == -3.5F);
    assert_int_equal(invalid, 0);
    assert_true(liquid_sane_height(1e6F, 7.0F, &invalid) == 7.0F);
    assert_true(liquid_sane_height(-1e6F, 7.0F, &invalid) == 7.0F);
    assert_true(liquid_sane_height((float)0.0F / 0.0F, 7.0F, &invalid) == 7.0F);
    assert_int_equal(invalid, 3);
}

int test_liquid(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_have_the_classes_of_the_table),
        cmocka_unit_test(unknown_types_are_water),
        cmocka_unit_test(quads_are_counted_by_class),
        cmocka_unit_test(a_grid_has_the_arrays_that_it_asks_for),
        cmocka_unit_test(heights_of_no_map_are_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
