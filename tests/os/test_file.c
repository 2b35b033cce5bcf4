/* Writing whole files. */
#include "os/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/temporary.h"
#include "os/file_stamp.h"
#include "os/system.h"
#include "os/temporary.h"

static const struct diag nobody;

static void expect(const char *path, const char *contents)
{
    struct blob blob;
    assert_int_equal(file_map(path, &nobody, &blob), ADTMAP_OK);
    assert_int_equal(blob.size, strlen(contents));
    assert_memory_equal(blob.data, contents, blob.size);
    blob_release(&blob);
}

static void a_write_replaces_the_file(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    char path[256];
    temporary_path(&folder, "file", path);
    assert_int_equal(file_write_atomic(path, "first", 5, &nobody), ADTMAP_OK);
    expect(path, "first");
    assert_int_equal(file_write_atomic(path, "second", 6, &nobody), ADTMAP_OK);
    expect(path, "second");
    temporary_path(&folder, "nowhere/file", path);
    assert_int_equal(file_write_atomic(path, "first", 5, &nobody), ADTMAP_NOT_FOUND);
    temporary_remove(&folder);
}

static ino_t inode_of(const char *path)
{
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    if (!info.st_ino) {
        skip(); /* stat of Windows */
    }
    return info.st_ino;
}

/* Writes `text` in two parts. */
static void write_parts(const char *path, const char *text)
{
    struct file_writer writer;
    assert_int_equal(file_writer_open(&writer, path, &nobody), ADTMAP_OK);
    assert_int_equal(file_writer_write(&writer, text, 2), ADTMAP_OK);
    assert_int_equal(file_writer_write(&writer, text + 2, strlen(text) - 2), ADTMAP_OK);
    assert_int_equal(file_writer_commit_changed(&writer), ADTMAP_OK);
}

static void a_file_written_in_parts_is_replaced_when_it_changes(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    char path[256];
    temporary_path(&folder, "file", path);
    write_parts(path, "first");
    expect(path, "first");
    ino_t before = inode_of(path);
    write_parts(path, "first");
    assert_true(inode_of(path) == before);
    write_parts(path, "other");
    expect(path, "other");
    assert_true(inode_of(path) != before);
    assert_int_equal(remove(path), 0);
    assert_int_equal(rmdir(folder.path), 0); /* no temporary file is left */
    temporary_remove(&folder);
}

/* "File exists" did not say that a link was in the way. */
static void a_dangling_link_in_place_of_a_folder_is_named(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    char path[256];
    struct adtmap_message failure = {0};
    const struct diag diag = {.failure = &failure};
    temporary_path(&folder, "link", path);
    assert_int_equal(symlink("nowhere", path), 0);
    assert_int_equal(file_make_directory(path, &diag), ADTMAP_IO);
    assert_string_equal(failure.file, path);
    assert_string_equal(failure.what, "is a link that leads to no folder");
    temporary_remove(&folder);
}

/* The message said that a link or a pipe is not replaced, and afterwards it was gone. */
static void what_is_no_file_is_neither_replaced_nor_removed(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct adtmap_message failure = {0};
    const struct diag diag = {.failure = &failure};
    char path[256];
    struct stat info;
    temporary_path(&folder, "place", path);
    assert_int_equal(symlink("nowhere", path), 0);
    assert_int_equal(file_remove(path, &diag), ADTMAP_IO);
    assert_string_equal(failure.what, "is a link; it is not removed");
    assert_int_equal(lstat(path, &info), 0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(file_remove(path, &diag), ADTMAP_IO);
    assert_string_equal(failure.what, "is a pipe; it is not removed");
    assert_int_equal(unlink(path), 0);
    struct file_writer writer;
    assert_int_equal(file_writer_open_with(&writer, SYSTEM_HERE, path, "text", 4, &nobody),
                     ADTMAP_OK);
    assert_int_equal(symlink("nowhere", path), 0); /* while the file is written */
    assert_int_equal(file_writer_commit(&writer), ADTMAP_IO);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder.path), 0); /* no temporary file is left */
}

/* A link to an equal file counted as the file. */
static void a_stamp_of_an_output_is_of_a_regular_file(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct file_stamp stamp;
    struct file_stamp output;
    char path[256];
    char link[256];
    temporary_file(&folder, "file", "contents");
    temporary_path(&folder, "file", path);
    temporary_path(&folder, "link", link);
    assert_int_equal(symlink("file", link), 0);
    assert_true(file_stamp_of(path, &stamp) && file_stamp_of_output(path, &output));
    assert_true(stamp.key == output.key && output.bytes == 8);
    assert_true(file_stamp_of(link, &stamp));
    assert_false(file_stamp_of_output(link, &output));
    assert_false(file_stamp_of_output(folder.path, &output));
    temporary_remove(&folder);
}

/* Else it must be copied: nobody who changes another name's file in place may change this one. */
static void a_file_is_moved_if_that_comes_to_copying_it(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    char from[256], to[256], like[256], other[256];
    temporary_file(&folder, "like", "");
    temporary_file(&folder, "from", "new");
    temporary_file(&folder, "to", "old");
    temporary_path(&folder, "like", like);
    temporary_path(&folder, "from", from);
    temporary_path(&folder, "to", to);
    assert_true(file_move(from, to, like));
    expect(to, "new");
    assert_false(file_exists(from));
    assert_false(file_move(from, to, like)); /* it is not there */
    assert_false(file_move(to, folder.path, like));
    temporary_path(&folder, "other", other);
    assert_int_equal(symlink("to", other), 0);
    assert_false(file_move(to, other, like));
    assert_false(file_move(other, from, like));
    assert_int_equal(remove(other), 0);
    assert_int_equal(link(to, other), 0);
    assert_false(file_move(to, from, like));
    assert_int_equal(remove(other), 0);
    assert_int_equal(chmod(like, 0640), 0);
    assert_int_equal(chmod(to, 0600), 0);
    struct stat info;
    if (stat(to, &info) == 0 && (info.st_mode & 0777) == 0600) { /* not on Windows */
        assert_false(file_move(to, from, like));
    }
    expect(to, "new");
    temporary_remove(&folder);
}

int test_file(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_write_replaces_the_file),
        cmocka_unit_test(a_file_written_in_parts_is_replaced_when_it_changes),
        cmocka_unit_test(a_dangling_link_in_place_of_a_folder_is_named),
        cmocka_unit_test(what_is_no_file_is_neither_replaced_nor_removed),
        cmocka_unit_test(a_stamp_of_an_output_is_of_a_regular_file),
        cmocka_unit_test(a_file_is_moved_if_that_comes_to_copying_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
