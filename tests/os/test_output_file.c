/* Paths that a user names: what is written to, what is refused, what is found before. */
#include "os/output_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "assets/temporary.h"
#include "os/file.h"

static struct adtmap_message failure;
static const struct diag diag = {NULL, NULL, &failure};

static mode_t type_of(const char *path)
{
    struct stat info;
    return lstat(path, &info) ? 0 : info.st_mode & S_IFMT;
}

static void names_of_descriptors(void **state)
{
    static const char *const streams[] = {"-", "/dev/stdout", "/dev/stderr", "/dev/fd/1",
                                          "/proc/self/fd/12"};
    static const char *const others[] = {"",           "/dev/fd/",     "/dev/fd/1x",
                                         "/dev/fd/-1", "/dev/fd/1000", "./-",
                                         "dev/stdout", "/dev/fd/1/2"};
    (void)state;
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        assert_true(output_is_stream(streams[i]));
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_false(output_is_stream(others[i]));
    }
    assert_true(output_is_stdout("-"));
    assert_true(output_is_stdout("/proc/self/fd/1"));
    assert_false(output_is_stdout("/dev/stderr"));
    assert_false(output_is_stdout("stdout"));
}

static void names_of_pictures(void **state)
{
    (void)state;
    assert_true(output_may_be_png("a.png"));
    assert_true(output_may_be_png("b.c/a.PNG"));
    assert_true(output_may_be_png("b.c/a"));
    assert_true(output_may_be_png(".a"));
    assert_true(output_may_be_png("-"));
    assert_true(output_may_be_png("/dev/null"));
    assert_false(output_may_be_png("a.jpg"));
    assert_false(output_may_be_png("a.png.bak"));
    assert_false(output_may_be_png("a."));
}

static void a_descriptor_is_written_to(void **state)
{
    (void)state;
    int ends[2];
    char name[32];
    char text[8] = "";
    assert_int_equal(pipe(ends), 0);
    snprintf(name, sizeof name, "/dev/fd/%d", ends[1]);
    assert_int_equal(output_check(name, &diag), ADTMAP_OK);
    assert_int_equal(output_write(name, "whole", 5, &diag), ADTMAP_OK);
    assert_int_equal(read(ends[0], text, sizeof text), 5);
    assert_string_equal(text, "whole");
    snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    assert_int_equal(output_check(name, &diag), ADTMAP_IO);
    close(ends[0]);
    close(ends[1]);
    assert_int_equal(output_check(name, &diag), ADTMAP_IO);
}

static void a_pipe_is_written_to_and_stays(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    char path[256];
    char text[8] = "";
    assert_int_equal(mkfifo(temporary_path(&place, "pipe", path), 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_int_equal(output_check(path, &diag), ADTMAP_OK);
    assert_int_equal(output_write(path, "whole", 5, &diag), ADTMAP_OK);
    assert_int_equal(read(reader, text, sizeof text), 5);
    assert_string_equal(text, "whole");
    assert_int_equal(type_of(path), S_IFIFO);
    close(reader);
    temporary_remove(&place);
}

static void expect_refused(const char *path, const char *kind)
{
    mode_t before = type_of(path);
    assert_int_equal(output_check(path, &diag), ADTMAP_IO);
    assert_int_equal(output_write(path, "x", 1, &diag), ADTMAP_IO);
    assert_string_equal(failure.file, path);
    assert_non_null(strstr(failure.what, kind));
    assert_int_equal(file_write_atomic(path, "x", 1, &diag), ADTMAP_IO);
    assert_int_equal(type_of(path), before);
}

/* As root, one drawing once replaced the system's /dev/stdout by a picture. */
static void links_folders_and_sockets_are_refused(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char path[256];
    temporary_file(&place, "target", "precious");
    temporary_link(&place, "target", "link");
    expect_refused(temporary_path(&place, "link", path), "is a link");
    temporary_link(&place, "nowhere", "dangling");
    expect_refused(temporary_path(&place, "dangling", path), "is a link");
    assert_false(file_exists(temporary_path(&place, "nowhere", path)));
    temporary_link(&place, "/dev/null", "null");
    expect_refused(temporary_path(&place, "null", path), "is a link");
    expect_refused(place.path, "is a folder");
    temporary_path(&place, "socket", address.sun_path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(descriptor, (struct sockaddr *)&address, sizeof address), 0);
    expect_refused(address.sun_path, "is a socket");
    close(descriptor);
    assert_true(file_has_contents(temporary_path(&place, "target", path), "precious", 8));
    temporary_remove(&place);
}

static void a_check_leaves_nothing_behind(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    char path[256];
    temporary_path(&place, "new", path);
    assert_int_equal(output_check(path, &diag), ADTMAP_OK);
    assert_int_equal(rmdir(place.path), 0);
    assert_int_equal(output_check(path, &diag), ADTMAP_NOT_FOUND);
}

static void a_folder_that_can_be_made_is_fine_and_not_made(void **state)
{
    (void)state;
    char path[256];
    struct temporary place = temporary_make();
    temporary_path(&place, "a/b/c", path);
    assert_int_equal(output_check_folder(path, &diag), ADTMAP_OK);
    assert_int_equal(type_of(path), 0);
    assert_int_equal(output_check_folder("not/there", &diag), ADTMAP_OK);
    assert_int_equal(output_check_folder("", &diag), ADTMAP_OK);
    temporary_path(&place, "file", path);
    assert_int_equal(file_write_atomic(path, "x", 1, &diag), ADTMAP_OK);
    assert_int_equal(output_check_folder(path, &diag), ADTMAP_NOT_FOUND);
    temporary_path(&place, "file/below/it", path);
    assert_int_equal(output_check_folder(path, &diag), ADTMAP_NOT_FOUND);
    temporary_remove(&place);
}

static void leftovers_of_the_same_file_are_removed(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    char path[256];
    temporary_file(&place, "a.tmp.0123456789abcdef", "half");
    temporary_file(&place, "b.tmp.0123456789abcdef", "half");
    assert_int_equal(output_write(temporary_path(&place, "a", path), "x", 1, &diag), ADTMAP_OK);
    assert_false(file_exists(temporary_path(&place, "a.tmp.0123456789abcdef", path)));
    assert_true(file_exists(temporary_path(&place, "b.tmp.0123456789abcdef", path)));
    temporary_remove(&place);
}

static void linked_folders_below_are_refused_by_name(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    char path[256];
    char expected[256];
    temporary_file(&place, "disk/web/0/0/a.png", "");
    temporary_file(&place, "disk/markers", "");
    temporary_link(&place, "disk", "map");
    temporary_link(&place, "markers", "disk/link-to-a-file");
    assert_int_equal(output_folder_check(temporary_path(&place, "map", path), &diag), ADTMAP_OK);
    assert_int_equal(output_subfolder_check(path, &diag), ADTMAP_IO);
    temporary_link(&place, "../../..", "disk/web/0/1");
    assert_int_equal(output_folder_check(path, &diag), ADTMAP_IO);
    assert_string_equal(failure.file, temporary_path(&place, "map/web/0/1", expected));
    assert_int_equal(output_folder_check(temporary_path(&place, "none", path), &diag), ADTMAP_OK);
    assert_int_equal(output_subfolder_check(path, &diag), ADTMAP_OK);
    temporary_remove(&place);
}

static void a_stream_is_read_to_its_end_within_the_limit(void **state)
{
    (void)state;
    int ends[2];
    struct blob blob;
    static const uint8_t bytes[30000] = {1, 2, 3};
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], bytes, sizeof bytes), sizeof bytes);
    close(ends[1]);
    assert_int_equal(file_read_open((struct open_file){ends[0]}, sizeof bytes, &diag, &blob),
                     ADTMAP_OK);
    assert_int_equal(blob.size, sizeof bytes);
    assert_memory_equal(blob.data, bytes, sizeof bytes);
    blob_release(&blob);
    close(ends[0]);
    assert_int_equal(file_read_open((struct open_file){ends[0]}, 1, &diag, &blob), ADTMAP_IO);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], bytes, sizeof bytes), sizeof bytes);
    close(ends[1]);
    assert_int_equal(file_read_open((struct open_file){ends[0]}, sizeof bytes - 1, &diag, &blob),
                     ADTMAP_LIMIT);
    close(ends[0]);
}

int test_output_file(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_descriptors),
        cmocka_unit_test(names_of_pictures),
        cmocka_unit_test(a_descriptor_is_written_to),
        cmocka_unit_test(a_pipe_is_written_to_and_stays),
        cmocka_unit_test(links_folders_and_sockets_are_refused),
        cmocka_unit_test(a_check_leaves_nothing_behind),
        cmocka_unit_test(a_folder_that_can_be_made_is_fine_and_not_made),
        cmocka_unit_test(leftovers_of_the_same_file_are_removed),
        cmocka_unit_test(linked_folders_below_are_refused_by_name),
        cmocka_unit_test(a_stream_is_read_to_its_end_within_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
