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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shortest_text_is_printed),
        cmocka_unit_test(the_text_reads_back_as_the_same_float),
        cmocka_unit_test(a_locale_with_a_comma_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
