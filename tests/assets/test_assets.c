/* Directories as data: names in any spelling, overriding, listing, links, where people point. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/assets.h"
#include "assets/temporary.h"

struct warnings {
    unsigned count;
    struct adtmap_message last;
};

static void count_warning(void *user, const struct adtmap_message *message)
{
    struct warnings *warnings = user;
    warnings->count++;
    warnings->last = *message;
}

/* What a test opens, and what was said meanwhile. */
struct fixture {
    struct assets *assets;
    struct adtmap_message failure;
    struct warnings warnings;
    struct adtmap_log log;
    struct diag diag;
};

static enum adtmap_status open_all(struct fixture *fixture, const char *const *paths, size_t count)
{
    memset(fixture, 0, sizeof *fixture);
    fixture->log = (struct adtmap_log){count_warning, &fixture->warnings};
    fixture->diag = (struct diag){NULL, &fixture->log, &fixture->failure};
    return assets_open(paths, count, &fixture->diag, &fixture->assets);
}

static void open_one(struct fixture *fixture, const char *path)
{
    assert_int_equal(open_all(fixture, &path, 1), ADTMAP_OK);
}

static void holds(struct fixture *fixture, const char *name, const char *contents)
{
    struct blob blob;
    assert_true(assets_has(fixture->assets, name));
    assert_int_equal(assets_read(fixture->assets, name, &fixture->diag, &blob), ADTMAP_OK);
    assert_int_equal(blob.size, strlen(contents));
    assert_memory_equal(blob.data, contents, blob.size);
    blob_release(&blob);
}

/* Names, one a line, as a visit gets them. */
static void append_name(void *user, const char *name, const char *origin)
{
    char *list = user;
    assert_true(origin[0] == '/');
    strcat(strcat(list, name), "\n");
}

static void lists(struct fixture *fixture, const char *prefix, const char *wanted)
{
    char list[1024] = "";
    assert_int_equal(assets_list(fixture->assets, prefix, &fixture->diag, append_name, list),
                     ADTMAP_OK);
    assert_string_equal(list, wanted);
}

static void any_spelling_finds_the_file(void **state)
{
    (void)state;
    struct temporary data = temporary_make();
    struct fixture f;
    temporary_file(&data, "World/Maps/Azeroth/Azeroth_32_48.adt", "tile");
    temporary_file(&data, "World/empty.txt", "");
    open_one(&f, data.path);
    holds(&f, "world/maps/azeroth/azeroth_32_48.adt", "tile");
    holds(&f, "WORLD\\Maps\\\\AZEROTH\\Azeroth_32_48.ADT", "tile");
    holds(&f, "world/empty.txt", "");
    assert_false(assets_has(f.assets, "world/maps/azeroth"));
    assert_false(assets_has(f.assets, "azeroth_32_48.adt"));
    char origin[256];
    char path[256];
    assert_true(assets_origin(f.assets, "world\\EMPTY.txt", origin, sizeof origin));
    assert_string_equal(origin, temporary_path(&data, "World/empty.txt", path));
    assert_false(assets_origin(f.assets, "no/such", origin, sizeof origin));
    assert_string_equal(origin, "no/such");
    assets_close(f.assets);
    temporary_remove(&data);
}

static void missing_file_is_named(void **state)
{
    (void)state;
    struct temporary data = temporary_make();
    struct fixture f;
    struct blob blob;
    open_one(&f, data.path);
    assert_int_equal(assets_read(f.assets, "World/a.wdt", &f.diag, &blob), ADTMAP_NOT_FOUND);
    assert_string_equal(f.failure.file, "World/a.wdt");
    assert_null(blob.data);
    lists(&f, "", "");
    assets_close(f.assets);
    assets_close(NULL);
    temporary_remove(&data);
}

static void names_that_lead_outside_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"../secret",
                                        "world/../../secret",
                                        "/etc/passwd",
                                        "c:\\secret",
                                        "..\\secret",
                                        "",
                                        "\\\\host\\share\\secret",
                                        "//host/share/secret",
                                        "world\\..\\..\\secret",
                                        "world/..\\../secret",
                                        "C:secret",
                                        "./../secret",
                                        "world/\x01/secret"};
    struct temporary data = temporary_make();
    struct fixture f;
    struct blob blob;
    temporary_file(&data, "secret", "secret");
    temporary_file(&data, "root/world/a", "a");
    char path[256];
    open_one(&f, temporary_path(&data, "root", path));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_false(assets_has(f.assets, names[i]));
        assert_int_equal(assets_read(f.assets, names[i], &f.diag, &blob), ADTMAP_BAD_DATA);
    }
    assert_string_equal(f.failure.what, "name leads outside the data");
    assets_close(f.assets);
    temporary_remove(&data);
}

static void later_source_overrides_an_earlier_one(void **state)
{
    (void)state;
    struct temporary base = temporary_make();
    struct temporary patch = temporary_make();
    struct fixture f;
    temporary_file(&base, "World/a.txt", "old a");
    temporary_file(&base, "World/b.txt", "old b");
    temporary_file(&base, "Zone/z.txt", "z");
    temporary_file(&patch, "world/B.TXT", "new b");
    temporary_file(&patch, "world/c.txt", "new c");
    const char *paths[] = {base.path, patch.path};
    assert_int_equal(open_all(&f, paths, 2), ADTMAP_OK);
    holds(&f, "world/a.txt", "old a");
    holds(&f, "world/b.txt", "new b");
    holds(&f, "world/c.txt", "new c");
    lists(&f, "", "world/a.txt\nworld/b.txt\nworld/c.txt\nzone/z.txt\n");
    lists(&f, "World\\", "world/a.txt\nworld/b.txt\nworld/c.txt\n");
    lists(&f, "world/b", "world/b.txt\n");
    lists(&f, "worlds/", "");
    lists(&f, "../", "");
    assets_close(f.assets);
    temporary_remove(&base);
    temporary_remove(&patch);
}

static void path_that_is_no_source_is_named(void **state)
{
    (void)state;
    struct temporary data = temporary_make();
    struct fixture f;
    char path[256];
    temporary_file(&data, "file.txt", "x");
    const char *paths[] = {data.path, temporary_path(&data, "missing", path)};
    assert_int_equal(open_all(&f, paths, 2), ADTMAP_NOT_FOUND);
    assert_string_equal(f.failure.file, path);
    assert_null(f.assets);
    temporary_path(&data, "file.txt", path);
    assert_int_equal(open_all(&f, paths, 2), ADTMAP_UNSUPPORTED);
    assert_string_equal(f.failure.file, path);
    temporary_remove(&data);
}

static void files_that_differ_in_case_only_are_one_with_a_warning(void **state)
{
    (void)state;
    struct temporary data = temporary_make();
    struct fixture f;
    temporary_file(&data, "world/a.txt", "lower");
    temporary_file(&data, "World/a.txt", "upper");
    temporary_file(&data, "World/b.txt", "b");
    char path[256];
    if (file_exists(temporary_path(&data, "WORLD/A.TXT", path))) {
        skip(); /* on a file system that knows no case */
    }
    open_one(&f, data.path);
    holds(&f, "world/a.txt", "upper");
    holds(&f, "world/b.txt", "b");
    lists(&f, "", "world/a.txt\nworld/b.txt\n");
    assert_int_equal(f.warnings.count, 1);
    assert_non_null(strstr(f.warnings.last.what, "World/a.txt and world/a.txt"));
    assets_close(f.assets);
    temporary_remove(&data);
}

static void any_level_of_the_client_may_be_pointed_at(void **state)
{
    (void)state;
    static const char *const levels[] = {
        "client",
        "client/Data",
        "client/Data/World",
        "client/Data/World/",
        "client/Data/World/Maps",
        "client/Data/World/Maps/Azeroth",
        NULL,
    };
    struct temporary data = temporary_make();
    temporary_file(&data, "client/Data/World/Maps/Azeroth/Azeroth.wdt", "wdt");
    for (size_t i = 0; levels[i]; i++) {
        struct fixture f;
        char path[256];
        open_one(&f, temporary_path(&data, levels[i], path));
        holds(&f, "world/maps/azeroth/azeroth.wdt", "wdt");
        assets_close(f.assets);
    }
    temporary_remove(&data);
}

static void tileset_folder_may_be_pointed_at(void **state)
{
    (void)state;
    struct temporary data = temporary_make();
    struct fixture f;
    char path[256];
    temporary_file(&data, "Tileset/Elwynn/Grass.blp", "grass");
    open_one(&f, temporary_path(&data, "Tileset", path));
    holds(&f, "tileset/elwynn/grass.blp", "grass");
    assets_close(f.assets);
    temporary_remove(&data);
}

static void world_inside_a_world_folder_stays_as_it_is(void **state)
{
    (void)state;
    struct temporary data = temporary_make();
    struct fixture f;
    char path[256];
    temporary_file(&data, "World/World/a.txt", "a");
    open_one(&f, temporary_path(&data, "World", path));
    holds(&f, "world/a.txt", "a");
    assets_close(f.assets);
    temporary_remove(&data);
}

static void loose_map_files_are_found_as_maps(void **state)
{
    (void)state;
    struct temporary data = temporary_make();
    struct fixture f;
    temporary_file(&data, "DevMap.wdt", "");
    temporary_file(&data, "DevMap_01_01.adt", "");
    temporary_file(&data, "DevMap_1_2_obj0.adt", "");
    temporary_file(&data, "DevMap_lgt.wdt", "");
    temporary_file(&data, "my_map_2_10_20_tex0.adt", "");
    temporary_file(&data, "plain.adt", "");
    temporary_file(&data, "readme.txt", "");
    temporary_file(&data, "tileset/a_1_2.adt", "");
    open_one(&f, data.path);
    lists(&f, "",
          "readme.txt\n"
          "tileset/a_1_2.adt\n"
          "world/maps/devmap/devmap.wdt\n"
          "world/maps/devmap/devmap_01_01.adt\n"
          "world/maps/devmap/devmap_1_2_obj0.adt\n"
          "world/maps/devmap/devmap_lgt.wdt\n"
          "world/maps/my_map_2/my_map_2_10_20_tex0.adt\n"
          "world/maps/plain/plain.adt\n");
    assets_close(f.assets);
    temporary_remove(&data);
}

static void links_inside_are_followed_and_others_left_out(void **state)
{
    (void)state;
    struct temporary data = temporary_make();
    struct fixture f;
    char path[256];
    temporary_file(&data, "secret/file", "secret");
    temporary_file(&data, "root/world/real/a.txt", "a");
    temporary_file(&data, "root/.git/b.txt", "b");
    temporary_link(&data, "real", "root/world/alias");
    temporary_link(&data, "real/a.txt", "root/world/link.txt");
    open_one(&f, temporary_path(&data, "root", path));
    lists(&f, "", "world/alias/a.txt\nworld/link.txt\nworld/real/a.txt\n");
    holds(&f, "world/alias/a.txt", "a");
    assert_int_equal(f.warnings.count, 0);
    assets_close(f.assets);
    temporary_link(&data, "../../secret", "root/world/out");
    temporary_link(&data, "../../secret/file", "root/world/out.txt");
    temporary_link(&data, "nowhere", "root/world/dangling");
    temporary_link(&data, "..", "root/world/up");
    temporary_link(&data, "..", "root/world/real/parent");
    open_one(&f, temporary_path(&data, "root", path));
    lists(&f, "", "world/alias/a.txt\nworld/link.txt\nworld/real/a.txt\n");
    assert_int_equal(f.warnings.count, 6);
    assets_close(f.assets);
    temporary_remove(&data);
}

static void count_name(void *user, const char *name, const char *origin)
{
    size_t *count = user;
    (void)name;
    (void)origin;
    ++*count;
}

/* The square of the files was listed once: 4,500 links to 4,500 files took 1.5 GiB. */
static void many_links_to_a_folder_cost_no_more_than_its_files_do(void **state)
{
    enum { FILES = 300, LINKS = 300, MOST = FILES * 9 + 4096 };
    (void)state;
    struct temporary data = temporary_make();
    struct fixture f;
    char name[64];
    size_t count = 0;
    for (int i = 0; i < FILES; i++) {
        snprintf(name, sizeof name, "real/%03d.txt", i);
        temporary_file(&data, name, "a");
    }
    for (int i = 0; i < LINKS; i++) {
        snprintf(name, sizeof name, "link%03d", i);
        temporary_link(&data, "real", name);
    }
    open_one(&f, data.path);
    assert_int_equal(assets_list(f.assets, "", &f.diag, count_name, &count), ADTMAP_OK);
    assert_true(count <= MOST);
    /* Links are followed in order, each as a whole or not at all. */
    assert_int_equal(count % FILES, 0);
    assert_true(count > (size_t)8 * FILES);
    assert_true(assets_has(f.assets, "link000/299.txt"));
    assert_true(assets_has(f.assets, "link007/000.txt"));
    assert_false(assets_has(f.assets, "link299/000.txt"));
    assert_non_null(strstr(f.warnings.last.what, "more links and folders left out"));
    assets_close(f.assets);
    temporary_remove(&data);
}

static void root_that_is_a_link_itself_is_followed(void **state)
{
    (void)state;
    struct temporary data = temporary_make();
    struct fixture f;
    char path[256];
    temporary_file(&data, "store/maps/a/a.wdt", "a");
    temporary_link(&data, "store", "World");
    open_one(&f, temporary_path(&data, "World", path));
    holds(&f, "world/maps/a/a.wdt", "a");
    assets_close(f.assets);
    temporary_remove(&data);
}

static void file_that_went_away_is_a_failure_with_its_path(void **state)
{
    (void)state;
    struct temporary data = temporary_make();
    struct fixture f;
    struct blob blob;
    char path[256];
    temporary_file(&data, "World/a.txt", "a");
    open_one(&f, data.path);
    unlink(temporary_path(&data, "World/a.txt", path));
    assert_int_equal(assets_read(f.assets, "world/a.txt", &f.diag, &blob), ADTMAP_NOT_FOUND);
    assert_string_equal(f.failure.file, path);
    assets_close(f.assets);
    temporary_remove(&data);
}

int test_assets(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_spelling_finds_the_file),
        cmocka_unit_test(missing_file_is_named),
        cmocka_unit_test(names_that_lead_outside_are_refused),
        cmocka_unit_test(later_source_overrides_an_earlier_one),
        cmocka_unit_test(path_that_is_no_source_is_named),
        cmocka_unit_test(files_that_differ_in_case_only_are_one_with_a_warning),
        cmocka_unit_test(any_level_of_the_client_may_be_pointed_at),
        cmocka_unit_test(tileset_folder_may_be_pointed_at),
        cmocka_unit_test(world_inside_a_world_folder_stays_as_it_is),
        cmocka_unit_test(loose_map_files_are_found_as_maps),
        cmocka_unit_test(links_inside_are_followed_and_others_left_out),
        cmocka_unit_test(many_links_to_a_folder_cost_no_more_than_its_files_do),
        cmocka_unit_test(root_that_is_a_link_itself_is_followed),
        cmocka_unit_test(file_that_went_away_is_a_failure_with_its_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
