/* The lock of a map's folder: who keeps whom out, and that nobody is kept out forever. */
#include "job/records/folder_lock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "os/file.h"
#include "os/folder.h"

static const struct diag nobody;

static enum adtmap_status take(struct folder_lock *lock, const struct temporary *folder)
{
    *lock = (struct folder_lock){0};
    return folder_lock_take(lock, folder->path, &nobody);
}

static void the_whole_keeps_everybody_out(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct folder_lock first;
    struct folder_lock second;
    assert_int_equal(take(&first, &folder), ADTMAP_OK);
    assert_int_equal(take(&second, &folder), ADTMAP_IO);
    folder_lock_release(&first);
    folder_lock_release(&first);
    assert_int_equal(take(&second, &folder), ADTMAP_OK);
    folder_lock_release(&second);
    temporary_remove(&folder);
}

/* For those who plan and write nothing: they see a run and stop none. */
static void a_lock_is_seen(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct folder_lock lock;
    char path[256];
    assert_false(folder_lock_is_held(folder.path));
    assert_false(file_exists(temporary_path(&folder, ".adtmap", path)));
    assert_int_equal(take(&lock, &folder), ADTMAP_OK);
    assert_true(folder_lock_is_held(folder.path));
    folder_lock_release(&lock);
    assert_false(folder_lock_is_held(folder.path));
    assert_int_equal(take(&lock, &folder), ADTMAP_OK);
    folder_lock_release(&lock);
    temporary_remove(&folder);
}

static void a_folder_that_nobody_has_written_to_is_left_alone(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    char path[256];
    struct folder_lock lock = {0};
    assert_int_equal(folder_lock_find(&lock, folder.path, &nobody), ADTMAP_OK);
    assert_false(file_exists(temporary_path(&folder, ".adtmap", path)));
    assert_false(lock.is_settled);
    /* Somebody comes and goes before the lock is taken: what was planned is out of date. */
    assert_int_equal(file_make_directory(path, &nobody), ADTMAP_OK);
    temporary_file(&folder, ".adtmap/log", "adtmap-log 3\n");
    assert_int_equal(folder_lock_take(&lock, folder.path, &nobody), ADTMAP_IO);
    folder_lock_release(&lock);
    lock = (struct folder_lock){0};
    assert_int_equal(folder_lock_find(&lock, folder.path, &nobody), ADTMAP_OK);
    assert_true(lock.is_held);
    assert_int_equal(folder_lock_take(&lock, folder.path, &nobody), ADTMAP_OK);
    folder_lock_release(&lock);
    temporary_remove(&folder);
}

/* As of a process that opened the file before the folder went: nobody else would see its lock. */
static void a_lock_in_a_folder_that_is_gone_does_not_stand(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct folder_lock lock = {0};
    struct folder_lock other = {0};
    char from[256];
    char to[256];
    temporary_path(&folder, "shard", from);
    temporary_path(&folder, "aside", to);
    assert_true(folder_lock_stands(&lock, from));
    assert_int_equal(folder_lock_take(&lock, from, &nobody), ADTMAP_OK);
    assert_true(folder_lock_stands(&lock, from));
    assert_true(folder_move(from, to));
    assert_false(folder_lock_stands(&lock, from));
    assert_int_equal(folder_lock_take(&other, from, &nobody), ADTMAP_OK);
    assert_true(folder_lock_stands(&other, from));
    assert_false(folder_lock_stands(&lock, from));
    folder_lock_release(&lock);
    folder_lock_release(&other);
    assert_false(folder_move(to, from)); /* which is not empty */
    temporary_remove(&folder);
}

/* One render opened somebody's private key to everybody, by a link in place of the lock. */
static void a_lock_that_is_a_link_is_refused_and_its_target_untouched(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct folder_lock lock = {0};
    struct stat info;
    char path[256];
    temporary_file(&folder, "key", "secret");
    chmod(temporary_path(&folder, "key", path), 0600);
    temporary_file(&folder, ".adtmap/log", "");
    temporary_link(&folder, "../key", ".adtmap/lock");
    assert_int_equal(folder_lock_find(&lock, folder.path, &nobody), ADTMAP_IO);
    lock = (struct folder_lock){0};
    assert_int_equal(folder_lock_take(&lock, folder.path, &nobody), ADTMAP_IO);
    folder_lock_release(&lock);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0600);
    temporary_remove(&folder);
}

static void a_linked_folder_of_records_is_refused(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct folder_lock lock = {0};
    char path[256];
    temporary_file(&folder, "elsewhere/readme", "");
    temporary_link(&folder, "elsewhere", ".adtmap");
    assert_int_equal(folder_lock_find(&lock, folder.path, &nobody), ADTMAP_IO);
    lock = (struct folder_lock){0};
    assert_int_equal(folder_lock_take(&lock, folder.path, &nobody), ADTMAP_IO);
    assert_false(file_exists(temporary_path(&folder, "elsewhere/lock", path)));
    temporary_remove(&folder);
}

int test_folder_lock(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_keeps_everybody_out),
        cmocka_unit_test(a_lock_is_seen),
        cmocka_unit_test(a_folder_that_nobody_has_written_to_is_left_alone),
        cmocka_unit_test(a_lock_in_a_folder_that_is_gone_does_not_stand),
        cmocka_unit_test(a_lock_that_is_a_link_is_refused_and_its_target_untouched),
        cmocka_unit_test(a_linked_folder_of_records_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
