/* Patterns of names, also against those of the C library. */
#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

static bool exact(const char *pattern, const char *text)
{
    return text_matches(pattern, text, TEXT_EXACT_CASE);
}

static void stars_and_marks_stand_for_others(void **state)
{
    (void)state;
    assert_true(exact("*", ""));
    assert_true(exact("a*c*", "abcbcb"));
    assert_true(exact("*/tower?.wmo", "world/wmo/tower1.wmo"));
    assert_false(exact("?", ""));
    assert_false(exact("a?", "a"));
    assert_false(exact("", "a"));
    assert_false(exact("*a", "ab"));
    assert_true(exact("a\\*", "a\\b"));
    assert_true(text_is_pattern("a?"));
    assert_false(text_is_pattern("a]"));
}

static void case_counts_or_not(void **state)
{
    (void)state;
    assert_false(exact("Tower*", "tower1"));
    assert_true(text_matches("Tower[A-C]*", "towerb1", TEXT_ANY_CASE));
    assert_false(text_matches("tower[!a-c]", "TOWERB", TEXT_ANY_CASE));
}

static void sets_are_those_of_a_shell(void **state)
{
    (void)state;
    assert_true(exact("[]a]", "]"));
    assert_true(exact("[!]a]", "b"));
    assert_true(exact("[a-]", "-"));
    assert_true(exact("[b-d]x", "cx"));
    assert_false(exact("[^b-d]x", "cx"));
    assert_true(exact("a[b", "a[b")); /* no set: it does not end */
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525U + 1013904223U;
    return *state >> 16;
}

static void short_patterns_match_as_with_the_c_library(void **state)
{
    (void)state;
    static const char of_pattern[] = "aabB**??[]!-";
    static const char of_text[] = "aabBc-]!";
    uint32_t seed = 20;
    for (int i = 0; i < 200000; i++) {
        char pattern[9] = "";
        char text[9] = "";
        size_t pattern_length = next_random(&seed) % 9;
        size_t text_length = next_random(&seed) % 9;
        for (size_t k = 0; k < pattern_length; k++) {
            pattern[k] = of_pattern[next_random(&seed) % (sizeof of_pattern - 1)];
        }
        for (size_t k = 0; k < text_length; k++) {
            text[k] = of_text[next_random(&seed) % (sizeof of_text - 1)];
        }
        enum text_case letters = (enum text_case)(next_random(&seed) % 2);
        int flags = FNM_NOESCAPE | (letters == TEXT_ANY_CASE ? FNM_CASEFOLD : 0);
        bool wanted = fnmatch(pattern, text, flags) == 0;
        if (text_matches(pattern, text, letters) != wanted) {
            fail_msg("'%s' with '%s', seed 20: not %d", pattern, text, wanted);
        }
    }
}

/* Took the time of a universe. */
static void many_stars_end_soon(void **state)
{
    (void)state;
    char pattern[402];
    char text[512];
    for (int i = 0; i < 200; i++) {
        memcpy(pattern + 2 * i, "*a", 2);
    }
    memcpy(pattern + 400, "b", 2);
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_false(exact(pattern, text));
    text[sizeof text - 2] = 'b';
    assert_true(exact(pattern, text));
}

int test_wildcard(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stars_and_marks_stand_for_others),
        cmocka_unit_test(case_counts_or_not),
        cmocka_unit_test(sets_are_those_of_a_shell),
        cmocka_unit_test(short_patterns_match_as_with_the_c_library),
        cmocka_unit_test(many_stars_end_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
