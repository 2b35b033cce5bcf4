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

/* Merges lines into `old`, and checks the result. */
static void merges_lines(const char *old, struct md5translate_line *lines, size_t count,
                         const char *wanted, const char *replaced, size_t broken)
{
    struct md5translate_result result;
    assert_true(md5translate_merge(old, strlen(old), lines, count, &result));
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
}

/* Merges tiles 3_4 (NEW_A) and 32_48 (NEW_B) of Azeroth. */
static void merges(const char *old, const char *wanted, const char *replaced, size_t broken)
{
    struct md5translate_line lines[] = {{"Azeroth\\map32_48.blp", NEW_B ".blp"},
                                        {"Azeroth\\map03_04.blp", NEW_A ".blp"}};
    merges_lines(old, lines, 2, wanted, replaced, broken);
}

#define OURS                                                                                       \
    "dir: Azeroth\nAzeroth\\map03_04.blp\t" NEW_A ".blp\nAzeroth\\map32_48.blp\t" NEW_B ".blp\n"

#define OURS_RETURN                                                                                \
    "dir: Azeroth\r\nAzeroth\\map03_04.blp\t" NEW_A ".blp\r\nAzeroth\\map32_48.blp\t" NEW_B        \
    ".blp\r\n"

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

/* It was removed twice. */
static void a_file_of_two_lines_is_replaced_once(void **state)
{
    (void)state;
    merges("dir: Azeroth\nAzeroth\\map3_04.blp\t" OLD_B ".blp\nAZEROTH/Map3_4.blp\t" OLD_B ".blp\n",
           OURS, OLD_B ".blp", 0);
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

/* Endings of other lines were changed to that of the first. */
static void other_lines_stay_to_the_byte(void **state)
{
    (void)state;
    merges("dir: WMO\r\na\tb\r\nx\n\nz", "dir: WMO\r\na\tb\r\nx\n\nz\r\n" OURS_RETURN, NULL, 2);
}

/* Both sides of a line may look like files, three digits are no place, and a file that is no hash
 * is not removed. */
static void names_that_are_nearly_those_of_tiles_stay_what_they_are(void **state)
{
    (void)state;
    merges("dir: X\n" OLD_A ".blp\t" OLD_B ".blp\n", "dir: X\n" OLD_A ".blp\t" OLD_B ".blp\n" OURS,
           NULL, 0);
    merges("dir: Azeroth\nAzeroth\\map003_04.blp\t" OLD_A ".blp\n",
           OURS "Azeroth\\map003_04.blp\t" OLD_A ".blp\n", NULL, 0);
    merges("dir: Azeroth\nAzeroth\\map03_04.blp\thand-made.blp\n", OURS, NULL, 0);
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

/* Another tile has the same file. */
static void a_line_that_goes_takes_its_file_along(void **state)
{
    (void)state;
    struct md5translate_line lines[] = {{"Azeroth\\map03_04.blp", NULL},
                                        {"Azeroth\\map05_06.blp", NULL}};
    merges_lines("dir: Azeroth\nAzeroth\\map03_04.blp\t" OLD_A ".blp\n"
                 "Azeroth\\map05_06.blp\t" OLD_B ".blp\nAzeroth\\map07_08.blp\t" OLD_B ".blp\n",
                 lines, 2, "dir: Azeroth\nAzeroth\\map07_08.blp\t" OLD_B ".blp\n", OLD_A ".blp", 0);
}

static void a_line_that_goes_makes_no_section(void **state)
{
    (void)state;
    struct md5translate_line lines[] = {{"Azeroth\\map03_04.blp", NULL}};
    merges_lines("", lines, 1, "", NULL, 0);
}

/* Lines of others keep it, also such as are no lines of a table; an empty line does not. */
static void the_last_line_of_a_folder_takes_its_dir_along(void **state)
{
    (void)state;
    const struct md5translate_line gone[] = {{"wmo\\a\\x_000_00_00.blp", NULL},
                                             {"wmo\\a\\x_001_00_00.blp", NULL},
                                             {"wmo\\b\\y_000_00_00.blp", NEW_A ".blp"}};
    struct md5translate_line lines[3];
    memcpy(lines, gone, sizeof gone);
    merges_lines("dir: wmo\\a\nwmo\\a\\x_000_00_00.blp\t" OLD_A ".blp\n"
                 "wmo\\a\\x_001_00_00.blp\t" NEW_A ".blp\n\ndir: wmo\\b\n",
                 lines, 3, "\ndir: wmo\\b\nwmo\\b\\y_000_00_00.blp\t" NEW_A ".blp\n", OLD_A ".blp",
                 0);
    merges_lines("dir: wmo\\a\nwmo\\a\\x_000_00_00.blp\t" OLD_A ".blp\n"
                 "wmo\\a\\z_000_00_00.blp\t" OLD_B ".blp\n",
                 lines, 2, "dir: wmo\\a\nwmo\\a\\z_000_00_00.blp\t" OLD_B ".blp\n", OLD_A ".blp",
                 0);
    merges_lines("dir: wmo\\a\nnote\n", lines, 2, "dir: wmo\\a\nnote\n", NULL, 1);
}

/* The folder has two sections, of which only the second keeps a line. */
static void the_dir_of_a_line_that_stays_stays(void **state)
{
    (void)state;
    struct md5translate_line lines[] = {{"wmo\\a\\x_000_00_00.blp", NULL}};
    merges_lines("dir: wmo\\a\nwmo\\a\\x_000_00_00.blp\t" OLD_A ".blp\n"
                 "dir: wmo\\a\nwmo\\a\\z_000_00_00.blp\t" OLD_B ".blp\n",
                 lines, 1, "dir: wmo\\a\nwmo\\a\\z_000_00_00.blp\t" OLD_B ".blp\n", OLD_A ".blp",
                 0);
}

/* A folder's lines follow its own `dir:`, though another folder's name lies between them by order
 * of letters. */
static void interiors_have_a_section_for_each_folder(void **state)
{
    (void)state;
    struct md5translate_line lines[] = {{"wmo\\a\\d_000_00_00.blp", NEW_A ".blp"},
                                        {"wmo\\a\\b\\x_000_00_00.blp", NEW_B ".blp"},
                                        {"wmo\\a\\a_000_00_00.blp", NEW_B ".blp"}};
    merges_lines("dir: WMO/a/b\nWMO/A/B/x_000_00_00.blp\t" OLD_A ".blp\n", lines, 3,
                 "dir: wmo\\a\\b\nwmo\\a\\b\\x_000_00_00.blp\t" NEW_B ".blp\n"
                 "dir: wmo\\a\nwmo\\a\\a_000_00_00.blp\t" NEW_B
                 ".blp\nwmo\\a\\d_000_00_00.blp\t" NEW_A ".blp\n",
                 OLD_A ".blp", 0);
}

int test_md5translate(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_table_gets_a_section),
        cmocka_unit_test(a_line_that_goes_takes_its_file_along),
        cmocka_unit_test(a_line_that_goes_makes_no_section),
        cmocka_unit_test(the_last_line_of_a_folder_takes_its_dir_along),
        cmocka_unit_test(the_dir_of_a_line_that_stays_stays),
        cmocka_unit_test(interiors_have_a_section_for_each_folder),
        cmocka_unit_test(other_maps_and_interiors_stay),
        cmocka_unit_test(a_second_time_changes_nothing),
        cmocka_unit_test(names_without_padding_are_replaced),
        cmocka_unit_test(a_file_that_another_line_names_is_not_replaced),
        cmocka_unit_test(a_file_of_two_lines_is_replaced_once),
        cmocka_unit_test(the_order_of_early_clients_stays),
        cmocka_unit_test(broken_lines_are_kept_and_counted),
        cmocka_unit_test(other_lines_stay_to_the_byte),
        cmocka_unit_test(names_that_are_nearly_those_of_tiles_stay_what_they_are),
        cmocka_unit_test(a_very_long_line_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
