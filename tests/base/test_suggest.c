/* Edit distances known by hand, and which name is suggested. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/suggest.h"

static void distance_counts_edits_and_swaps(void **state)
{
    (void)state;
    assert_int_equal(suggest_distance("", ""), 0);
    assert_int_equal(suggest_distance("", "abc"), 3);
    assert_int_equal(suggest_distance("abc", ""), 3);
    assert_int_equal(suggest_distance("kitten", "sitting"), 3);
    assert_int_equal(suggest_distance("azeroth", "azreoth"), 1);
    assert_int_equal(suggest_distance("ca", "abc"), 3);
    assert_int_equal(suggest_distance("Kalimdor", "kALIMDOR"), 0);
}

static void names_of_any_length_are_compared(void **state)
{
    (void)state;
    char a[300];
    char b[300];
    memset(a, 'a', sizeof a);
    memset(b, 'b', sizeof b);
    a[299] = '\0';
    b[299] = '\0';
    assert_int_equal(suggest_distance(a, b), 64);
    assert_int_equal(suggest_distance(a, a), 0);
}

static void closest_name_is_suggested(void **state)
{
    (void)state;
    static const char *const maps[] = {"Azeroth", "Kalimdor", "Northrend", "Expansion01"};
    assert_string_equal(suggest_closest("azerot", maps, 4), "Azeroth");
    assert_string_equal(suggest_closest("Kalimdro", maps, 4), "Kalimdor");
    assert_string_equal(suggest_closest("Expansion02", maps, 4), "Expansion01");
}

static void nothing_is_suggested_for_what_is_far_from_all(void **state)
{
    (void)state;
    static const char *const maps[] = {"Azeroth", "Kalimdor", "x"};
    assert_null(suggest_closest("DeadminesInstance", maps, 3));
    assert_null(suggest_closest("zz", maps, 2));
    assert_string_equal(suggest_closest("y", maps, 3), "x");
    assert_null(suggest_closest("Azeroth", maps, 0));
}

static void first_of_equals_is_suggested(void **state)
{
    (void)state;
    static const char *const maps[] = {"map1", "map2"};
    assert_ptr_equal(suggest_closest("map3", maps, 2), maps[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distance_counts_edits_and_swaps),
        cmocka_unit_test(names_of_any_length_are_compared),
        cmocka_unit_test(closest_name_is_suggested),
        cmocka_unit_test(nothing_is_suggested_for_what_is_far_from_all),
        cmocka_unit_test(first_of_equals_is_suggested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
