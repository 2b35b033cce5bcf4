/* Temporary files: those of dead writers go, those of living ones stay. */
#include "os/temporary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>

#include "assets/temporary.h"
#include "os/file.h"

static const struct diag quiet;

static bool has(const struct temporary *folder, const char *name)
{
    char path[256];
    return file_exists(temporary_path(folder, name, path));
}

static size_t count_files(const struct temporary *folder)
{
    char command[128];
    char text[32] = "";
    snprintf(command, sizeof command, "find %s -type f | wc -l", folder->path);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(text, sizeof text, pipe));
    pclose(pipe);
    return (size_t)strtoul(text, NULL, 10);
}

static void test_file_left_behind_goes(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    temporary_file(&folder, "a.png", "whole");
    temporary_file(&folder, "a.png.tmp.0123456789abcdef", "half");
    temporary_file(&folder, "b.png.tmp.ffffffffffffffff", "half");
    temporary_sweep(folder.path, NULL);
    assert_true(has(&folder, "a.png"));
    assert_int_equal(count_files(&folder), 1);
    temporary_remove(&folder);
}

static void test_only_names_of_ours_go(void **state)
{
    static const char *const names[] = {"a.tmp",
                                        "a.tmp.0123456789abcde",
                                        "a.tmp.0123456789abcdeg",
                                        "a.tmp.0123456789ABCDEF",
                                        ".tmp.0123456789abcdef",
                                        "a-tmp.0123456789abcdef",
                                        "a.tmp.0123456789abcdef0"};
    (void)state;
    struct temporary folder = temporary_make();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        temporary_file(&folder, names[i], "");
    }
    temporary_file(&folder, "d.tmp.0123456789abcdef/file", "a folder of that name");
    temporary_sweep(folder.path, NULL);
    assert_int_equal(count_files(&folder), sizeof names / sizeof *names + 1);
    temporary_remove(&folder);
}

static void test_sweep_for_one_file_leaves_others(void **state)
{
    (void)state;
    char path[256];
    struct temporary folder = temporary_make();
    temporary_file(&folder, "a.png.tmp.0123456789abcdef", "half");
    temporary_file(&folder, "ba.png.tmp.0123456789abcdef", "half");
    temporary_file(&folder, "b.png.tmp.0123456789abcdef", "half");
    temporary_sweep_beside(temporary_path(&folder, "a.png", path));
    assert_false(has(&folder, "a.png.tmp.0123456789abcdef"));
    assert_true(has(&folder, "ba.png.tmp.0123456789abcdef"));
    assert_true(has(&folder, "b.png.tmp.0123456789abcdef"));
    temporary_remove(&folder);
}

/* By its path or by what it was opened as. */
static void test_sweep_of_a_folder_leaves_those_below(void **state)
{
    (void)state;
    for (int by_path = 0; by_path < 2; by_path++) {
        struct temporary folder = temporary_make();
        temporary_file(&folder, "a.png.tmp.0123456789abcdef", "half");
        temporary_file(&folder, "x/a.png.tmp.0123456789abcdef", "half");
        if (by_path) {
            temporary_sweep(folder.path, NULL);
        } else {
            int directory = open(folder.path, O_RDONLY | O_DIRECTORY);
            assert_true(directory >= 0);
            temporary_sweep_at(directory);
            close(directory);
        }
        assert_false(has(&folder, "a.png.tmp.0123456789abcdef"));
        assert_true(has(&folder, "x/a.png.tmp.0123456789abcdef"));
        temporary_remove(&folder);
    }
}

static void test_link_is_not_followed(void **state)
{
    (void)state;
    char path[256];
    struct temporary folder = temporary_make();
    temporary_file(&folder, "a", "whole");
    assert_int_equal(symlink("a", temporary_path(&folder, "a.tmp.0123456789abcdef", path)), 0);
    temporary_sweep(folder.path, NULL);
    assert_true(has(&folder, "a"));
    temporary_remove(&folder);
}

static void test_file_under_way_stays_and_is_committed(void **state)
{
    (void)state;
    char path[256];
    struct temporary folder = temporary_make();
    struct file_writer writer;
    temporary_path(&folder, "a.png", path);
    assert_int_equal(file_writer_open(&writer, path, &quiet), ADTMAP_OK);
    assert_int_equal(file_writer_write(&writer, "whole", 5), ADTMAP_OK);
    temporary_sweep(folder.path, NULL);
    assert_int_equal(count_files(&folder), 1);
    assert_int_equal(file_writer_commit(&writer), ADTMAP_OK);
    assert_true(has(&folder, "a.png"));
    temporary_sweep(folder.path, NULL);
    assert_true(has(&folder, "a.png"));
    temporary_remove(&folder);
}

/* The writer is another process: alive its file stays, killed it goes. */
static void test_file_of_killed_process_goes(void **state)
{
    (void)state;
    char path[256];
    int ends[2];
    struct temporary folder = temporary_make();
    temporary_path(&folder, "a.png", path);
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct file_writer writer;
        char well = file_writer_open(&writer, path, &quiet) == ADTMAP_OK;
        if (write(ends[1], &well, 1) == 1) {
            pause();
        }
        _exit(1);
    }
    char opened = 0;
    assert_int_equal(read(ends[0], &opened, 1), 1);
    assert_true(opened);
    temporary_sweep(folder.path, NULL);
    assert_int_equal(count_files(&folder), 1);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    temporary_sweep(folder.path, NULL);
    assert_int_equal(count_files(&folder), 0);
    close(ends[0]);
    close(ends[1]);
    temporary_remove(&folder);
}

/* Between closing and renaming the file was fair game once. */
static void test_sweeping_never_takes_a_file_that_is_committed(void **state)
{
    (void)state;
    char path[256];
    struct temporary folder = temporary_make();
    temporary_path(&folder, "a.png", path);
    pid_t sweeper = fork();
    if (sweeper == 0) {
        for (;;) {
            temporary_sweep(folder.path, NULL);
        }
    }
    int failed = 0;
    for (int i = 0; i < 2000; i++) {
        failed += file_write_atomic(path, "whole", 5, &quiet) != ADTMAP_OK;
    }
    kill(sweeper, SIGKILL);
    assert_int_equal(waitpid(sweeper, NULL, 0), sweeper);
    temporary_remove(&folder);
    assert_int_equal(failed, 0);
}

static void test_sweep_below_takes_all_folders(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct temporary other = temporary_make();
    char path[256];
    temporary_file(&other, "a.tmp.0123456789abcdef", "of others");
    assert_int_equal(symlink(other.path, temporary_path(&folder, "link", path)), 0);
    temporary_file(&folder, "a.tmp.0123456789abcdef", "half");
    assert_int_equal(mkdir(temporary_path(&folder, "x", path), 0700), 0);
    assert_int_equal(mkdir(temporary_path(&folder, "x/y", path), 0700), 0);
    temporary_file(&folder, "x/y/a.tmp.0123456789abcdef", "half");
    temporary_file(&folder, "x/y/.tmp.0123456789abcdef", "no name of ours");
    temporary_sweep_below(folder.path);
    assert_true(has(&folder, "x/y/.tmp.0123456789abcdef"));
    assert_int_equal(count_files(&folder), 1);
    assert_int_equal(count_files(&other), 1);
    temporary_remove(&folder);
    temporary_remove(&other);
}

static void test_missing_folder_is_no_matter(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    temporary_remove(&folder);
    temporary_sweep(folder.path, NULL);
    temporary_sweep_beside("a-file-that-nobody-has-here");
}

int test_temporary(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_file_left_behind_goes),
        cmocka_unit_test(test_only_names_of_ours_go),
        cmocka_unit_test(test_sweep_for_one_file_leaves_others),
        cmocka_unit_test(test_sweep_of_a_folder_leaves_those_below),
        cmocka_unit_test(test_link_is_not_followed),
        cmocka_unit_test(test_file_under_way_stays_and_is_committed),
        cmocka_unit_test(test_file_of_killed_process_goes),
        cmocka_unit_test(test_sweeping_never_takes_a_file_that_is_committed),
        cmocka_unit_test(test_sweep_below_takes_all_folders),
        cmocka_unit_test(test_missing_folder_is_no_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
