/* The table of what the data were asked for: of several answers the one that says most stays. */
#include "assets/dependency.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

static const char name[] = "world/a.txt";

static struct dependency added(struct dep_table *table, struct hash128 content_id, uint64_t key)
{
    const struct dependency dep = {name, content_id, key};
    uint32_t index;
    assert_true(dep_table_add(table, &dep, &index));
    assert_int_equal(index, 0);
    return dep_table_at(table, index);
}

static void expect(const struct dependency *dep, struct hash128 content_id, uint64_t key)
{
    assert_true(hash128_equal(dep->content_id, content_id));
    assert_int_equal(dep->key, key);
}

static void of_two_contents_the_first_stays_with_its_key(void **state)
{
    (void)state;
    const struct hash128 first = hash128("first", 5);
    struct dep_table *table = dep_table_create();
    added(table, first, 1);
    struct dependency dep = added(table, hash128("second", 6), 2);
    expect(&dep, first, 1);
    dep_table_destroy(table);
}

static void what_says_more_takes_the_place_of_what_says_less(void **state)
{
    (void)state;
    const struct hash128 contents = hash128("first", 5);
    struct dep_table *table = dep_table_create();
    struct dependency dep = added(table, CONTENT_ID_ABSENT, 1);
    expect(&dep, CONTENT_ID_ABSENT, 0);
    dep = added(table, CONTENT_ID_PRESENT, 2);
    expect(&dep, CONTENT_ID_PRESENT, 2);
    dep = added(table, CONTENT_ID_BROKEN, 3);
    expect(&dep, CONTENT_ID_BROKEN, 3);
    dep = added(table, CONTENT_ID_PRESENT, 4);
    expect(&dep, CONTENT_ID_BROKEN, 3);
    dep = added(table, contents, 5);
    expect(&dep, contents, 5);
    dep = added(table, CONTENT_ID_BROKEN, 6);
    expect(&dep, contents, 5);
    dep_table_destroy(table);
}

static void small_numbers_are_no_contents_unless_the_high_half_is_set(void **state)
{
    (void)state;
    const struct dependency broken = {name, CONTENT_ID_BROKEN, 0};
    const struct dependency next = {name, {3, 0}, 0};
    const struct dependency high = {name, {2, 1}, 0};
    assert_false(dependency_has_contents(&broken));
    assert_true(dependency_has_contents(&next));
    assert_true(dependency_has_contents(&high));
}

static void prefixes_are_no_part_of_the_name_of_the_file(void **state)
{
    (void)state;
    const struct dependency placements = {DEP_PLACEMENTS "world/a.adt", {0}, 0};
    const struct dependency unread = {DEP_UNREAD "world/a.adt", {0}, 0};
    const struct dependency plain = {"world/a.adt", {0}, 0};
    const struct dependency id = {DEP_ID "7", {0}, 0};
    assert_string_equal(dependency_file(&placements), "world/a.adt");
    assert_string_equal(dependency_file(&unread), "world/a.adt");
    assert_string_equal(dependency_file(&plain), "world/a.adt");
    assert_string_equal(dependency_file(&id), "id//7");
    assert_true(dependency_is_placements(&placements));
    assert_false(dependency_is_placements(&unread));
    assert_true(dependency_is_id(&id));
    assert_false(dependency_is_id(&plain));
}

static void names_are_found_among_many(void **state)
{
    (void)state;
    struct dep_table *table = dep_table_create();
    char text[32];
    uint32_t index;
    for (uint32_t i = 0; i < 1000; i++) {
        snprintf(text, sizeof text, "world/%u.txt", i);
        const struct dependency dep = {text, {3 + i, 0}, i};
        assert_true(dep_table_add(table, &dep, &index));
        assert_int_equal(index, i);
    }
    for (uint32_t i = 0; i < 1000; i++) {
        snprintf(text, sizeof text, "world/%u.txt", i);
        assert_true(dep_table_find(table, text, &index));
        assert_int_equal(index, i);
        assert_int_equal(dep_table_at(table, index).key, i);
    }
    assert_false(dep_table_find(table, "world/1000.txt", &index));
    dep_table_destroy(table);
}

int test_dependency(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_two_contents_the_first_stays_with_its_key),
        cmocka_unit_test(what_says_more_takes_the_place_of_what_says_less),
        cmocka_unit_test(small_numbers_are_no_contents_unless_the_high_half_is_set),
        cmocka_unit_test(prefixes_are_no_part_of_the_name_of_the_file),
        cmocka_unit_test(names_are_found_among_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
