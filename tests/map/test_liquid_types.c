/* Liquids by the data's own table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "map/liquid_types.h"

static struct liquid_type_entry entries[] = {{2, LIQUID_MAGMA}, {900, LIQUID_SLIME}};
static const struct liquid_types types = {2, entries};
static const uint8_t quads[2] = {LIQUID_WATER, LIQUID_NONE};

static enum liquid_class class_of_type(uint32_t type)
{
    struct arena arena = {0};
    const struct liquid_layer layer = {
        .grid = {.width = 2, .height = 1, .type = type, .quad = quads}};
    struct liquid_layers layers = {.count = 1, .layers = &layer};
    assert_true(liquid_types_apply(&types, &layers, &arena));
    assert_int_equal(layers.layers[0].grid.quad[1], LIQUID_NONE);
    enum liquid_class class = (enum liquid_class)layers.layers[0].grid.quad[0];
    arena_free(&arena);
    return class;
}

static void the_table_decides_for_types_it_knows(void **state)
{
    (void)state;
    assert_int_equal(class_of_type(2), LIQUID_MAGMA);
    assert_int_equal(class_of_type(900), LIQUID_SLIME);
}

static void other_types_keep_their_class(void **state)
{
    (void)state;
    assert_int_equal(class_of_type(5), LIQUID_WATER);
    assert_int_equal(class_of_type(LIQUID_TYPE_UNKNOWN), LIQUID_WATER);
}

int test_liquid_types(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_decides_for_types_it_knows),
        cmocka_unit_test(other_types_keep_their_class),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
