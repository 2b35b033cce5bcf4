/* Edit distances, and which words are near enough to be suggested. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/edit_distance.h"

static void one_typing_error_costs_one(void **state)
{
    (void)state;
    assert_int_equal(edit_distance("render", "render"), 0);
    assert_int_equal(edit_distance("render", "Render"), 0);
    assert_int_equal(edit_distance("render", "rendr"), 1);
    assert_int_equal(edit_distance("render", "renderr"), 1);
    assert_int_equal(edit_distance("render", "renter"), 1);
    assert_int_equal(edit_distance("size", "szie"), 1);
    assert_int_equal(edit_distance("kitten", "sitting"), 3);
    assert_int_equal(edit_distance("", "abc"), 3);
    assert_int_equal(edit_distance("abc", ""), 3);
}

static void long_words_do_not_overrun(void **state)
{
    (void)state;
    char a[4 * EDIT_DISTANCE_NAME_MAX];
    char b[4 * EDIT_DISTANCE_NAME_MAX];
    memset(a, 'a', sizeof a - 1);
    memset(b, 'b', sizeof b - 1);
    a[sizeof a - 1] = b[sizeof b - 1] = '\0';
    assert_int_equal(edit_distance(a, b), EDIT_DISTANCE_NAME_MAX);
    assert_false(edit_distance_is_near(a, "data")); /* was near to all, by a third of its letters */
}

static void only_near_words_are_suggested(void **state)
{
    (void)state;
    assert_true(edit_distance_is_near("Azerot", "Azeroth"));
    assert_true(edit_distance_is_near("north", "Northrend"));
    assert_true(edit_distance_is_near("tlie", "tile"));
    assert_false(edit_distance_is_near("Kalimdor", "Azeroth"));
    assert_false(edit_distance_is_near("x", "compare"));
}

static void the_nearest_word_is_taken_and_the_first_of_equals(void **state)
{
    static const char *const names[] = {"title", "tile", "tiles", "size", "tilt"};
    const char *nearest = NULL;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        edit_distance_take_nearer("tlie", names[i], &nearest);
    }
    assert_string_equal(nearest, "tile");
    edit_distance_take_nearer("tlie", "tlie", &nearest);
    assert_string_equal(nearest, "tlie");
    nearest = NULL;
    edit_distance_take_nearer("nam", "nama", &nearest);
    edit_distance_take_nearer("nam", "name", &nearest);
    edit_distance_take_nearer("nam", "data", &nearest);
    assert_string_equal(nearest, "nama");
}

int test_edit_distance(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_typing_error_costs_one),
        cmocka_unit_test(long_words_do_not_overrun),
        cmocka_unit_test(only_near_words_are_suggested),
        cmocka_unit_test(the_nearest_word_is_taken_and_the_first_of_equals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
