/* Listfiles: both forms, both directions, broken lines, two million of them; files by id. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/assets.h"
#include "assets/sources/listfile.h"
#include "assets/temporary.h"
#include "os/clock.h"

struct fixture {
    struct temporary data;
    struct listfile *list;
    struct adtmap_message failure;
    struct adtmap_message warning;
    unsigned warnings;
    struct adtmap_log log;
    struct diag diag;
};

static void note(void *user, const struct adtmap_message *message)
{
    struct fixture *f = user;
    f->warnings++;
    f->warning = *message;
}

static void start(struct fixture *f)
{
    memset(f, 0, sizeof *f);
    f->data = temporary_make();
    f->log = (struct adtmap_log){note, f};
    f->diag = (struct diag){NULL, &f->log, &f->failure};
}

static void stop(struct fixture *f)
{
    listfile_close(f->list);
    temporary_remove(&f->data);
}

static void open_text(struct fixture *f, const char *text)
{
    char path[256];
    temporary_file(&f->data, "list.csv", text);
    listfile_close(f->list);
    temporary_path(&f->data, "list.csv", path);
    assert_int_equal(listfile_open(path, &f->diag, &f->list), ADTMAP_OK);
}

static void names(struct fixture *f, uint32_t id, const char *wanted)
{
    char name[NAME_BYTES];
    assert_int_equal(listfile_name_of_id(f->list, id, name), wanted != NULL);
    if (wanted) {
        assert_string_equal(name, wanted);
    }
}

static void ids_and_names_lead_to_each_other(void **state)
{
    (void)state;
    struct fixture f;
    start(&f);
    open_text(&f, "\xef\xbb\xbf"
                  "775970;World/Maps/Azeroth/Azeroth.wdt\r\n"
                  "\n"
                  "12;world\\b.blp;ignored\n"
                  "4294967295;world/last.m2");
    assert_int_equal(listfile_count(f.list), 3);
    names(&f, 775970, "world/maps/azeroth/azeroth.wdt");
    names(&f, 12, "world/b.blp");
    names(&f, 4294967295, "world/last.m2");
    names(&f, 13, NULL);
    names(&f, 0, NULL);
    assert_int_equal(listfile_id_of_name(f.list, "WORLD\\maps\\AZEROTH\\azeroth.wdt"), 775970);
    assert_int_equal(listfile_id_of_name(f.list, "world/b.blp"), 12);
    assert_int_equal(listfile_id_of_name(f.list, "world/last.m2"), 4294967295);
    assert_int_equal(listfile_id_of_name(f.list, "world/last.m3"), 0);
    assert_int_equal(listfile_id_of_name(f.list, "../world"), 0);
    assert_int_equal(f.warnings, 0);
    stop(&f);
}

static void of_equal_ids_the_last_and_of_equal_names_the_lowest_counts(void **state)
{
    (void)state;
    struct fixture f;
    start(&f);
    open_text(&f, "5;world/a\n9;world/c\n5;world/b\n7;world/c\n");
    names(&f, 5, "world/b");
    assert_int_equal(listfile_id_of_name(f.list, "world/c"), 7);
    stop(&f);
}

static void broken_lines_are_skipped_with_one_warning(void **state)
{
    (void)state;
    struct fixture f;
    char text[1200] =
        "1;world/a\nno id here\n;world/x\n0;world/zero\n99999999999;world/big\n3;\n7;";
    start(&f);
    size_t length = strlen(text);
    memset(text + length, 'x', 600);
    strcpy(text + length + 600, "\n2;world/b\n");
    open_text(&f, text);
    assert_int_equal(listfile_count(f.list), 2);
    names(&f, 1, "world/a");
    names(&f, 2, "world/b");
    assert_int_equal(f.warnings, 1);
    assert_int_equal(f.warning.offset, 10);
    assert_non_null(strstr(f.warning.what, "6 lines skipped"));
    stop(&f);
}

static void plain_list_has_names_without_ids(void **state)
{
    (void)state;
    struct fixture f;
    char name[NAME_BYTES];
    start(&f);
    open_text(&f, "World\\Maps\\A\\A.wdt\r\nWorld\\B.blp\n../out\n");
    assert_false(listfile_has_ids(f.list));
    assert_int_equal(listfile_count(f.list), 3);
    assert_true(listfile_name(f.list, 0, name));
    assert_string_equal(name, "world/maps/a/a.wdt");
    assert_true(listfile_name(f.list, 1, name));
    assert_string_equal(name, "world/b.blp");
    assert_false(listfile_name(f.list, 2, name));
    names(&f, 1, NULL);
    assert_int_equal(listfile_id_of_name(f.list, "world/b.blp"), 0);
    stop(&f);
}

static void list_of_nothing_is_no_list(void **state)
{
    (void)state;
    struct fixture f;
    char path[256];
    start(&f);
    temporary_path(&f.data, "list.csv", path);
    static const char *const texts[] = {"", "\r\n\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        temporary_file(&f.data, "list.csv", texts[i]);
        assert_int_equal(listfile_open(path, &f.diag, &f.list), ADTMAP_BAD_DATA);
        assert_null(f.list);
    }
    stop(&f);
}

static void every_length_and_letter_is_found_again(void **state)
{
    (void)state;
    struct fixture f;
    char text[20000] = "";
    char name[64];
    start(&f);
    for (unsigned i = 1; i < 256; i++) {
        unsigned letter = i < 33 || i == ';' || i == 127 ? '~' : i;
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%u;w/x%.*s%c%u\n", i, (int)(i % 23),
                 "AbcdefghIJKLMNOPQRSTUVWXYZ", (char)letter, i);
    }
    open_text(&f, text);
    for (unsigned i = 1; i < 256; i++) {
        unsigned letter = i < 33 || i == ';' || i == 127 ? '~' : i;
        snprintf(name, sizeof name, "W/X%.*s%c%u", (int)(i % 23), "aBCDEFGHijklmnopqrstuvwxyz",
                 (char)letter, i);
        assert_int_equal(listfile_id_of_name(f.list, name), i);
    }
    stop(&f);
}

static void missing_list_is_named(void **state)
{
    (void)state;
    struct fixture f;
    char path[256];
    start(&f);
    temporary_path(&f.data, "none.csv", path);
    assert_int_equal(listfile_open(path, &f.diag, &f.list), ADTMAP_NOT_FOUND);
    assert_string_equal(f.failure.file, path);
    assert_null(f.list);
    stop(&f);
}

static void two_million_lines_are_read(void **state)
{
    (void)state;
    enum { LINES = 2000000 };
    struct fixture f;
    char path[256];
    char name[NAME_BYTES];
    char wanted[NAME_BYTES];
    start(&f);
    FILE *file = fopen(temporary_path(&f.data, "big.csv", path), "w");
    assert_non_null(file);
    for (unsigned i = 1; i <= LINES; i++) {
        fprintf(file, "%u;World/Expansion%02u/Doodads/Zone_%03u/Some_Thing_%07u.blp\n", 3 * i,
                i % 10, i % 997, i);
    }
    fclose(file);
    double begun = clock_seconds();
    assert_int_equal(listfile_open(path, &f.diag, &f.list), ADTMAP_OK);
    double read = clock_seconds();
    print_message("%d lines read in %.3f s\n", LINES, read - begun);
    assert_int_equal(listfile_count(f.list), LINES);
    for (unsigned i = 1; i <= LINES; i += 997) {
        snprintf(wanted, sizeof wanted, "world/expansion%02u/doodads/zone_%03u/some_thing_%07u.blp",
                 i % 10, i % 997, i);
        assert_true(listfile_name_of_id(f.list, 3 * i, name));
        assert_string_equal(name, wanted);
        assert_int_equal(listfile_id_of_name(f.list, wanted), 3 * i);
        assert_false(listfile_name_of_id(f.list, 3 * i + 1, name));
    }
    stop(&f);
}

static void append_name(void *user, const char *name, const char *origin)
{
    (void)origin;
    strcat(strcat(user, name), "\n");
}

static void files_stored_by_id_are_found_by_id_and_by_name(void **state)
{
    (void)state;
    struct fixture f;
    struct assets *assets;
    struct blob blob;
    char path[256];
    char name[NAME_BYTES];
    char list[512] = "";
    start(&f);
    temporary_file(&f.data, "data/unknown/123.adt", "tile");
    temporary_file(&f.data, "data/777", "bare");
    temporary_file(&f.data, "data/World/named.blp", "named");
    temporary_file(&f.data, "list.csv",
                   "123;World/Maps/X/X_1_2.adt\n124;world/named.blp\n125;world/none.blp\n");
    temporary_path(&f.data, "data", path);
    const char *paths[] = {path};
    assert_int_equal(assets_open(paths, 1, &f.diag, &assets), ADTMAP_OK);
    assert_true(assets_name_of_id(assets, 123, name));
    assert_string_equal(name, "unknown/123.adt");
    assert_false(assets_has(assets, "world/maps/x/x_1_2.adt"));
    char csv[256];
    assert_int_equal(assets_use_listfile(assets, temporary_path(&f.data, "list.csv", csv), &f.diag),
                     ADTMAP_OK);
    assert_true(assets_name_of_id(assets, 123, name));
    assert_string_equal(name, "world/maps/x/x_1_2.adt");
    assert_int_equal(assets_read(assets, name, &f.diag, &blob), ADTMAP_OK);
    assert_memory_equal(blob.data, "tile", 4);
    blob_release(&blob);
    assert_true(assets_name_of_id(assets, 777, name));
    assert_int_equal(assets_read(assets, name, &f.diag, &blob), ADTMAP_OK);
    assert_memory_equal(blob.data, "bare", 4);
    blob_release(&blob);
    assert_true(assets_name_of_id(assets, 124, name));
    assert_int_equal(assets_read(assets, name, &f.diag, &blob), ADTMAP_OK);
    assert_memory_equal(blob.data, "named", 5);
    blob_release(&blob);
    assert_false(assets_name_of_id(assets, 125, name));
    assert_string_equal(name, "world/none.blp");
    assert_false(assets_name_of_id(assets, 126, name));
    assert_string_equal(name, "126");
    assert_int_equal(assets_list(assets, "world/", &f.diag, append_name, list), ADTMAP_OK);
    assert_string_equal(list, "world/maps/x/x_1_2.adt\nworld/named.blp\n");
    assets_close(assets);
    stop(&f);
}

int test_listfile(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_and_names_lead_to_each_other),
        cmocka_unit_test(of_equal_ids_the_last_and_of_equal_names_the_lowest_counts),
        cmocka_unit_test(broken_lines_are_skipped_with_one_warning),
        cmocka_unit_test(plain_list_has_names_without_ids),
        cmocka_unit_test(list_of_nothing_is_no_list),
        cmocka_unit_test(every_length_and_letter_is_found_again),
        cmocka_unit_test(missing_list_is_named),
        cmocka_unit_test(two_million_lines_are_read),
        cmocka_unit_test(files_stored_by_id_are_found_by_id_and_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
