/* Formatting floats. */
#include <float.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/number.h"
#include "base/size.h"

static void assert_printed(float value, const char *wanted)
{
    char text[NUMBER_BYTES];
    number_print_float(value, text);
    assert_string_equal(text, wanted);
}

static void the_shortest_text_is_printed(void **state)
{
    (void)state;
    assert_printed(0.0F, "0");
    assert_printed(0.1F, "0.1");
    assert_printed(-2000.0F, "-2000");
    assert_printed(4553.5F, "4553.5");
    assert_printed(16777216.0F, "16777216");
    assert_printed(1e30F, "1e+30");
}

static void the_text_reads_back_as_the_same_float(void **state)
{
    (void)state;
    const float values[] = {1.0F / 3.0F, FLT_MAX, FLT_MIN, -FLT_EPSILON, 0.7F, 533.33333F};
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        char text[NUMBER_BYTES];
        number_print_float(values[i], text);
        assert_true(strtof(text, NULL) == values[i]);
    }
}

/* Without an installed locale that uses a comma, this test proves nothing. */
static void a_locale_with_a_comma_changes_nothing(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "ru_RU.UTF-8"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (setlocale(LC_NUMERIC, names[i])) {
            assert_printed(4553.5F, "4553.5");
        }
    }
    setlocale(LC_NUMERIC, "C");
}

static void numbers_are_read_one_after_the_other(void **state)
{
    (void)state;
    struct number_reader reader = {"0123456789abcdeff 42 x7", false};
    assert_true(number_next(&reader, 16, 16) == 0x0123456789abcdefU);
    assert_int_equal(number_next(&reader, 16, 16), 15);
    assert_int_equal(number_next_u32(&reader, 10, 42), 42);
    number_skip(&reader, " x");
    assert_int_equal(number_next_u32(&reader, 10, 9), 7);
    assert_false(reader.bad);
    assert_string_equal(reader.at, "");
}

static void what_is_no_number_or_too_large_makes_the_reader_bad(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "x", "-1", " ", "43", "4294967338"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct number_reader reader = {texts[i], false};
        assert_int_equal(number_next_u32(&reader, 10, 42), 0);
        assert_true(reader.bad);
        assert_int_equal(number_next(&reader, 10, 20), 0);
    }
    struct number_reader reader = {"a/", false};
    number_skip(&reader, "/");
    assert_true(reader.bad);
}

static void millionths_are_the_nearest(void **state)
{
    (void)state;
    assert_int_equal(number_millionths(-1.5), -1500000);
    assert_int_equal(number_millionths(0.0000014), 1);
    assert_int_equal(number_millionths(0.0000016), 2);
    assert_int_equal(number_millionths(-0.0000016), -2);
    assert_int_equal(number_millionths(17066.6666666), 17066666667);
    assert_true(number_of_millionths(-1500000) == -1.5);
    assert_true(number_of_millionths(17066666667) == 17066.666667);
}

static void hexadecimal_numbers_have_all_their_digits(void **state)
{
    (void)state;
    char digits[NUMBER_HEX_DIGITS + 1] = "";
    number_print_hex(UINT64_C(0x0123456789abcdef), digits);
    assert_string_equal(digits, "0123456789abcdef");
    number_print_hex(15, digits);
    assert_string_equal(digits, "000000000000000f");
}

int test_number(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shortest_text_is_printed),
        cmocka_unit_test(the_text_reads_back_as_the_same_float),
        cmocka_unit_test(numbers_are_read_one_after_the_other),
        cmocka_unit_test(what_is_no_number_or_too_large_makes_the_reader_bad),
        cmocka_unit_test(a_locale_with_a_comma_changes_nothing),
        cmocka_unit_test(millionths_are_the_nearest),
        cmocka_unit_test(hexadecimal_numbers_have_all_their_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
