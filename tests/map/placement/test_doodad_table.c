/* Tables of doodads: places by unique id, and each name once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "map/placement/doodad_table.h"

static void places_are_sorted_and_names_told_once(void **state)
{
    (void)state;
    static const char tree[] = "WORLD/Tree.mdx";
    static const char same[] = "World\\tree.MDX";
    const struct adt_placement doodads[] = {
        {.name = tree, .unique_id = 7, .scale = 1.0F, .position = {1.0, 2.0, 3.0}},
        {.file_id = 12, .unique_id = 3, .scale = 2.0F},
        {.name = same, .unique_id = 7, .scale = 3.0F},
        {.file_id = 13, .unique_id = 4000000000, .scale = 4.0F},
        {.name = tree, .unique_id = 3, .scale = 5.0F},
    };
    struct arena arena = {0};
    struct doodad_table table;
    assert_true(doodad_table_make(doodads, 5, &arena, &table));
    assert_int_equal(table.count, 5);
    static const uint32_t order[] = {1, 4, 0, 2, 3};
    static const uint32_t names[] = {1, 0, 0, 2, 3};
    for (size_t i = 0; i < 5; i++) {
        const struct doodad_place *place = &table.places[i];
        assert_int_equal(place->index, order[i]);
        assert_int_equal(place->name, names[i]);
        assert_int_equal(place->unique_id, doodads[order[i]].unique_id);
        assert_true(place->scale == doodads[order[i]].scale);
    }
    assert_true(table.places[2].position[0] == 1.0 && table.places[2].position[1] == 2.0);
    assert_int_equal(table.name_count, 4);
    assert_ptr_equal(table.names[0].name, tree);
    assert_null(table.names[1].name);
    assert_int_equal(table.names[1].file_id, 12);
    assert_ptr_equal(table.names[2].name, same);
    assert_true(hash128_equal(table.names[0].hash, table.names[2].hash));
    const struct hash128 canonical = hash128("world/tree.mdx", strlen("world/tree.mdx"));
    assert_true(hash128_equal(table.names[0].hash, canonical));
    arena_free(&arena);
}

static void an_empty_list_has_an_empty_table(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct doodad_table table;
    assert_true(doodad_table_make(NULL, 0, &arena, &table));
    assert_int_equal(table.count, 0);
    assert_int_equal(table.name_count, 0);
    arena_free(&arena);
}

int test_doodad_table(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_sorted_and_names_told_once),
        cmocka_unit_test(an_empty_list_has_an_empty_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
