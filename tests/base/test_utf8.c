/* Valid UTF-8, and characters that are safe to display. */
#include "base/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

static void lengths_and_values(void **state)
{
    (void)state;
    assert_int_equal(utf8_length(""), 0);
    assert_int_equal(utf8_length("a"), 1);
    assert_int_equal(utf8_value("a", 1), 'a');
    assert_int_equal(utf8_length("\xc3\xa9"), 2);
    assert_int_equal(utf8_value("\xc3\xa9", 2), 0xe9);
    assert_int_equal(utf8_length("\xe4\xb8\xad"), 3);
    assert_int_equal(utf8_value("\xe4\xb8\xad", 3), 0x4e2d);
    assert_int_equal(utf8_length("\xf4\x8f\xbf\xbf"), 4);
    assert_int_equal(utf8_value("\xf4\x8f\xbf\xbf", 4), 0x10ffff);
    static const char *const bad[] = {"\x80",         "\xff", "\xc0\x80",         "\xc3",
                                      "\xed\xa0\x80", "\xe5", "\xf4\x90\x80\x80", "\xe4\xb8"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(utf8_length(bad[i]), 0);
    }
}

static void expect_shown(const char *text, const char *shown)
{
    char changed[64];
    snprintf(changed, sizeof changed, "%s", text);
    utf8_make_shown(changed);
    assert_string_equal(changed, shown);
}

static void controls_and_direction_characters_are_not_shown(void **state)
{
    (void)state;
    expect_shown("", "");
    expect_shown("Azeroth \xc3\xa9 \xe4\xb8\xad \xf0\x9f\x97\xba",
                 "Azeroth \xc3\xa9 \xe4\xb8\xad \xf0\x9f\x97\xba");
    expect_shown("a\x1b[2J\x7f\n", "a?[2J??");
    expect_shown("\xc2\x80\xc2\x9f\xc2\xa0", "??\xc2\xa0");
    expect_shown("\xe2\x80\xaa\xe2\x80\xae\xe2\x81\xa6\xe2\x81\xa9\xe2\x80\x8f\xd8\x9c", "??????");
    expect_shown("\x9b\xe4\xb8", "???");
}

int test_utf8(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_and_values),
        cmocka_unit_test(controls_and_direction_characters_are_not_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
