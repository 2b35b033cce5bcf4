/* Groups without a colour have different ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/size.h"
#include "output/web/marker_colors.h"

static struct marker in_group(const char *group, const char *color)
{
    struct marker marker = {.group = group};
    memcpy(marker.color, color, strlen(color) + 1);
    return marker;
}

static void twelve_groups_differ_whatever_they_are_called(void **state)
{
    (void)state;
    struct marker markers[24];
    char names[12][16];
    for (size_t i = 0; i < 24; i++) {
        snprintf(names[i % 12], sizeof names[0], "Group %zu", i % 12);
        markers[i] = in_group(names[i % 12], "");
    }
    marker_colors_settle(markers, COUNT_OF(markers));
    for (size_t i = 0; i < 12; i++) {
        assert_int_equal(strlen(markers[i].color), 7);
        assert_string_equal(markers[i].color, markers[i + 12].color);
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(markers[i].color, markers[k].color);
        }
    }
}

static void a_group_has_its_colour_on_each_map(void **state)
{
    (void)state;
    struct marker first[] = {in_group("Inns", ""), in_group("Ores", "")};
    struct marker second[] = {in_group("Ores", ""), in_group("Inns", "")};
    marker_colors_settle(first, 2);
    marker_colors_settle(second, 1);
    assert_string_equal(first[1].color, second[0].color);
}

static void a_colour_that_was_given_stays_and_is_taken(void **state)
{
    (void)state;
    struct marker alone[] = {in_group("Inns", "")};
    marker_colors_settle(alone, 1);
    struct marker markers[] = {in_group("Ores", alone[0].color), in_group("Inns", ""),
                               in_group("", ""), in_group("Inns", "#123456")};
    marker_colors_settle(markers, COUNT_OF(markers));
    assert_string_equal(markers[0].color, alone[0].color);
    assert_string_not_equal(markers[1].color, alone[0].color);
    assert_string_equal(markers[2].color, "#e0483e");
    assert_string_equal(markers[3].color, "#123456");
}

int test_marker_colors(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twelve_groups_differ_whatever_they_are_called),
        cmocka_unit_test(a_group_has_its_colour_on_each_map),
        cmocka_unit_test(a_colour_that_was_given_stays_and_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
