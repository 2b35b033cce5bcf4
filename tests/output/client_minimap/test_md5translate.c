/* Tables of minimap tiles: lines of others stay, lines of the tiles that are written do not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "output/client_minimap/md5translate.h"

#define OLD_A "00112233445566778899aabbccddeeff"
#define OLD_B "ffeeddccbbaa99887766554433221100"
#define NEW_A "0123456789abcdef0123456789abcdef"
#define NEW_B "fedcba9876543210fedcba9876543210"

/* Merges tiles 3_4 (NEW_A) and 32_48 (NEW_B) of Azeroth into `old`, and checks the result. */
static void merges(const char *old, const char *wanted, const char *replaced, size_t broken)
{
    struct md5translate_result result;
    struct minimap_tiles *tiles = calloc(1, sizeof *tiles);
    assert_non_null(tiles);
    tile_set_add(&tiles->tiles, 3, 4);
    tile_set_add(&tiles->tiles, 32, 48);
    strcpy(tiles->hex[4 * 64 + 3], NEW_A);
    strcpy(tiles->hex[48 * 64 + 32], NEW_B);
    assert_true(md5translate_merge(old, strlen(old), "Azeroth", tiles, &result));
    assert_int_equal(result.text.size, strlen(wanted));
    assert_memory_equal(result.text.data, wanted, strlen(wanted));
    if (replaced) {
        assert_string_equal((const char *)result.replaced.data, replaced);
        assert_int_equal(result.replaced.size, strlen(replaced) + 1);
    } else {
        assert_int_equal(result.replaced.size, 0);
    }
    assert_int_equal(result.broken, broken);
    md5translate_free(&result);
    free(tiles);
}

#define OURS                                                                                       \
    "dir: Azeroth\nAzeroth\\map03_04.blp\t" NEW_A ".blp\nAzeroth\\map32_48.blp\t" NEW_B ".blp\n"

static void an_empty_table_gets_a_section(void **state)
{
    (void)state;
    merges("", OURS, NULL, 0);
}

static void other_maps_and_interiors_stay(void **state)
{
    (void)state;
    merges("dir: WMO\\Dungeon\nWMO\\Dungeon\\x_000_00_00.blp\t" OLD_A ".blp\n"
           "dir: azeroth\nazeroth\\map32_48.blp\t" OLD_B ".blp\n"
           "Azeroth\\map10_11.blp\t" OLD_A ".blp\ndir: Kalimdor\n"
           "Kalimdor\\map32_48.blp\t" OLD_A ".blp\n",
           "dir: WMO\\Dungeon\nWMO\\Dungeon\\x_000_00_00.blp\t" OLD_A ".blp\n" OURS
           "Azeroth\\map10_11.blp\t" OLD_A ".blp\ndir: Kalimdor\n"
           "Kalimdor\\map32_48.blp\t" OLD_A ".blp\n",
           OLD_B ".blp", 0);
}

/* Writing the same tiles twice gives the same table, and nothing to remove. */
static void a_second_time_changes_nothing(void **state)
{
    (void)state;
    merges(OURS, OURS, NULL, 0);
}

/* Tools write the column without a zero. */
static void names_without_padding_are_replaced(void **state)
{
    (void)state;
    merges("dir: Azeroth\nAzeroth\\map3_04.blp\t" OLD_A ".blp\nAZEROTH/Map3_4.blp\t" NEW_A ".blp\n",
           OURS, OLD_A ".blp", 0);
}

static void a_file_that_another_line_names_is_not_replaced(void **state)
{
    (void)state;
    merges("dir: Azeroth\nAzeroth\\map03_04.blp\t" OLD_A ".blp\nAzeroth\\map05_05.blp\t" OLD_A
           ".blp\n",
           OURS "Azeroth\\map05_05.blp\t" OLD_A ".blp\n", NULL, 0);
}

static void the_order_of_early_clients_stays(void **state)
{
    (void)state;
    merges("dir: Kalimdor\r\n" OLD_A ".blp\tKalimdor\\map01_02.blp\r\n",
           "dir: Kalimdor\r\n" OLD_A ".blp\tKalimdor\\map01_02.blp\r\ndir: Azeroth\r\n" NEW_A
           ".blp\tAzeroth\\map03_04.blp\r\n" NEW_B ".blp\tAzeroth\\map32_48.blp\r\n",
           NULL, 0);
}

static void broken_lines_are_kept_and_counted(void **state)
{
    (void)state;
    merges("hello\n\ttwo\nAzeroth\\mapfoo.blp\t" OLD_A ".blp\n\nname\t",
           "hello\n\ttwo\nAzeroth\\mapfoo.blp\t" OLD_A ".blp\n\nname\t\n" OURS, NULL, 3);
}

static void a_very_long_line_is_kept(void **state)
{
    (void)state;
    static char old[5000];
    static char wanted[5000 + sizeof OURS];
    memset(old, 'x', 4000);
    strcpy(wanted, old);
    strcat(wanted, "\n" OURS);
    merges(old, wanted, NULL, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_table_gets_a_section),
        cmocka_unit_test(other_maps_and_interiors_stay),
        cmocka_unit_test(a_second_time_changes_nothing),
        cmocka_unit_test(names_without_padding_are_replaced),
        cmocka_unit_test(a_file_that_another_line_names_is_not_replaced),
        cmocka_unit_test(the_order_of_early_clients_stays),
        cmocka_unit_test(broken_lines_are_kept_and_counted),
        cmocka_unit_test(a_very_long_line_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
