/* The order in which lists show maps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "output/web/web_map_card.h"

static struct web_map_card make_map(const char *title, const char *name)
{
    struct web_map_card map = {0};
    snprintf(map.title, sizeof map.title, "%s", title);
    snprintf(map.name, sizeof map.name, "%s", name);
    return map;
}

/* Sorting by bytes put "Tile 10" before "Tile 2". */
static void lists_ten_after_two(void **state)
{
    (void)state;
    const struct web_map_card two = make_map("Tile 2", "b");
    const struct web_map_card ten = make_map("tile 10", "a");
    assert_true(web_map_card_compare(&two, &ten) < 0);
    assert_true(web_map_card_compare(&ten, &two) > 0);
}

static void lists_equal_titles_by_name(void **state)
{
    (void)state;
    const struct web_map_card a = make_map("Hall", "a");
    const struct web_map_card b = make_map("hall", "b");
    assert_true(web_map_card_compare(&a, &b) < 0);
    assert_int_equal(web_map_card_compare(&a, &a), 0);
}

int test_web_map_card(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_ten_after_two),
        cmocka_unit_test(lists_equal_titles_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
