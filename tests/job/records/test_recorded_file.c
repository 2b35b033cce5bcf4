/* Which files on record are removed, and which stay. */
#include "job/records/recorded_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "os/file.h"

static const struct diag nobody;

/* The folder has tiles/a.png, which is on record. */
struct recorded {
    struct temporary folder;
    char path[256];
    struct build_file file;
    bool is_left;
};

static void record(struct recorded *r)
{
    *r = (struct recorded){.folder = temporary_make()};
    temporary_file(&r->folder, "tiles/a.png", "first");
    temporary_path(&r->folder, "tiles/a.png", r->path);
    assert_int_equal(build_file_of(r->path, &r->file), ADTMAP_OK);
}

static enum adtmap_status remove_recorded(struct recorded *r, const char *path)
{
    return recorded_file_remove(r->folder.path, path, 0, &r->file, &nobody, &r->is_left);
}

static void a_file_goes_with_the_folder_that_it_leaves_empty(void **state)
{
    (void)state;
    struct recorded r;
    char tiles[256];
    record(&r);
    assert_int_equal(remove_recorded(&r, "tiles/a.png"), ADTMAP_OK);
    assert_false(r.is_left);
    assert_false(file_exists(temporary_path(&r.folder, "tiles", tiles)));
    assert_int_equal(remove_recorded(&r, "tiles/a.png"), ADTMAP_OK);
    assert_false(r.is_left);
    temporary_remove(&r.folder);
}

static void a_file_with_other_bytes_stays(void **state)
{
    (void)state;
    struct recorded r;
    record(&r);
    temporary_file(&r.folder, "tiles/a.png", "other");
    assert_int_equal(remove_recorded(&r, "tiles/a.png"), ADTMAP_OK);
    assert_true(r.is_left);
    assert_true(file_exists(r.path));
    temporary_remove(&r.folder);
}

/* The folder may be that of another map. */
static void a_file_behind_a_link_stays(void **state)
{
    (void)state;
    struct recorded r;
    record(&r);
    temporary_link(&r.folder, "tiles", "other");
    assert_int_equal(remove_recorded(&r, "other/a.png"), ADTMAP_OK);
    assert_true(r.is_left);
    assert_true(file_exists(r.path));
    temporary_remove(&r.folder);
}

/* Its name is longer than systems allow, so that it cannot be looked at. */
static void a_file_that_cannot_be_read_is_no_other(void **state)
{
#ifdef _WIN32
    skip(); /* the system says that there is no such file */
#endif
    (void)state;
    struct recorded r;
    char name[301];
    record(&r);
    snprintf(name, sizeof name, "%0300d", 0);
    assert_int_equal(remove_recorded(&r, name), ADTMAP_IO);
    assert_false(r.is_left);
    temporary_remove(&r.folder);
}

int test_recorded_file(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_goes_with_the_folder_that_it_leaves_empty),
        cmocka_unit_test(a_file_with_other_bytes_stays),
        cmocka_unit_test(a_file_behind_a_link_stays),
        cmocka_unit_test(a_file_that_cannot_be_read_is_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
