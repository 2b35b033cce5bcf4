/* Files that replace others get their names in groups, and none is lost on the way. */
#include "os/file_batch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "os/file.h"
#include "os/folder.h"

enum { FILES = FILE_BATCH_MAX + 10 };

static struct adtmap_message failure;
static const struct diag diag = {"", NULL, &failure};

static int wait_together(void **state)
{
    (void)state;
    file_set_durability(DURABLE_TOGETHER);
    return 0;
}

static int wait_for_each(void **state)
{
    (void)state;
    file_set_durability(DURABLE_EACH);
    return 0;
}

static void write_all(struct file_batch *batch, const struct temporary *folder, const char *text)
{
    for (int i = 0; i < FILES; i++) {
        char name[16];
        char path[256];
        snprintf(name, sizeof name, "%d", i);
        assert_int_equal(
            file_batch_write(batch, temporary_path(folder, name, path), text, strlen(text), &diag),
            ADTMAP_OK);
    }
}

/* How many files have this text. */
static int count_with(const struct temporary *folder, const char *text)
{
    int count = 0;
    for (int i = 0; i < FILES; i++) {
        char name[16];
        char path[256];
        snprintf(name, sizeof name, "%d", i);
        count += file_has_contents(temporary_path(folder, name, path), text, strlen(text));
    }
    return count;
}

static int count_entries(const struct temporary *folder)
{
    int count = 0;
    struct folder *entries = folder_open(folder->path);
    while (folder_next(entries)) {
        count++;
    }
    folder_close(entries);
    return count;
}

static void new_files_have_their_names_at_once(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct file_batch batch;
    file_batch_open(&batch);
    write_all(&batch, &folder, "old");
    assert_int_equal(count_with(&folder, "old"), FILES);
    assert_int_equal(count_entries(&folder), FILES);
    file_batch_close(&batch);
    temporary_remove(&folder);
}

static void files_that_replace_others_wait_for_their_group(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct file_batch batch;
    file_batch_open(&batch);
    write_all(&batch, &folder, "old");
    write_all(&batch, &folder, "old"); /* the same: nothing to wait for */
    assert_int_equal(count_entries(&folder), FILES);
    write_all(&batch, &folder, "new");
    assert_int_equal(count_with(&folder, "new"), FILE_BATCH_MAX);
    assert_int_equal(count_with(&folder, "old"), FILES - FILE_BATCH_MAX);
    assert_int_equal(file_batch_finish(&batch, &diag), ADTMAP_OK);
    assert_int_equal(count_with(&folder, "new"), FILES);
    assert_int_equal(count_entries(&folder), FILES);
    file_batch_close(&batch);
    temporary_remove(&folder);
}

static void what_has_no_name_yet_goes(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct file_batch batch;
    file_batch_open(&batch);
    write_all(&batch, &folder, "old");
    write_all(&batch, &folder, "new");
    file_batch_close(&batch);
    assert_int_equal(count_with(&folder, "old"), FILES - FILE_BATCH_MAX);
    assert_int_equal(count_entries(&folder), FILES);
    temporary_remove(&folder);
}

static void a_file_that_cannot_have_its_name_is_told(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct file_batch batch;
    char path[256];
    char inner[300];
    file_batch_open(&batch);
    temporary_file(&folder, "a.png", "old");
    temporary_path(&folder, "a.png", path);
    assert_int_equal(file_batch_write(&batch, path, "new", 3, &diag), ADTMAP_OK);
    remove(path);
    snprintf(inner, sizeof inner, "%s/inner", path);
    assert_int_equal(file_make_directory(inner, &diag), ADTMAP_OK);
    assert_int_equal(file_batch_finish(&batch, &diag), ADTMAP_IO);
    assert_string_equal(failure.file, path);
    assert_int_equal(count_entries(&folder), 1);
    file_batch_close(&batch);
    temporary_remove(&folder);
}

static void without_waiting_all_have_their_names_at_once(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct file_batch batch;
    file_set_durability(DURABLE_NEVER);
    file_batch_open(&batch);
    write_all(&batch, &folder, "old");
    write_all(&batch, &folder, "new");
    assert_int_equal(count_with(&folder, "new"), FILES);
    file_batch_close(&batch);
    temporary_remove(&folder);
}

int test_file_batch(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(new_files_have_their_names_at_once, wait_together),
        cmocka_unit_test_setup(files_that_replace_others_wait_for_their_group, wait_together),
        cmocka_unit_test_setup(what_has_no_name_yet_goes, wait_together),
        cmocka_unit_test_setup(a_file_that_cannot_have_its_name_is_told, wait_together),
        cmocka_unit_test_setup(without_waiting_all_have_their_names_at_once, wait_together),
    };
    return cmocka_run_group_tests(tests, NULL, wait_for_each);
}
