/* What folders hold, what is locked in a file, and what is removed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/temporary.h"
#include "os/file.h"
#include "os/folder.h"
#include "os/private_folder.h"

static void entries_have_their_types(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum file_type type;
    } wanted[] = {
        {"file", FILE_REGULAR}, {"folder", FILE_FOLDER}, {"link", FILE_LINK}, {"pipe", FILE_PIPE}};
    char path[512];
    struct temporary place = temporary_make();
    temporary_file(&place, "file", "text");
    temporary_file(&place, "folder/inner", "text");
    snprintf(path, sizeof path, "%s/link", place.path);
    assert_int_equal(symlink("folder", path), 0);
    snprintf(path, sizeof path, "%s/pipe", place.path);
    assert_int_equal(mkfifo(path, 0600), 0);
    struct folder *folder = folder_open(place.path);
    assert_non_null(folder);
    for (int round = 0; round < 2; round++) {
        size_t found = 0;
        for (const char *name; (name = folder_next(folder));) {
            for (size_t i = 0; i < 4; i++) {
                if (strcmp(wanted[i].name, name) == 0) {
                    assert_int_equal(folder_entry_type(folder), wanted[i].type);
                    found++;
                }
            }
        }
        assert_int_equal(found, 4);
        folder_rewind(folder);
    }
    assert_null(folder_enter(folder, "link"));
    struct folder *inner = folder_enter(folder, "folder");
    assert_non_null(inner);
    assert_string_equal(folder_next(inner), "inner");
    assert_null(folder_next(inner));
    char *real = folder_real_path(inner);
    snprintf(path, sizeof path, "%s/link", place.path);
    char *same = file_real_path(path);
    assert_string_equal(real, same);
    free(real);
    free(same);
    folder_close(inner);
    folder_close(folder);
    temporary_remove(&place);
}

static void all_of_a_folder_is_removed_and_nothing_behind_a_link(void **state)
{
    (void)state;
    char path[512];
    struct temporary place = temporary_make();
    temporary_file(&place, "kept/file", "text");
    temporary_file(&place, "gone/a/b/file", "text");
    snprintf(path, sizeof path, "%s/gone/a/link", place.path);
    assert_int_equal(symlink("../../kept", path), 0);
    snprintf(path, sizeof path, "%s/gone", place.path);
    folder_remove(path);
    assert_false(file_exists(path));
    snprintf(path, sizeof path, "%s/kept", place.path);
    file_remove_empty_folder(path);
    snprintf(path, sizeof path, "%s/kept/file", place.path);
    assert_true(file_exists(path));
    temporary_remove(&place);
}

static void no_path_is_no_folder(void **state)
{
    (void)state;
    errno = 0;
    assert_null(folder_open(""));
    assert_int_equal(errno, ENOENT);
    assert_false(file_exists(""));
}

static void a_range_is_locked_against_other_open_files(void **state)
{
    (void)state;
    const struct diag nobody = {0};
    struct open_file files[2];
    struct private_folder folder;
    struct temporary place = temporary_make();
    assert_int_equal(private_folder_make(place.path, "own", &nobody, &folder), ADTMAP_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(private_file_open_lock(&folder, "lock", &nobody, &files[i]), ADTMAP_OK);
    }
    assert_int_equal(open_file_lock(files[0], (struct file_range){5, 1}), FILE_LOCK_HELD);
    assert_int_equal(open_file_lock(files[1], (struct file_range){5, 1}), FILE_LOCK_BUSY);
    assert_int_equal(open_file_lock(files[1], (struct file_range){0}), FILE_LOCK_BUSY);
    assert_int_equal(open_file_lock(files[1], (struct file_range){6, 1}), FILE_LOCK_HELD);
    open_file_close(&files[0]);
    open_file_lock_wait(files[1], (struct file_range){5, 1});
    open_file_close(&files[1]);
    assert_int_equal(private_file_open_lock(&folder, "lock", &nobody, &files[1]), ADTMAP_OK);
    assert_int_equal(open_file_lock(files[1], (struct file_range){0}), FILE_LOCK_HELD);
    open_file_close(&files[1]);
    open_file_close(&files[1]);
    private_folder_close(&folder);
    temporary_remove(&place);
}

int test_folder(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_have_their_types),
        cmocka_unit_test(all_of_a_folder_is_removed_and_nothing_behind_a_link),
        cmocka_unit_test(no_path_is_no_folder),
        cmocka_unit_test(a_range_is_locked_against_other_open_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
