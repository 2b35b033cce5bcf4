/* Comparing and finding text, against the functions of the GNU C library where they are there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <strings.h>
#endif

#include <cmocka.h>

#include "base/text.h"

static void case_of_ascii_letters_is_ignored(void **state)
{
    (void)state;
    assert_int_equal(text_compare_nocase("World", "wORLD"), 0);
    assert_true(text_compare_nocase("World", "world2") < 0);
    assert_true(text_compare_nocase("b", "A") > 0);
    assert_true(text_compare_nocase("_", "A") < 0); /* as in lower case */
    assert_true(text_compare_nocase("\xc3\x84", "\xc3\xa4") < 0);
    assert_true(text_compare_nocase("\xff", "a") > 0);
    assert_int_equal(text_compare_nocase_n("Data/x", "DATA/y", 5), 0);
    assert_int_equal(text_compare_nocase_n("a", "a", 9), 0);
}

static void numbers_are_ordered_by_their_value(void **state)
{
    static const char *const order[] = {"",   "000",    "00",      "01",       "010",
                                        "09", "0",      "1",       "9",        "10",
                                        "a",  "tile 9", "tile 10", "tile 10b", "x.1"};
    (void)state;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
            int found = text_compare_natural(order[i], order[k]);
            assert_int_equal((found > 0) - (found < 0), (i > k) - (i < k));
        }
    }
}

#ifdef __GLIBC__
static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/* 200,000 pairs of short texts with common beginnings. */
static void the_order_is_that_of_the_gnu_library(void **state)
{
    static const char letters[] = "0012aA9.x";
    (void)state;
    uint32_t seed = 1;
    for (int i = 0; i < 200000; i++) {
        char text[2][9] = {""};
        for (int t = 0; t < 2; t++) {
            for (int at = 0; at < 8; at++) {
                seed = seed * 1664525 + 1013904223;
                text[t][at] = letters[(seed >> 16) % sizeof letters]; /* its NUL too */
            }
        }
        memcpy(text[1], text[0], (seed >> 8) % 6);
        assert_int_equal(sign(text_compare_natural(text[0], text[1])),
                         sign(strverscmp(text[0], text[1])));
        assert_int_equal(sign(text_compare_nocase(text[0], text[1])),
                         sign(strcasecmp(text[0], text[1])));
    }
}
#endif

static void bytes_are_found_at_their_first_place(void **state)
{
    static const char bytes[] = "a{{a\0{{b}}";
    (void)state;
    assert_ptr_equal(bytes_find(bytes, 10, "{{"), bytes + 1);
    assert_ptr_equal(bytes_find(bytes, 10, "{{b"), bytes + 5);
    assert_ptr_equal(bytes_find(bytes, 10, "}}"), bytes + 8);
    assert_null(bytes_find(bytes, 9, "}}"));
    assert_null(bytes_find(bytes, 0, "a"));
    assert_null(bytes_find(NULL, 0, "a"));
    assert_null(bytes_find("{a{a{{", 5, "{{"));
}

static void copies_end_with_the_text_or_before(void **state)
{
    (void)state;
    char *copies[] = {text_duplicate("abc", 2), text_duplicate("abc", 9),
                      text_printf("%s-%d", "x", 12)};
    static const char *const wanted[] = {"ab", "abc", "x-12"};
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(copies[i], wanted[i]);
        free(copies[i]);
    }
}

static void printed_text_may_be_empty(void **state)
{
    (void)state;
    char *text = text_printf("%s", "");
    assert_non_null(text);
    assert_string_equal(text, "");
    free(text);
    text = text_printf("%d of %s", 3, "seven");
    assert_string_equal(text, "3 of seven");
    free(text);
}

static void patterns_and_addresses_are_told_by_their_characters(void **state)
{
    (void)state;
    assert_true(text_is_pattern("a*"));
    assert_true(text_is_pattern("a?"));
    assert_true(text_is_pattern("[ab]"));
    assert_false(text_is_pattern("ab]"));
    assert_true(text_is_address("https://a"));
    assert_true(text_is_address("http://a"));
    assert_false(text_is_address("ftp://a"));
    assert_false(text_is_address(" http://a"));
    assert_false(text_is_address("http:/a"));
}

static void hidden_characters_of_an_address_are_found(void **state)
{
    (void)state;
    assert_int_equal(text_address_hides("https://a/b"), 0);
    assert_int_equal(text_address_hides("https://\xC3\xA4/b"), 0);          /* ae */
    assert_int_equal(text_address_hides("https://a\xE2\x80\xAE"), 0x202E);  /* right to left */
    assert_int_equal(text_address_hides("\xC3\xA4\xE2\x80\x8E/b"), 0x200E); /* left to right */
    assert_int_equal(text_address_hides("\xC3/\xE2\x80\xA8"), 0x2028); /* behind what is no UTF-8 */
}

int test_text(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(case_of_ascii_letters_is_ignored),
        cmocka_unit_test(numbers_are_ordered_by_their_value),
#ifdef __GLIBC__
        cmocka_unit_test(the_order_is_that_of_the_gnu_library),
#endif
        cmocka_unit_test(bytes_are_found_at_their_first_place),
        cmocka_unit_test(copies_end_with_the_text_or_before),
        cmocka_unit_test(printed_text_may_be_empty),
        cmocka_unit_test(patterns_and_addresses_are_told_by_their_characters),
        cmocka_unit_test(hidden_characters_of_an_address_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
