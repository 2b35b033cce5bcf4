/* Which folders have the pages or the log of a map. */
#include "job/records/map_folders.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/temporary.h"

/* The maps of the folder that pass the filter, a letter each. */
static void expect_maps(const struct temporary *out, map_folders_filter *filter, const char *maps)
{
    struct map_folders found = {0};
    assert_int_equal(map_folders_add(&found, out->path, filter, &diag_silent), ADTMAP_OK);
    assert_int_equal(found.count, strlen(maps));
    for (size_t i = 0; i < found.count; i++) {
        assert_string_equal(found.names[i], ((char[2]){maps[i]}));
    }
    map_folders_free(&found);
}

static void pages_are_a_file_and_a_log_is_in_its_folder(void **state)
{
    (void)state;
    struct temporary out = temporary_make();
    temporary_file(&out, "C/map.js", "");
    temporary_file(&out, "A/.adtmap/log", "");
    temporary_file(&out, "B/other.js", "");
    expect_maps(&out, map_folders_has_pages, "C");
    expect_maps(&out, map_folders_has_log, "A");
    expect_maps(&out, map_folders_is_of_site, "AC");
    temporary_remove(&out);
}

/* What somebody else has put in the place of the file. */
static void a_link_and_a_folder_are_no_pages(void **state)
{
    (void)state;
    struct temporary out = temporary_make();
    temporary_file(&out, "A/map.js/file", "");
    temporary_file(&out, "B/other.js", "");
    temporary_link(&out, "other.js", "B/map.js");
    expect_maps(&out, map_folders_has_pages, "");
    temporary_remove(&out);
}

int test_map_folders(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_are_a_file_and_a_log_is_in_its_folder),
        cmocka_unit_test(a_link_and_a_folder_are_no_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
