/* Stamps of files: by which a later run knows that a file is the same. */
#include "os/file_stamp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/temporary.h"

enum { SECOND_NS = 1000000000 };

/* The stamp of a file that was written at `seconds`, nanoseconds included. */
static struct file_stamp stamp_at(const char *path, int64_t seconds, long nanoseconds)
{
    const struct timespec times[] = {{seconds, nanoseconds}, {seconds, nanoseconds}};
    struct file_stamp stamp;
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    assert_true(file_stamp_of(path, &stamp));
    return stamp;
}

static void a_file_changed_at_the_later_of_its_two_times(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    char path[256];
    struct stat info;
    temporary_file(&folder, "a", "one");
    temporary_path(&folder, "a", path);
    /* Written long ago says who copied it; the system's own time is later. */
    struct file_stamp past = stamp_at(path, 1000, 5);
    assert_int_equal(stat(path, &info), 0);
#ifndef _WIN32 /* which cannot set times, and has skipped the test */
    assert_int_equal(past.changed_ns,
                     (int64_t)info.st_ctim.tv_sec * SECOND_NS + info.st_ctim.tv_nsec);
#endif
    /* Written in a time to come. */
    struct file_stamp future = stamp_at(path, INT64_C(4000000000), 7);
    assert_int_equal(future.changed_ns, INT64_C(4000000000) * SECOND_NS + 7);
    assert_int_equal(past.bytes, 3);
    temporary_remove(&folder);
}

static void a_nanosecond_and_a_name_make_another_stamp(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    char path[256];
    char link_path[256];
    temporary_file(&folder, "a", "one");
    temporary_path(&folder, "a", path);
    temporary_path(&folder, "b", link_path);
    assert_int_equal(link(path, link_path), 0);
    struct file_stamp first = stamp_at(path, 1000, 5);
    struct file_stamp again;
    struct file_stamp other_name;
    assert_true(file_stamp_of(path, &again));
    assert_true(file_stamp_of(link_path, &other_name));
    assert_int_equal(first.key, again.key);
    assert_int_not_equal(first.key, other_name.key);
    assert_int_not_equal(first.key, stamp_at(path, 1000, 6).key);
    assert_int_not_equal(first.key, 0);
    temporary_remove(&folder);
}

static void a_link_is_no_published_file(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    char path[256];
    char link_path[256];
    struct file_stamp stamp;
    temporary_file(&folder, "a", "one");
    temporary_path(&folder, "a", path);
    temporary_path(&folder, "b", link_path);
    assert_int_equal(symlink(path, link_path), 0);
    assert_true(file_stamp_of(link_path, &stamp));
    assert_false(file_stamp_of_output(link_path, &stamp));
    assert_true(file_stamp_of_output(path, &stamp));
    assert_false(file_stamp_of_output(folder.path, &stamp));
    temporary_path(&folder, "c", path);
    assert_false(file_stamp_of(path, &stamp));
    temporary_remove(&folder);
}

static void two_stamps_together_have_the_later_time(void **state)
{
    (void)state;
    const struct file_stamp early = {11, 100, 5};
    const struct file_stamp late = {12, 1000, 9};
    struct file_stamp one = early;
    struct file_stamp other = late;
    file_stamp_join(&one, &late);
    file_stamp_join(&other, &early);
    assert_int_equal(one.changed_ns, 9);
    assert_int_equal(other.changed_ns, 9);
    assert_int_equal(one.bytes, 1100);
    assert_int_equal(other.bytes, 1100);
    assert_int_not_equal(one.key, other.key); /* their order is part of it */
    assert_int_not_equal(one.key, early.key);
}

static void a_change_in_the_moment_of_the_record_proves_nothing(void **state)
{
    (void)state;
    const struct file_stamp stamp = {11, 100, 5};
    assert_true(file_stamp_is_racy(&stamp, 4));
    assert_true(file_stamp_is_racy(&stamp, 5));
    assert_false(file_stamp_is_racy(&stamp, 6));
}

int test_file_stamp(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_changed_at_the_later_of_its_two_times),
        cmocka_unit_test(a_nanosecond_and_a_name_make_another_stamp),
        cmocka_unit_test(a_link_is_no_published_file),
        cmocka_unit_test(two_stamps_together_have_the_later_time),
        cmocka_unit_test(a_change_in_the_moment_of_the_record_proves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
