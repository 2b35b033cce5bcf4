/* The line of progress: what is done, and how long the rest takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/render/progress.h"

static void one_map_has_its_rate_and_time(void **state)
{
    (void)state;
    char line[PROGRESS_LINE_BYTES];
    progress_format(0, 847, 0, 0.0, line);
    assert_string_equal(line, "0/847 tiles, 0.0 tiles/s, ? left");
    progress_format(312, 847, 2, 7.5, line);
    assert_string_equal(line, "312/847 tiles, 41.6 tiles/s, 13 s left, 2 failed");
}

static void of_many_maps_the_time_is_that_of_all(void **state)
{
    (void)state;
    char line[PROGRESS_LINE_BYTES];
    struct progress_whole whole = {
        .map = "Kalimdor", .number = 3, .count = 100, .tiles_before = 91, .tiles_all = 2600};
    progress_format_whole(&whole, 9, 988, 0, 100.0, line);
    assert_string_equal(line, "map 3 of 100, Kalimdor: 9/988 tiles, 41 min 40 s left in all");
    progress_format_whole(&whole, 9, 988, 1, 400.0, line);
    assert_string_equal(line,
                        "map 3 of 100, Kalimdor: 9/988 tiles, 2 h 46 min left in all, 1 failed");
    whole.tiles_before = 0;
    progress_format_whole(&whole, 0, 988, 0, 1.0, line);
    assert_string_equal(line, "map 3 of 100, Kalimdor: 0/988 tiles, ? left in all");
    whole.tiles_all = 5; /* the map has more than was known */
    progress_format_whole(&whole, 10, 988, 0, 1.0, line);
    assert_string_equal(line, "map 3 of 100, Kalimdor: 10/988 tiles, 0 s left in all");
}

static void a_long_name_is_cut(void **state)
{
    (void)state;
    char line[PROGRESS_LINE_BYTES];
    char name[300];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    const struct progress_whole whole = {.map = name, .number = 3, .count = 100};
    progress_format_whole(&whole, 1, 2, 0, 1.0, line);
    assert_non_null(strstr(line, "xx: 1/2 tiles, "));
}

int test_progress(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_map_has_its_rate_and_time),
        cmocka_unit_test(of_many_maps_the_time_is_that_of_all),
        cmocka_unit_test(a_long_name_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
