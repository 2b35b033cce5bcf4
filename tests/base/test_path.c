/* Paths as systems spell them, and names as clients do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/path.h"
#include "base/size.h"

static void test_backslashes_separate_where_drives_are(void **state)
{
    static const struct {
        const char *path, *with_drives;
    } cases[] = {{"C:\\a\\b", "C:/a/b"},
                 {"\\\\server\\share/a", "//server/share/a"},
                 {"a/b", "a/b"},
                 {"\\", "/"},
                 {"", ""}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char path[32];
        snprintf(path, sizeof path, "%s", cases[i].path);
        path_spell(path, PATH_SLASHES);
        assert_string_equal(path, cases[i].path);
        path_spell(path, PATH_DRIVES);
        assert_string_equal(path, cases[i].with_drives);
    }
}

static void test_absolute_paths(void **state)
{
    static const char *const with_drives[] = {"C:\\a", "z:/a", "C:", "C:a", "\\a", "\\\\server\\a"};
    static const char *const never[] = {"", "a", "a/b", "a\\b", "./C:", "4:/a", ":a", "CD:/a"};
    static const char *const always[] = {"/", "/a", "//server/share"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(with_drives); i++) {
        assert_true(path_is_absolute(with_drives[i], PATH_DRIVES));
        assert_false(path_is_absolute(with_drives[i], PATH_SLASHES));
    }
    for (size_t i = 0; i < COUNT_OF(never); i++) {
        assert_false(path_is_absolute(never[i], PATH_DRIVES));
        assert_false(path_is_absolute(never[i], PATH_SLASHES));
    }
    for (size_t i = 0; i < COUNT_OF(always); i++) {
        assert_true(path_is_absolute(always[i], PATH_DRIVES));
        assert_true(path_is_absolute(always[i], PATH_SLASHES));
    }
}

static void test_paths_of_a_drive(void **state)
{
    static const char *const others[] = {"", "C", "C:/", "C:\\a", "/C:a", "a/C:", "CD:a", "4:a"};
    (void)state;
    assert_true(path_is_of_drive("C:", PATH_DRIVES));
    assert_true(path_is_of_drive("z:a/b", PATH_DRIVES));
    assert_true(path_is_of_drive("a:b", PATH_DRIVES));
    assert_false(path_is_of_drive("C:a", PATH_SLASHES));
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        assert_false(path_is_of_drive(others[i], PATH_DRIVES));
    }
}

static void test_roots(void **state)
{
    static const char *const no_roots[] = {"", "C:", "C:/a", "/a", "//", "a/"};
    (void)state;
    assert_true(path_is_root("/", PATH_SLASHES));
    assert_true(path_is_root("/", PATH_DRIVES));
    assert_true(path_is_root("C:/", PATH_DRIVES));
    assert_false(path_is_root("C:/", PATH_SLASHES));
    for (size_t i = 0; i < COUNT_OF(no_roots); i++) {
        assert_false(path_is_root(no_roots[i], PATH_DRIVES));
        assert_false(path_is_root(no_roots[i], PATH_SLASHES));
    }
}

/* "C:" is not the root of its drive; but above that root there is an end, for loops that go up. */
static void test_directories_of_paths(void **state)
{
    static const char *const cases[][2] = {
        {"a/b", "a"},  {"b", "."},      {"/a", "/"},
        {"/", "/"},    {"C:/a", "C:/"}, {"C:/a/b", "C:/a"},
        {"C:/", "C:"}, {"C:", "."},     {"//server/a", "//server"},
        {"ab/c", "ab"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *directory = path_directory(cases[i][0]);
        assert_string_equal(directory, cases[i][1]);
        free(directory);
    }
}

static void test_what_lies_within_a_folder(void **state)
{
    (void)state;
    assert_true(path_is_within("/a", "/"));
    assert_true(path_is_within("C:/a", "C:/"));
    assert_true(path_is_within("/a/b", "/a"));
    assert_true(path_is_within("/a", "/a"));
    assert_false(path_is_within("/ab", "/a"));
    assert_false(path_is_within("/a", "/a/b"));
    assert_false(path_is_within("/b", "/a"));
    assert_false(path_is_within(&"/a"[1], ""));
}

static void test_names_behind_folders(void **state)
{
    static const char *const cases[][3] = {
        {"a", "b", "a/b"}, {"a/", "b", "a/b"}, {"", "b", "b"}, {"/", "b", "/b"}, {"a", "", "a/"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *path = path_join(cases[i][0], cases[i][1]);
        assert_string_equal(path, cases[i][2]);
        free(path);
    }
}

static void test_last_parts(void **state)
{
    (void)state;
    assert_string_equal(path_base("World\\Maps/a.wdt"), "a.wdt");
    assert_string_equal(path_base("World/Maps\\a.wdt"), "a.wdt");
    assert_string_equal(path_base("a.wdt"), "a.wdt");
    assert_string_equal(path_base("a/"), "");
}

static void test_canonical_names(void **state)
{
    static const char *const names[][2] = {
        {"World\\Maps\\AZ.wdt", "world/maps/az.wdt"},
        {"a\\/\\b//c", "a/b/c"},
        {"./.\\a", "a"},
        {".a/..b/c..", ".a/..b/c.."},
        {"A[`{Z", "a[`{z"},
        {"\xC3\x84 b", "\xC3\x84 b"},
        {"x", "x"},
    };
    static const char *const none[] = {"",     "/",    "/a",   "\\a",   "./",       "./\\a", ".",
                                       "..",   "a/..", "a/.",  "a/./b", "a\\..\\b", "../a",  "C:a",
                                       "C:/a", "a\nb", "\x1f", "a/",    "a//",      ".//a"};
    char canonical[NAME_BYTES];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        memset(canonical, '#', sizeof canonical);
        assert_true(name_canonical(names[i][0], canonical));
        assert_string_equal(canonical, names[i][1]);
    }
    for (size_t i = 0; i < COUNT_OF(none); i++) {
        assert_false(name_canonical(none[i], canonical));
    }
}

static void test_longest_name(void **state)
{
    char name[NAME_BYTES + 1];
    char canonical[NAME_BYTES];
    (void)state;
    memset(name, 'A', sizeof name);
    name[NAME_BYTES - 1] = '\0';
    assert_true(name_is_short(name));
    assert_true(name_canonical(name, canonical));
    assert_int_equal(strlen(canonical), NAME_BYTES - 1);
    name[NAME_BYTES - 1] = 'A';
    name[NAME_BYTES] = '\0';
    assert_false(name_is_short(name));
    assert_false(name_canonical(name, canonical));
    assert_true(name_is_short("a"));
    assert_false(name_is_short(""));
}

static void test_names_compare_without_case(void **state)
{
    (void)state;
    assert_int_equal(name_compare("World\\AZ", "wORLD/az"), 0);
    assert_true(name_compare("a", "B") < 0);
    assert_true(name_compare("b", "A") > 0);
    assert_true(name_compare("a", "ab") < 0);
    assert_true(name_compare("ab", "a") > 0);
    assert_true(name_compare("a", "\xC3") < 0);
    assert_true(name_has_suffix("a.BLP", ".blp"));
    assert_true(name_has_suffix(".blp", ".blp"));
    assert_false(name_has_suffix("blp", ".blp"));
    assert_false(name_has_suffix("a.blp.", ".blp"));
}

static void test_names_of_the_western_code_page(void **state)
{
    (void)state;
    static const struct {
        const char *name, *utf8; /* NULL: no other name */
    } cases[] = {
        {"sub/b\xfcr.m2", "sub/b\xc3\xbcr.m2"},
        {"\x80\x9f\xa0\xff", "\xe2\x82\xac\xc5\xb8\xc2\xa0\xc3\xbf"},
        {"\xc3\xbc\xfc", "\xc3\x83\xc2\xbc\xc3\xbc"},
        {"b\xc3\xbcr", NULL},
        {"bur", NULL},
        {"a\x81", NULL},
        {"", NULL},
    };
    char utf8[NAME_BYTES];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(name_from_windows_1252(cases[i].name, utf8), cases[i].utf8 != NULL);
        if (cases[i].utf8) {
            assert_string_equal(utf8, cases[i].utf8);
        }
    }
    char longest[NAME_BYTES];
    memset(longest, 0xfc, sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_false(name_from_windows_1252(longest, utf8));
}

int test_path(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_backslashes_separate_where_drives_are),
        cmocka_unit_test(test_absolute_paths),
        cmocka_unit_test(test_paths_of_a_drive),
        cmocka_unit_test(test_roots),
        cmocka_unit_test(test_directories_of_paths),
        cmocka_unit_test(test_what_lies_within_a_folder),
        cmocka_unit_test(test_names_behind_folders),
        cmocka_unit_test(test_last_parts),
        cmocka_unit_test(test_canonical_names),
        cmocka_unit_test(test_longest_name),
        cmocka_unit_test(test_names_compare_without_case),
        cmocka_unit_test(test_names_of_the_western_code_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
