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

/* The 16 letters behind a text. */
static void take_after(const char *text, const char *begin, char taken[17])
{
    const char *found = strstr(text, begin);
    assert_non_null(found);
    memcpy(taken, found + strlen(begin), 16);
    taken[16] = 0;
}

static void a_map_that_is_watched_tells_when_places_that_come_later_change(void **state)
{
    (void)state;
    struct marker items[MANY];
    struct web_map *map = calloc(1, sizeof *map);
    char contents[4][17];
    assert_non_null(map);
    for (size_t i = 0; i < MANY; i++) {
        items[i] = (struct marker){.name = "Grave", .group = "Graves", .icon = "cross"};
    }
    map->landmarks.items = items;
    map->landmarks.count = MANY;
    map->is_watched = true;
    for (size_t i = 0; i < 4; i++) {
        struct buffer text = {0};
        items[3].name = i == 1 ? "Gravel" : "Grave";
        items[MANY - 1].y = i == 2 ? 100000 : 0;
        web_page_map_data(&text, map);
        buffer_u8(&text, 0);
        assert_false(text.failed);
        take_after((char *)text.data, "\"count\": 21, \"contents\": \"", contents[i]);
        buffer_free(&text);
    }
    free(map);
    assert_string_not_equal(contents[0], contents[1]);
    assert_string_not_equal(contents[0], contents[2]);
    assert_string_equal(contents[0], contents[3]);
}

int test_web_page(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_of_a_small_group_come_with_the_map),
        cmocka_unit_test(places_of_a_large_group_come_later_the_map_has_their_number),
        cmocka_unit_test(a_map_that_is_watched_tells_when_places_that_come_later_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
