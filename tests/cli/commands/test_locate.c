/* Data roots and WDTs found from the path of an ADT. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/commands/locate.h"
#include "os/file.h"
#include "os/folder.h"

static char top[] = "/tmp/adtmap-locate-XXXXXX";
static const struct diag quiet;

static int make_world(void **state)
{
    (void)state;
    static const char *const files[] = {
        "root/WORLD/maps/isle/isle_1_2.adt",
        "root/WORLD/maps/isle/Isle.WDT",
        "root/WORLD/maps/isle/isle_occ.wdt",
        "root/WORLD/maps/isle/is.wdt",
        "loose/zone3430.adt",
        "loose/other.wdt",
    };
    if (!mkdtemp(top) || chdir(top) != 0) {
        return 1;
    }
    if (file_make_directory("root/WORLD/maps/isle", &quiet) ||
        file_make_directory("loose", &quiet)) {
        return 1;
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (file_write_atomic(files[i], "x", 1, &quiet) != ADTMAP_OK) {
            return 1;
        }
    }
    return 0;
}

static int remove_world(void **state)
{
    (void)state;
    folder_remove(top);
    return 0;
}

static void the_root_is_above_the_world_whatever_its_case(void **state)
{
    (void)state;
    char *root;
    assert_int_equal(locate_root("root/WORLD/maps/isle/isle_1_2.adt", &quiet, &root), ADTMAP_OK);
    char *wanted = realpath("root", NULL);
    assert_string_equal(root, wanted);
    free(wanted);
    free(root);
}

static void a_loose_file_has_its_own_directory_for_root(void **state)
{
    (void)state;
    char *root;
    assert_int_equal(locate_root("loose/zone3430.adt", &quiet, &root), ADTMAP_OK);
    assert_string_equal(root, "loose");
    free(root);
}

static void a_file_that_is_not_there_is_not_found(void **state)
{
    (void)state;
    char *root;
    struct adtmap_message failure = {0};
    const struct diag diag = {"none.adt", NULL, &failure};
    assert_int_not_equal(locate_root("none.adt", &diag, &root), ADTMAP_OK);
    assert_null(root);
    assert_non_null(strstr(failure.what, "No such file"));
}

static void the_wdt_is_the_longest_beginning_of_the_name(void **state)
{
    (void)state;
    char *wdt;
    assert_int_equal(locate_wdt("root/WORLD/maps/isle/isle_1_2.adt", &quiet, &wdt), ADTMAP_OK);
    assert_string_equal(wdt, "root/WORLD/maps/isle/Isle.WDT");
    free(wdt);
    assert_int_equal(locate_wdt("loose/zone3430.adt", &quiet, &wdt), ADTMAP_OK);
    assert_null(wdt);
}

int test_locate(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_root_is_above_the_world_whatever_its_case),
        cmocka_unit_test(a_loose_file_has_its_own_directory_for_root),
        cmocka_unit_test(a_file_that_is_not_there_is_not_found),
        cmocka_unit_test(the_wdt_is_the_longest_beginning_of_the_name),
    };
    return cmocka_run_group_tests(tests, make_world, remove_world);
}
