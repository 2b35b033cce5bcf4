/* Files found folder by folder are those of an index of the whole directory, and folders that
 * nobody asks for are not listed: nothing is said of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "assets/assets_internal.h"
#include "assets/data_fixture.h"
#include "assets/sources/known_folders.h"
#include "base/size.h"

static int start(void **state)
{
    static struct fixture f;
    fixture_start(&f);
    *state = &f;
    return 0;
}

static int stop(void **state)
{
    struct fixture *f = *state;
    assets_close(f->assets);
    temporary_remove(&f->data);
    return 0;
}

static void add_files(const struct fixture *f, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        temporary_file(&f->data, names[i], names[i]);
    }
}

static void open_assets(struct fixture *f)
{
    const char *paths[] = {f->data.path};
    assert_int_equal(assets_open(paths, 1, &f->diag, &f->assets), ADTMAP_OK);
}

static enum known_answer ask(struct known_folders *folders, const char *name, const char **path)
{
    const struct directory_file *file = NULL;
    enum known_answer answer = known_folders_find(folders, name, &file);
    *path = answer == KNOWN_PRESENT ? file->path : "";
    return answer;
}

static void files_are_found_by_canonical_names(void **state)
{
    struct fixture *f = *state;
    static const char *const names[] = {"WORLD/Maps/Azeroth/Azeroth.wdt", "World.txt",
                                        "Tileset/Elwynn/Grass.BLP", "Empty/x/.hidden"};
    static const struct {
        const char *name;
        enum known_answer answer;
        const char *path;
    } asked[] = {
        {"world/maps/azeroth/azeroth.wdt", KNOWN_PRESENT, "WORLD/Maps/Azeroth/Azeroth.wdt"},
        {"world.txt", KNOWN_PRESENT, "World.txt"},
        {"tileset/elwynn/grass.blp", KNOWN_PRESENT, "Tileset/Elwynn/Grass.BLP"},
        {"tileset/elwynn/grass.bl", KNOWN_ABSENT, ""},
        {"tileset/elwynn/grass.blp/a", KNOWN_ABSENT, ""},
        {"tileset/elwynn", KNOWN_ABSENT, ""},
        {"none/elwynn/grass.blp", KNOWN_ABSENT, ""},
        {"empty/x/.hidden", KNOWN_ABSENT, ""},
    };
    add_files(f, names, COUNT_OF(names));
    struct known_folders *folders = known_folders_create(f->data.path);
    assert_non_null(folders);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < COUNT_OF(asked); i++) {
            const char *path;
            assert_int_equal(ask(folders, asked[i].name, &path), asked[i].answer);
            assert_string_equal(path, asked[i].path);
        }
    }
    known_folders_destroy(folders);
}

/* Each makes the folder "odd" one that is not plain, or not. */
static void folders_that_are_not_plain_settle_nothing(void **state)
{
#ifdef _WIN32
    skip(); /* files cannot have such names */
#endif
    struct fixture *f = *state;
    static const struct {
        const char *name, *target; /* a link, if there is one */
        enum known_answer answer;
    } odd[] = {
        {"odd/model.mdx", NULL, KNOWN_ABSENT},
        {"odd/patch-2.MPQ", NULL, KNOWN_ABSENT}, /* no file of the directory */
        {"odd/castle.wmo.MPQ", NULL, KNOWN_UNSURE},
        {"odd/Below\\castle.wmo", NULL, KNOWN_UNSURE},
        {"odd/link", "../World", KNOWN_UNSURE},
        {"odd/link.blp", "../World/a.txt", KNOWN_UNSURE},
    };
    for (size_t i = 0; i < COUNT_OF(odd); i++) {
        const char *path;
        char text[256];
        temporary_file(&f->data, "World/a.txt", "a");
        temporary_file(&f->data, "odd/plain.txt", "");
        if (odd[i].target) {
            temporary_link(&f->data, odd[i].target, odd[i].name);
        } else {
            temporary_file(&f->data, odd[i].name, "b");
        }
        struct known_folders *folders = known_folders_create(f->data.path);
        assert_non_null(folders);
        assert_int_equal(ask(folders, "odd/none", &path), odd[i].answer);
        assert_int_equal(ask(folders, "world/a.txt", &path), KNOWN_PRESENT);
        known_folders_destroy(folders);
        assert_int_equal(remove(temporary_path(&f->data, odd[i].name, text)), 0);
    }
}

/* MPQ tools on Linux leave "World" next to "WORLD": data of map makers were walked as a whole for
 * each tile. */
static void folders_in_two_spellings_are_one(void **state)
{
#ifdef _WIN32
    skip(); /* the system has one folder for both */
#endif
    struct fixture *f = *state;
    const char *path;
    static const char *const names[] = {
        "WORLD/maps/a.wdt", "World/Maps/b/b.wdt", "World/MAPS/b/c.adt", "world/d.txt",
        "odd/one/both.blp", "odd/One/BOTH.blp",   "odd/thing",          "odd/two/a.txt",
        "unknown/a.txt",    "UNKNOWN/12.blp"};
    add_files(f, names, COUNT_OF(names));
    struct known_folders *folders = known_folders_create(f->data.path);
    assert_non_null(folders);
    assert_int_equal(ask(folders, "world/maps/a.wdt", &path), KNOWN_PRESENT);
    assert_string_equal(path, "WORLD/maps/a.wdt");
    assert_int_equal(ask(folders, "world/maps/b/b.wdt", &path), KNOWN_PRESENT);
    assert_string_equal(path, "World/Maps/b/b.wdt");
    assert_int_equal(ask(folders, "world/maps/b/c.adt", &path), KNOWN_PRESENT);
    assert_string_equal(path, "World/MAPS/b/c.adt");
    assert_int_equal(ask(folders, "world/d.txt", &path), KNOWN_PRESENT);
    assert_int_equal(ask(folders, "world/maps/b/none.adt", &path), KNOWN_ABSENT);
    assert_int_equal(ask(folders, "odd/two/a.txt", &path), KNOWN_PRESENT);
    assert_int_equal(ask(folders, "odd/one/both.blp", &path), KNOWN_UNSURE);
    assert_true(known_folders_hold_ids(folders));
    temporary_file(&f->data, "odd/THING/a.txt", "");
    known_folders_destroy(folders);
    folders = known_folders_create(f->data.path);
    assert_int_equal(ask(folders, "odd/two/a.txt", &path), KNOWN_UNSURE);
    known_folders_destroy(folders);
}

static void a_directory_without_a_file_below_world_is_not_begun(void **state)
{
    struct fixture *f = *state;
    static const char *const names[] = {"Azeroth_1_2.adt", "World/Maps/.hidden",
                                        "Data/World/a.txt"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        temporary_file(&f->data, names[i], "");
        assert_null(known_folders_create(f->data.path));
    }
    temporary_file(&f->data, "World/Maps/a/b/a.txt", "");
    struct known_folders *folders = known_folders_create(f->data.path);
    assert_non_null(folders);
    known_folders_destroy(folders);
}

static void ids_are_seen_at_the_top_and_one_folder_down(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *name;
        bool seen;
    } cases[] = {{"World/Maps/123.adt", false},
                 {"unknown/12a.blp", false},
                 {"DBFilesClient/1349477.db2", true},
                 {"1349477", true}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[256];
        temporary_file(&f->data, "World/a.txt", "");
        temporary_file(&f->data, cases[i].name, "");
        struct known_folders *folders = known_folders_create(f->data.path);
        assert_int_equal(known_folders_hold_ids(folders), cases[i].seen);
        known_folders_destroy(folders);
        assert_int_equal(remove(temporary_path(&f->data, cases[i].name, text)), 0);
    }
}

/* A link that leads nowhere is a warning where its folder is listed. */
static void nothing_is_said_of_folders_that_nobody_asks_for(void **state)
{
    struct fixture *f = *state;
    char text[ASSETS_CONTENTS_BYTES];
    temporary_file(&f->data, "World/Maps/a/a.wdt", "");
    temporary_file(&f->data, "item/b.blp", "");
    temporary_file(&f->data, "creature/7.blp", "");
    temporary_link(&f->data, "nowhere", "item/c.blp");
    open_assets(f);
    assert_true(assets_has(f->assets, "WORLD\\maps\\A\\a.wdt"));
    assert_false(assets_has(f->assets, "creature/b.blp"));
    assert_int_equal(f->said.warnings, 0);
    assert_true(assets_has(f->assets, "item/b.blp"));
    assert_int_equal(f->said.warnings, 1);
    assert_non_null(strstr(f->said.last, "item/c.blp"));
    assert_true(assets_has(f->assets, "creature/7.blp"));
    assert_non_null(assets_path_contents(f->assets, 0, text));
    assert_non_null(strstr(text, "3 files"));
    assert_int_equal(f->said.warnings, 1);
}

/* The list of all files is made when a file of the map names another by its id. */
static void a_file_under_its_id_is_found_in_any_folder(void **state)
{
    struct fixture *f = *state;
    struct asset asset;
    temporary_file(&f->data, "World/Maps/a/a.wdt", "");
    temporary_file(&f->data, "World/unknown/deep/4711.blp", "");
    open_assets(f);
    assert_false(assets_may_have_ids(f->assets));
    assert_true(assets_find(f->assets, (struct asset_ref){NULL, 4711}, &asset));
    assert_string_equal(asset.name, "world/unknown/deep/4711.blp");
    assert_false(assets_find(f->assets, (struct asset_ref){NULL, 4712}, &asset));
    assert_true(assets_may_have_ids(f->assets));
}

int test_known_folders(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_are_found_by_canonical_names, start, stop),
        cmocka_unit_test_setup_teardown(folders_that_are_not_plain_settle_nothing, start, stop),
        cmocka_unit_test_setup_teardown(folders_in_two_spellings_are_one, start, stop),
        cmocka_unit_test_setup_teardown(a_directory_without_a_file_below_world_is_not_begun, start,
                                        stop),
        cmocka_unit_test_setup_teardown(ids_are_seen_at_the_top_and_one_folder_down, start, stop),
        cmocka_unit_test_setup_teardown(nothing_is_said_of_folders_that_nobody_asks_for, start,
                                        stop),
        cmocka_unit_test_setup_teardown(a_file_under_its_id_is_found_in_any_folder, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
