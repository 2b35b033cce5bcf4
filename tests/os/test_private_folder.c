/* Files in a folder that others can put links into: none is followed, none is opened up. */
#include "os/private_folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "assets/temporary.h"
#include "os/file.h"

static struct adtmap_message failure;
static const struct diag diag = {NULL, NULL, &failure};

/* A folder "own" below a temporary one. */
struct fixture {
    struct temporary place;
    struct private_folder folder;
};

static int set_up(void **state)
{
    static struct fixture f;
    f.place = temporary_make();
    assert_int_equal(private_folder_make(f.place.path, "own", &diag, &f.folder), ADTMAP_OK);
    assert_true(private_folder_is_open(&f.folder));
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    private_folder_close(&f->folder);
    temporary_remove(&f->place);
    return 0;
}

static mode_t mode_of(const struct temporary *place, const char *name)
{
    char path[256];
    struct stat info;
    assert_int_equal(lstat(temporary_path(place, name, path), &info), 0);
    return info.st_mode & 07777;
}

static void expect(const struct private_folder *folder, const char *name, const char *contents)
{
    struct blob blob;
    assert_int_equal(private_file_read(folder, name, 100, &diag, &blob), ADTMAP_OK);
    assert_string_equal((const char *)blob.data, contents);
    assert_int_equal(blob.size, strlen(contents));
    blob_release(&blob);
}

static void a_missing_folder_is_closed_and_no_failure(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    char path[256];
    struct private_folder folder;
    assert_int_equal(private_folder_open(place.path, "own", &diag, &folder), ADTMAP_OK);
    assert_false(private_folder_is_open(&folder));
    private_folder_close(&folder);
    assert_int_equal(
        private_folder_open(temporary_path(&place, "none", path), "own", &diag, &folder),
        ADTMAP_OK);
    assert_false(private_folder_is_open(&folder));
    temporary_remove(&place);
}

static void files_are_written_read_and_removed(void **state)
{
    struct fixture *f = *state;
    struct blob blob;
    struct open_file file;
    assert_int_equal(private_file_read(&f->folder, "a", 100, &diag, &blob), ADTMAP_NOT_FOUND);
    assert_int_equal(private_file_append(&f->folder, "a", &diag, &file), ADTMAP_NOT_FOUND);
    assert_int_equal(private_file_write(&f->folder, "a", "one", 3, &diag), ADTMAP_OK);
    expect(&f->folder, "a", "one");
    assert_int_equal(private_file_write(&f->folder, "a", "", 0, &diag), ADTMAP_OK);
    expect(&f->folder, "a", "");
    assert_int_equal(private_file_write(&f->folder, "b", "two", 3, &diag), ADTMAP_OK);
    assert_int_equal(private_file_append(&f->folder, "b", &diag, &file), ADTMAP_OK);
    assert_int_equal(open_file_write(file, " three", 6, &diag), ADTMAP_OK);
    open_file_close(&file);
    expect(&f->folder, "b", "two three");
    assert_int_equal(private_file_read(&f->folder, "b", 8, &diag, &blob), ADTMAP_LIMIT);
    assert_int_equal(private_file_remove(&f->folder, "b", &diag), ADTMAP_OK);
    assert_int_equal(private_file_remove(&f->folder, "b", &diag), ADTMAP_OK);
    assert_false(private_folder_has(&f->folder, "b"));
    private_folder_close(&f->folder);
}

static ino_t inode_of(const struct temporary *place, const char *name)
{
    char path[256];
    struct stat info;
    assert_int_equal(lstat(temporary_path(place, name, path), &info), 0);
    if (!info.st_ino) {
        skip(); /* stat of Windows */
    }
    return info.st_ino;
}

/* A run with nothing to do once wrote its log again. */
static void an_identical_file_is_not_rewritten(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(private_file_write(&f->folder, "a", "one", 3, &diag), ADTMAP_OK);
    ino_t before = inode_of(&f->place, "own/a");
    assert_int_equal(private_file_write(&f->folder, "a", "one", 3, &diag), ADTMAP_OK);
    assert_int_equal(inode_of(&f->place, "own/a"), before);
    assert_int_equal(private_file_write(&f->folder, "a", "two", 3, &diag), ADTMAP_OK);
    assert_int_not_equal(inode_of(&f->place, "own/a"), before);
    expect(&f->folder, "a", "two");
}

static void only_leftovers_of_dead_writers_are_swept(void **state)
{
    struct fixture *f = *state;
    temporary_file(&f->place, "own/a.tmp.0123456789abcdef", "half");
    temporary_file(&f->place, "own/a", "whole");
    private_folder_sweep(&f->folder);
    assert_false(private_folder_has(&f->folder, "a.tmp.0123456789abcdef"));
    expect(&f->folder, "a", "whole");
    struct folder *entries;
    size_t count = 0;
    assert_int_equal(private_folder_list(&f->folder, &diag, &entries), ADTMAP_OK);
    while (folder_next(entries)) {
        count++;
    }
    folder_close(entries);
    assert_int_equal(count, 1);
}

/* One render once wrote its records wherever a link of this name led. */
static void a_linked_folder_is_refused_by_name(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    struct temporary elsewhere = temporary_make();
    struct private_folder folder;
    temporary_link(&place, elsewhere.path, "own");
    assert_int_equal(private_folder_open(place.path, "own", &diag, &folder), ADTMAP_IO);
    assert_non_null(strstr(failure.file, "/own"));
    assert_non_null(strstr(failure.what, "is a link"));
    assert_int_equal(private_folder_make(place.path, "own", &diag, &folder), ADTMAP_IO);
    assert_false(private_folder_is_open(&folder));
    temporary_file(&place, "file", "");
    assert_int_equal(private_folder_make(place.path, "file", &diag, &folder), ADTMAP_IO);
    temporary_remove(&place);
    temporary_remove(&elsewhere);
}

static void the_folder_above_may_be_a_link(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    char path[256];
    struct private_folder folder;
    temporary_file(&place, "disk/readme", "");
    temporary_link(&place, "disk", "map");
    assert_int_equal(
        private_folder_make(temporary_path(&place, "map", path), "own", &diag, &folder), ADTMAP_OK);
    assert_true(file_is_directory(temporary_path(&place, "disk/own", path)));
    private_folder_close(&folder);
    temporary_remove(&place);
}

static void exchanging_the_folder_for_a_link_leads_nowhere(void **state)
{
    struct fixture *f = *state;
    char from[256];
    char to[256];
    temporary_file(&f->place, "elsewhere/a", "precious");
    int moved =
        rename(temporary_path(&f->place, "own", from), temporary_path(&f->place, "moved", to));
#ifdef _WIN32
    assert_int_not_equal(moved, 0); /* while it is open */
    return;
#endif
    assert_int_equal(moved, 0);
    temporary_link(&f->place, "elsewhere", "own");
    assert_int_equal(private_file_write(&f->folder, "a", "ours", 4, &diag), ADTMAP_OK);
    assert_int_equal(mode_of(&f->place, "moved/a") & 0111, 0);
    private_folder_close(&f->folder);
    assert_int_equal(private_folder_open(f->place.path, "elsewhere", &diag, &f->folder), ADTMAP_OK);
    expect(&f->folder, "a", "precious");
}

/* The lock file once made the target of a link writable by everybody. */
static void a_link_to_a_private_key_stays_private(void **state)
{
    struct fixture *f = *state;
    struct blob blob;
    char path[256];
    struct open_file file;
    temporary_file(&f->place, "key", "secret");
    chmod(temporary_path(&f->place, "key", path), 0600);
    temporary_link(&f->place, "../key", "own/a");
    assert_int_equal(private_file_open_lock(&f->folder, "a", &diag, &file), ADTMAP_IO);
    assert_non_null(strstr(failure.file, "/own/a"));
    assert_int_equal(private_file_append(&f->folder, "a", &diag, &file), ADTMAP_IO);
    assert_int_equal(private_file_read(&f->folder, "a", 100, &diag, &blob), ADTMAP_IO);
    assert_int_equal(private_file_write(&f->folder, "a", "x", 1, &diag), ADTMAP_IO);
    assert_int_equal(mode_of(&f->place, "key"), 0600);
    assert_int_equal(private_file_remove(&f->folder, "a", &diag), ADTMAP_OK);
    assert_int_equal(mode_of(&f->place, "key"), 0600);
}

static void a_dangling_link_makes_no_file(void **state)
{
    struct fixture *f = *state;
    char path[256];
    struct open_file file;
    temporary_link(&f->place, "../made", "own/lock");
    assert_int_equal(private_file_open_lock(&f->folder, "lock", &diag, &file), ADTMAP_IO);
    assert_false(file_exists(temporary_path(&f->place, "made", path)));
}

static void a_file_with_two_names_is_not_changed_in_place(void **state)
{
    struct fixture *f = *state;
    char from[256];
    char to[256];
    struct open_file file;
    temporary_file(&f->place, "key", "secret");
    chmod(temporary_path(&f->place, "key", from), 0600);
    assert_int_equal(link(from, temporary_path(&f->place, "own/a", to)), 0);
    assert_int_equal(private_file_open_lock(&f->folder, "a", &diag, &file), ADTMAP_IO);
    assert_non_null(strstr(failure.what, "hard links"));
    assert_int_equal(private_file_append(&f->folder, "a", &diag, &file), ADTMAP_IO);
    assert_int_equal(mode_of(&f->place, "key"), 0600);
    /* A replaced file leaves the other name alone. */
    assert_int_equal(private_file_write(&f->folder, "a", "ours", 4, &diag), ADTMAP_OK);
    expect(&f->folder, "a", "ours");
    assert_int_equal(private_file_append(&f->folder, "a", &diag, &file), ADTMAP_OK);
    open_file_close(&file);
}

static void what_is_no_regular_file_is_refused_without_waiting(void **state)
{
    struct fixture *f = *state;
    struct blob blob;
    char path[256];
    struct open_file file;
    assert_int_equal(mkfifo(temporary_path(&f->place, "own/pipe", path), 0600), 0);
    assert_int_equal(private_file_read(&f->folder, "pipe", 100, &diag, &blob), ADTMAP_IO);
    assert_non_null(strstr(failure.what, "pipe"));
    assert_int_equal(private_file_open_lock(&f->folder, "pipe", &diag, &file), ADTMAP_IO);
    assert_int_equal(private_file_write(&f->folder, "pipe", "x", 1, &diag), ADTMAP_IO);
    assert_int_equal(mkdir(temporary_path(&f->place, "own/folder", path), 0700), 0);
    assert_int_equal(private_file_read(&f->folder, "folder", 100, &diag, &blob), ADTMAP_IO);
    assert_int_equal(private_file_write(&f->folder, "folder", "x", 1, &diag), ADTMAP_IO);
}

/* The lock of a folder shared by a group can be taken by the group; nothing lets everybody write.
 */
static void modes_follow_umask_and_folder(void **state)
{
    static const struct {
        mode_t umask;
        mode_t folder;
        mode_t file;
        mode_t lock;
    } cases[] = {
        {0, 0775, 0664, 0664},
        {0002, 0775, 0664, 0664},
        {0022, 0755, 0644, 0644},
        {0077, 0700, 0600, 0600},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mode_t before = umask(cases[i].umask);
        struct open_file file;
        set_up(state);
        const struct fixture *f = *state;
        assert_int_equal(private_file_write(&f->folder, "a", "x", 1, &diag), ADTMAP_OK);
        assert_int_equal(private_file_open_lock(&f->folder, "lock", &diag, &file), ADTMAP_OK);
        umask(before);
        open_file_close(&file);
        assert_int_equal(mode_of(&f->place, "own"), cases[i].folder);
        assert_int_equal(mode_of(&f->place, "own/a"), cases[i].file);
        assert_int_equal(mode_of(&f->place, "own/lock"), cases[i].lock);
        tear_down(state);
    }
}

static void the_mode_of_an_existing_lock_stays(void **state)
{
    struct fixture *f = *state;
    char path[256];
    struct open_file file;
    temporary_file(&f->place, "own/lock", "");
    chmod(temporary_path(&f->place, "own/lock", path), 0600);
    assert_int_equal(private_file_open_lock(&f->folder, "lock", &diag, &file), ADTMAP_OK);
    open_file_close(&file);
    assert_int_equal(mode_of(&f->place, "own/lock"), 0600);
}

int test_private_folder(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_folder_is_closed_and_no_failure),
        cmocka_unit_test_setup_teardown(files_are_written_read_and_removed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_identical_file_is_not_rewritten, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_leftovers_of_dead_writers_are_swept, set_up,
                                        tear_down),
        cmocka_unit_test(a_linked_folder_is_refused_by_name),
        cmocka_unit_test(the_folder_above_may_be_a_link),
        cmocka_unit_test_setup_teardown(exchanging_the_folder_for_a_link_leads_nowhere, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_link_to_a_private_key_stays_private, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_dangling_link_makes_no_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_file_with_two_names_is_not_changed_in_place, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_regular_file_is_refused_without_waiting, set_up,
                                        tear_down),
        cmocka_unit_test(modes_follow_umask_and_folder),
        cmocka_unit_test_setup_teardown(the_mode_of_an_existing_lock_stays, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
