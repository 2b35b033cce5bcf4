/* Writing whole files. */
#include "os/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/temporary.h"

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

int test_file(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_write_replaces_the_file),
        cmocka_unit_test(a_file_written_in_parts_is_replaced_when_it_changes),
        cmocka_unit_test(a_dangling_link_in_place_of_a_folder_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
