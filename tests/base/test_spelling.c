/* Distances between words, and which are near enough to be offered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/spelling.h"

static void one_slip_costs_one(void **state)
{
    (void)state;
    assert_int_equal(spelling_distance("render", "render"), 0);
    assert_int_equal(spelling_distance("render", "Render"), 0);
    assert_int_equal(spelling_distance("render", "rendr"), 1);
    assert_int_equal(spelling_distance("render", "renderr"), 1);
    assert_int_equal(spelling_distance("render", "renter"), 1);
    assert_int_equal(spelling_distance("size", "szie"), 1);
    assert_int_equal(spelling_distance("kitten", "sitting"), 3);
    assert_int_equal(spelling_distance("", "abc"), 3);
    assert_int_equal(spelling_distance("abc", ""), 3);
}

static void long_words_do_not_overrun(void **state)
{
    (void)state;
    char a[4 * SPELLING_MAX];
    char b[4 * SPELLING_MAX];
    memset(a, 'a', sizeof a - 1);
    memset(b, 'b', sizeof b - 1);
    a[sizeof a - 1] = b[sizeof b - 1] = '\0';
    assert_int_equal(spelling_distance(a, b), SPELLING_MAX);
}

static void near_words_are_offered_and_far_ones_are_not(void **state)
{
    (void)state;
    assert_true(spelling_is_near("Azerot", "Azeroth"));
    assert_true(spelling_is_near("north", "Northrend"));
    assert_true(spelling_is_near("tlie", "tile"));
    assert_false(spelling_is_near("Kalimdor", "Azeroth"));
    assert_false(spelling_is_near("x", "compare"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_slip_costs_one),
        cmocka_unit_test(long_words_do_not_overrun),
        cmocka_unit_test(near_words_are_offered_and_far_ones_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
