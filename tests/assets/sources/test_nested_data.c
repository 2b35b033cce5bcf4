/* Data in folders below the one that was named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/data_fixture.h"
#include "assets/sources/nested_data.h"
#include "base/size.h"

/* Makes the files and checks how many folders are found, and which is the first. */
static void finds(const char *const *files, size_t count, const char *first)
{
    struct fixture f;
    struct nested_data found;
    char path[256];
    fixture_start(&f);
    for (size_t i = 0; files[i]; i++) {
        temporary_file(&f.data, files[i], "x");
    }
    assert_int_equal(nested_data_find(f.data.path, &f.diag, &found), ADTMAP_OK);
    assert_int_equal(found.count, count);
    if (count > 0) {
        assert_string_equal(found.path, temporary_path(&f.data, first, path));
    } else {
        assert_null(found.path);
    }
    nested_data_free(&found);
    fixture_stop(&f);
}

static void each_kind_of_data_is_found(void **state)
{
    (void)state;
    static const char *const files[] = {"client/WORLD/x",    "client/.build.info",
                                        "client/a.MPQ",      "client/Map.wdt",
                                        "client/Data/b.mpq", "client/data/World/x"};
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        const char *const one[] = {files[i], "docs/readme", NULL};
        finds(one, 1, "client");
    }
}

static void four_levels_down_count_when_nothing_is_nearer(void **state)
{
    (void)state;
    static const char *const deep[] = {"a/b/World/x", NULL};
    static const char *const both[] = {"a/b/World/x", "c/World/x", NULL};
    static const char *const deeper[] = {"a/b/c/d/World/x", NULL};
    static const char *const too_deep[] = {"a/b/c/d/e/World/x", NULL};
    finds(deep, 1, "a/b");
    finds(both, 1, "c");
    finds(deeper, 1, "a/b/c/d");
    finds(too_deep, 0, NULL);
}

static void of_several_the_first_by_name_is_kept(void **state)
{
    (void)state;
    static const char *const files[] = {"new/World/x", "old/World/x", "even/World/x", NULL};
    finds(files, 3, "even");
}

static void hidden_folders_files_and_links_hold_nothing(void **state)
{
    (void)state;
    static const char *const files[] = {".git/World/x", "a/World", "b/Data/readme", NULL};
    finds(files, 0, NULL);
    struct fixture f;
    struct nested_data found;
    fixture_start(&f);
    temporary_file(&f.data, "a/b/c/d/e/World/x", "x");
    temporary_link(&f.data, "a/b/c/d/e", "link");
    assert_int_equal(nested_data_find(f.data.path, &f.diag, &found), ADTMAP_OK);
    assert_int_equal(found.count, 0);
    nested_data_free(&found);
    fixture_stop(&f);
}

int test_nested_data(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_data_is_found),
        cmocka_unit_test(four_levels_down_count_when_nothing_is_nearer),
        cmocka_unit_test(of_several_the_first_by_name_is_kept),
        cmocka_unit_test(hidden_folders_files_and_links_hold_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
