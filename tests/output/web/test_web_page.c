/* What the scripts of a map's page have of landmarks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "output/web/web_page.h"

enum { WITH_MAP = 20, MANY = WITH_MAP + 1 };

/* The text of a script, from malloc, for a map with `graves` landmarks of one group, then an inn.
 */
static char *print(void (*script)(struct buffer *, const struct web_map *), size_t graves)
{
    struct marker items[MANY + 1];
    struct web_map *map = calloc(1, sizeof *map);
    struct buffer text = {0};
    assert_non_null(map);
    for (size_t i = 0; i < graves; i++) {
        items[i] = (struct marker){.name = "Grave",
                                   .group = "Graves",
                                   .icon = "cross",
                                   .color = "#102030",
                                   .x = (int64_t)i * 1000000,
                                   .y = -1560000};
    }
    items[graves] = (struct marker){.name = "Inn", .group = "Inns", .icon = "house"};
    map->landmarks.items = items;
    map->landmarks.count = graves + 1;
    script(&text, map);
    buffer_u8(&text, 0);
    assert_false(text.failed);
    free(map);
    return (char *)text.data;
}

static void places_of_a_small_group_come_with_the_map(void **state)
{
    (void)state;
    char *data = print(web_page_map_data, WITH_MAP);
    assert_non_null(strstr(
        data, "\"color\": \"#102030\", \"places\": [\n[\"Grave\",0,-1.5],\n[\"Grave\",1,-1.5],"));
    assert_null(strstr(data, "\"count\""));
    free(data);
    char *later = print(web_page_landmark_data, WITH_MAP);
    assert_non_null(strstr(later, "adtmap.landmarks = {};\n"));
    free(later);
}

static void places_of_a_large_group_come_later_the_map_has_their_number(void **state)
{
    (void)state;
    char *data = print(web_page_map_data, MANY);
    assert_non_null(strstr(data, "\"color\": \"#102030\", \"count\": 21}"));
    assert_null(strstr(data, "Grave\""));
    assert_non_null(strstr(data, "\"places\": [\n[\"Inn\",0,0]]}"));
    free(data);
    char *later = print(web_page_landmark_data, MANY);
    assert_non_null(strstr(later, "adtmap.landmarks = {\"Graves\": [\n[\"Grave\",0,-1.5],"));
    assert_non_null(strstr(later, "[\"Grave\",20,-1.5]]};\n"));
    assert_null(strstr(later, "Inn"));
    free(later);
}

int test_web_page(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_of_a_small_group_come_with_the_map),
        cmocka_unit_test(places_of_a_large_group_come_later_the_map_has_their_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
