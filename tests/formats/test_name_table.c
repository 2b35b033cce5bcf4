/* Blocks of names: by offset, one after the other, without an end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/name_table.h"

static const char names[] = "a.blp\0\0b.blp";

static void open_names(const char *text, size_t size, size_t limit, struct arena *arena,
                       struct name_table *table)
{
    const struct chunk chunk = {.data = (const uint8_t *)text, .size = size};
    *arena = (struct arena){0};
    assert_true(name_table_open(&chunk, limit, arena, table));
}

static void names_follow_one_another(void **state)
{
    (void)state;
    struct arena arena;
    struct name_table table;
    size_t offset = 0;
    open_names(names, sizeof names, SIZE_MAX, &arena, &table);
    assert_string_equal(name_table_next(&table, &offset), "a.blp");
    assert_int_equal(offset, 6);
    assert_string_equal(name_table_next(&table, &offset), "");
    assert_string_equal(name_table_next(&table, &offset), "b.blp");
    assert_int_equal(offset, sizeof names);
    assert_null(name_table_next(&table, &offset));
    arena_free(&arena);
}

static void a_name_is_found_at_its_offset(void **state)
{
    (void)state;
    struct arena arena;
    struct name_table table;
    open_names(names, sizeof names, SIZE_MAX, &arena, &table);
    assert_string_equal(name_table_at(&table, 0), "a.blp");
    assert_string_equal(name_table_at(&table, 2), "blp");
    assert_string_equal(name_table_at(&table, 7), "b.blp");
    assert_null(name_table_at(&table, 6)); /* empty */
    assert_null(name_table_at(&table, sizeof names));
    arena_free(&arena);
}

/* The block is cut in the middle of a name, by its size or by the limit. */
static void the_last_name_ends_where_the_block_does(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct arena arena;
        struct name_table table;
        open_names(names, i == 0 ? 9 : sizeof names, i == 0 ? SIZE_MAX : 9, &arena, &table);
        assert_int_equal(table.size, 9);
        assert_string_equal(name_table_at(&table, 7), "b.");
        arena_free(&arena);
    }
}

static void a_missing_chunk_has_no_names(void **state)
{
    (void)state;
    const struct chunk empty = {.size = 7};
    const struct chunk *const missing[] = {NULL, &empty};
    for (size_t i = 0; i < 2; i++) {
        struct arena arena = {0};
        struct name_table table;
        size_t offset = 0;
        assert_true(name_table_open(missing[i], SIZE_MAX, &arena, &table));
        assert_int_equal(table.size, 0);
        assert_null(name_table_next(&table, &offset));
        assert_null(name_table_at(&table, 0));
        arena_free(&arena);
    }
}

int test_name_table(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_follow_one_another),
        cmocka_unit_test(a_name_is_found_at_its_offset),
        cmocka_unit_test(the_last_name_ends_where_the_block_does),
        cmocka_unit_test(a_missing_chunk_has_no_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
