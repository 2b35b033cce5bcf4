/* What only Windows does with files and names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "os/file.h"
#include "os/folder.h"
#include "os/windows/windows.h"

/* Writes `text` to `name`. */
static enum adtmap_status write_file(const struct temporary *place, const char *name,
                                     const char *text, struct adtmap_message *failure)
{
    char path[512];
    const struct diag diag = {.failure = failure};
    snprintf(path, sizeof path, "%s/%s", place->path, name);
    return file_write_atomic(path, text, strlen(text), &diag);
}

static bool holds(const struct temporary *place, const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", place->path, name);
    return file_has_contents(path, text, strlen(text));
}

static size_t count_entries_of(const struct temporary *place)
{
    size_t count = 0;
    struct folder *folder = folder_open(place->path);
    while (folder_next(folder)) {
        count++;
    }
    folder_close(folder);
    return count;
}

static void names_that_other_programs_cannot_reach_are_refused(void **state)
{
    static const char *const refused[] = {"CON",  "nul",     "nul.txt",    "Com1", "LPT9.a.b",
                                          "aux ", "CONOUT$", "prn .x",     "a.",   "a ",
                                          "a:b",  "a?",      "COM\xc2\xb2"};
    static const char *const fine[] = {"CONSOLE",       "null", "COM",   "COM10", "COM0",
                                       "auxiliary.txt", ".con", "a.nul", " a",    "lpt"};
    (void)state;
    struct temporary place = temporary_make();
    struct adtmap_message failure;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_int_not_equal(write_file(&place, refused[i], "x", &failure), ADTMAP_OK);
    }
    assert_int_equal(count_entries_of(&place), 0);
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        assert_int_equal(write_file(&place, fine[i], "x", &failure), ADTMAP_OK);
        assert_true(holds(&place, fine[i], "x"));
    }
    folder_remove(place.path);
}

static void folders_may_end_with_separators(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    char path[256];
    temporary_file(&place, "a/b", "x");
    static const char *const ends[] = {"a", "a/", "a\\", "a//", ".\\a\\", "a/../a/"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct folder *folder = folder_open(temporary_path(&place, ends[i], path));
        assert_non_null(folder);
        assert_string_equal(folder_next(folder), "b");
        folder_close(folder);
    }
    folder_remove(place.path);
}

static void paths_may_be_longer_than_260_characters(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    const struct diag diag = {0};
    struct adtmap_message failure;
    char name[400];
    char path[512];
    memset(name, 'n', 390);
    name[120] = name[240] = '/';
    name[390] = '\0';
    snprintf(path, sizeof path, "%s/%.240s", place.path, name);
    assert_int_equal(file_make_directory(path, &diag), ADTMAP_OK);
    if (write_file(&place, name, "x", &failure)) {
        fail_msg("%s", failure.what);
    }
    assert_true(holds(&place, name, "x"));
    folder_remove(place.path);
    assert_false(file_is_directory(place.path));
}

/* `name`, as another program has it open, which lets others do what `share` says. */
static HANDLE hold(const struct temporary *place, const char *name, DWORD access, DWORD share)
{
    char path[256];
    HANDLE handle =
        CreateFileA(temporary_path(place, name, path), access, share, NULL, OPEN_EXISTING, 0, NULL);
    assert_true(handle != INVALID_HANDLE_VALUE);
    return handle;
}

/* The client itself runs and may write to the archive. */
static void a_file_that_is_open_elsewhere_is_read(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    temporary_file(&place, "a", "text");
    HANDLE other = hold(&place, "a", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ);
    assert_true(holds(&place, "a", "text"));
    CloseHandle(other);
    folder_remove(place.path);
}

static void a_file_that_nobody_else_may_open_is_named(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    struct adtmap_message failure;
    char path[256];
    const struct diag diag = {.file = temporary_path(&place, "a", path), .failure = &failure};
    struct blob blob;
    temporary_file(&place, "a", "text");
    HANDLE other = hold(&place, "a", GENERIC_READ, 0);
    assert_int_equal(file_map(path, &diag, &blob), ADTMAP_IO);
    assert_string_equal(failure.file, path);
    assert_non_null(strstr(failure.what, strerror(EBUSY)));
    CloseHandle(other);
    folder_remove(place.path);
}

static void an_output_that_is_held_stays_as_it_is(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    struct adtmap_message failure;
    temporary_file(&place, "a", "old");
    HANDLE other = hold(&place, "a", GENERIC_READ, FILE_SHARE_READ);
    assert_int_equal(write_file(&place, "a", "new", &failure), ADTMAP_IO);
    assert_non_null(strstr(failure.file, "/a"));
    CloseHandle(other);
    assert_true(holds(&place, "a", "old"));
    assert_int_equal(count_entries_of(&place), 1);
    folder_remove(place.path);
}

/* Windows 10 puts the new file in its place on NTFS; elsewhere the old one stays. */
static void an_output_that_another_reads_is_whole(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    struct adtmap_message failure;
    char bytes[4] = "";
    DWORD got = 0;
    temporary_file(&place, "a", "old");
    HANDLE other =
        hold(&place, "a", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE);
    enum adtmap_status status = write_file(&place, "a", "new", &failure);
    assert_true(holds(&place, "a", status ? "old" : "new"));
    assert_true(ReadFile(other, bytes, 3, &got, NULL));
    assert_string_equal(bytes, "old");
    CloseHandle(other);
    assert_int_equal(count_entries_of(&place), 1);
    assert_int_equal(write_file(&place, "a", "new", &failure), ADTMAP_OK);
    assert_true(holds(&place, "a", "new"));
    folder_remove(place.path);
}

/* A disk cannot be filled here, nor a drive be taken away: the errors of Windows that then come. */
static void errors_of_windows_have_the_words_of_linux(void **state)
{
    static const struct {
        DWORD error;
        int number;
    } rows[] = {
        {ERROR_DISK_FULL, ENOSPC},        {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_WRITE_PROTECT, EROFS},     {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EBUSY}, {ERROR_USER_MAPPED_FILE, EBUSY},
        {ERROR_LOCK_VIOLATION, EAGAIN},   {ERROR_NOT_READY, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},     {ERROR_CRC, EIO},

    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        SetLastError(rows[i].error);
        windows_set_errno();
        assert_int_equal(errno, rows[i].number);
    }
}

int test_windows(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_other_programs_cannot_reach_are_refused),
        cmocka_unit_test(folders_may_end_with_separators),
        cmocka_unit_test(paths_may_be_longer_than_260_characters),
        cmocka_unit_test(a_file_that_is_open_elsewhere_is_read),
        cmocka_unit_test(a_file_that_nobody_else_may_open_is_named),
        cmocka_unit_test(an_output_that_is_held_stays_as_it_is),
        cmocka_unit_test(an_output_that_another_reads_is_whole),
        cmocka_unit_test(errors_of_windows_have_the_words_of_linux),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
