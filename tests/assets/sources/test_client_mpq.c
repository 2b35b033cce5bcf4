/* Clients as data: which archives, in which order, with what on top. */
#include "assets/sources/mpq_builder.h"

#include <stdlib.h>

#include "assets/assets.h"
#include "assets/data_fixture.h"
#include "assets/sources/client_archives.h"
#include "assets/sources/mpq/ptch_builder.h"

/* Makes empty files and checks the order in which the client would open those it wants. */
static void orders(const char *const *files, const char *open, const char *wanted)
{
    struct fixture f;
    struct client_archives archives;
    char path[256];
    char got[2048] = "";
    fixture_start(&f);
    for (size_t i = 0; files[i]; i++) {
        temporary_file(&f.data, files[i], "");
    }
    assert_int_equal(client_archives_find(temporary_path(&f.data, open, path), &f.diag, &archives),
                     ADTMAP_OK);
    for (size_t i = 0; i < archives.count; i++) {
        static const char *const chains[] = {"", "+", "*"};
        const struct client_archive *archive = &archives.items[i];
        size_t used = strlen(got);
        snprintf(got + used, sizeof got - used, "%s%s%s%s\n", chains[archive->chain],
                 strstr(archive->path, "Data/") + 5, archive->prefix[0] ? " " : "",
                 archive->prefix);
    }
    assert_string_equal(got, wanted);
    client_archives_free(&archives);
    fixture_stop(&f);
}

/* Whether the client opens `low` before `high`, so that `high` overrides it. */
static void check_pair(const char *const *files, const char *high, const char *low)
{
    struct fixture f;
    struct client_archives archives;
    int seen_low = 0;
    int seen_high = 0;
    fixture_start(&f);
    for (size_t i = 0; files[i]; i++) {
        temporary_file(&f.data, files[i], "");
    }
    assert_int_equal(client_archives_find(f.data.path, &f.diag, &archives), ADTMAP_OK);
    for (size_t i = 0; i < archives.count; i++) {
        const char *name = strstr(archives.items[i].path, "Data/") + 5;
        seen_low += strcmp(name, low) == 0;
        if (strcmp(name, high) == 0) {
            assert_int_equal(seen_low, 1);
            seen_high++;
        }
    }
    assert_int_equal(seen_low, 1);
    assert_int_equal(seen_high, 1);
    client_archives_free(&archives);
    fixture_stop(&f);
}

static void vanilla_order(void **state)
{
    (void)state;
    static const char *const files[] = {
        "wow/Data/patch-2.MPQ", "wow/Data/model.MPQ",    "wow/Data/base.MPQ",
        "wow/Data/patch.MPQ",   "wow/Data/terrain.MPQ",  "wow/Data/patch-3.mpq",
        "wow/Data/dbc.MPQ",     "wow/Data/other.MPQ",    "wow/Data/patch-A.MPQ",
        "wow/Data/WMO.MPQ",     "wow/Data/patch-10.MPQ", NULL};
    orders(files, "wow",
           "base.MPQ\ndbc.MPQ\nWMO.MPQ\nterrain.MPQ\nmodel.MPQ\npatch.MPQ\npatch-2.MPQ\n"
           "patch-3.mpq\npatch-A.MPQ\n");
}

static void burning_crusade_order(void **state)
{
    (void)state;
    static const char *const files[] = {"Data/patch.MPQ",
                                        "Data/expansion.MPQ",
                                        "Data/common.MPQ",
                                        "Data/deDE/patch-deDE.MPQ",
                                        "Data/deDE/locale-deDE.MPQ",
                                        "Data/deDE/expansion-locale-deDE.MPQ",
                                        "Data/patch-2.MPQ",
                                        "Data/deDE/backup-deDE.MPQ",
                                        "Data/deDE/patch-deDE-2.MPQ",
                                        NULL};
    orders(files, "Data/",
           "common.MPQ\nexpansion.MPQ\ndeDE/locale-deDE.MPQ\ndeDE/expansion-locale-deDE.MPQ\n"
           "deDE/patch-deDE.MPQ\npatch.MPQ\ndeDE/patch-deDE-2.MPQ\npatch-2.MPQ\n");
}

static void lich_king_order(void **state)
{
    (void)state;
    static const char *const files[] = {"Data/patch-3.MPQ",           "Data/lichking.MPQ",
                                        "Data/patch-Z.MPQ",           "Data/common-2.MPQ",
                                        "Data/patch-a.mpq",           "Data/common.MPQ",
                                        "Data/expansion.MPQ",         "Data/patch.MPQ",
                                        "Data/patch-2.MPQ",           "Data/ruRU/locale-ruRU.MPQ",
                                        "Data/ruRU/patch-ruRU-2.MPQ", "Data/ruRU/patch-ruRU.MPQ",
                                        "Data/ruRU/patch-ruRU-Q.MPQ", NULL};
    orders(files, "",
           "ruRU/locale-ruRU.MPQ\ncommon-2.MPQ\ncommon.MPQ\nlichking.MPQ\nexpansion.MPQ\n"
           "ruRU/patch-ruRU.MPQ\npatch.MPQ\npatch-2.MPQ\npatch-3.MPQ\npatch-a.mpq\npatch-Z.MPQ\n"
           "ruRU/patch-ruRU-2.MPQ\nruRU/patch-ruRU-Q.MPQ\n");
}

/*
 * What a hook of a 3.3.5 client printed, from the highest priority to the lowest. 63 of the 171
 * pairs were the other way round.
 */
static void every_pair_of_3_3_5_is_ordered_as_the_client_printed(void **state)
{
    (void)state;
    static const char *const printed[] = {
        "Data/alternate.MPQ",
        "Data/patch-A.MPQ",
        "Data/patch-3.MPQ",
        "Data/patch-2.MPQ",
        "Data/enUS/patch-enUS-3.MPQ",
        "Data/enUS/patch-enUS-2.MPQ",
        "Data/patch.MPQ",
        "Data/enUS/patch-enUS.MPQ",
        "Data/base.MPQ",
        "Data/expansion.MPQ",
        "Data/lichking.MPQ",
        "Data/common.MPQ",
        "Data/common-2.MPQ",
        "Data/enUS/locale-enUS.MPQ",
        "Data/enUS/speech-enUS.MPQ",
        "Data/enUS/expansion-locale-enUS.MPQ",
        "Data/enUS/lichking-locale-enUS.MPQ",
        "Data/enUS/expansion-speech-enUS.MPQ",
        "Data/enUS/lichking-speech-enUS.MPQ",
    };
    enum { COUNT = sizeof printed / sizeof *printed, BELOW_DATA = 5 };
    const char *files[COUNT + 1] = {NULL};
    char wanted[2048] = "";
    for (size_t i = 0; i < COUNT; i++) {
        size_t used = strlen(wanted);
        files[i] = printed[i];
        snprintf(wanted + used, sizeof wanted - used, "%s\n", printed[COUNT - 1 - i] + BELOW_DATA);
    }
    orders(files, "", wanted);
    for (size_t high = 0; high < COUNT; high++) {
        for (size_t low = high + 1; low < COUNT; low++) {
            const char *const pair[] = {printed[high], printed[low], "Data/lichking.MPQ", NULL};
            check_pair(pair, printed[high] + BELOW_DATA, printed[low] + BELOW_DATA);
        }
    }
}

static void cataclysm_order_and_prefixes(void **state)
{
    (void)state;
    static const char *const files[] = {"Data/world.MPQ",
                                        "Data/expansion2.MPQ",
                                        "Data/art.MPQ",
                                        "Data/expansion1.MPQ",
                                        "Data/wow-update-13164.MPQ",
                                        "Data/wow-update-base-14333.MPQ",
                                        "Data/wow-update-base-13914.MPQ",
                                        "Data/enGB/locale-enGB.MPQ",
                                        "Data/enGB/wow-update-enGB-14333.MPQ",
                                        NULL};
    orders(files, "",
           "+world.MPQ\n+art.MPQ\n+expansion1.MPQ\n+expansion2.MPQ\n+wow-update-13164.MPQ base\n"
           "+wow-update-base-13914.MPQ\n+wow-update-base-14333.MPQ\n*enGB/locale-enGB.MPQ\n"
           "*wow-update-13164.MPQ enGB\n*enGB/wow-update-enGB-14333.MPQ\n");
}

static void updates_before_the_new_base_are_left_out(void **state)
{
    (void)state;
    static const char *const files[] = {"Data/world.MPQ",
                                        "Data/world2.MPQ",
                                        "Data/wow-update-base-14333.MPQ",
                                        "Data/wow-update-base-15211.MPQ",
                                        "Data/wow-update-base-15595.MPQ",
                                        NULL};
    orders(files, "",
           "+world.MPQ\n+world2.MPQ\n+wow-update-base-15211.MPQ\n+wow-update-base-15595.MPQ\n");
}

static void patches_alone_make_no_client(void **state)
{
    (void)state;
    struct fixture f;
    struct client_archives archives;
    fixture_start(&f);
    temporary_file(&f.data, "patch-Z.MPQ", "");
    temporary_file(&f.data, "World/a.txt", "");
    assert_int_equal(client_archives_find(f.data.path, &f.diag, &archives), ADTMAP_OK);
    assert_int_equal(archives.count, 0);
    assert_int_equal(archives.unused, 1);
    client_archives_free(&archives);
    fixture_stop(&f);
}

static void of_two_locales_one_is_read_and_named(void **state)
{
    (void)state;
    struct fixture f;
    struct client_archives archives;
    fixture_start(&f);
    temporary_file(&f.data, "common.MPQ", "");
    temporary_file(&f.data, "frFR/locale-frFR.MPQ", "");
    temporary_file(&f.data, "deDE/locale-deDE.MPQ", "");
    assert_int_equal(client_archives_find(f.data.path, &f.diag, &archives), ADTMAP_OK);
    assert_int_equal(archives.count, 2);
    assert_non_null(strstr(archives.items[1].path, "deDE"));
    assert_non_null(strstr(f.said.last, "deDE"));
    client_archives_free(&archives);
    fixture_stop(&f);
}

static void build(struct fixture *f, const char *name, const struct packed_file *files,
                  size_t count)
{
    char path[256];
    temporary_file(&f->data, name, "");
    mpq_build(temporary_path(&f->data, name, path), MPQ_CREATE_LISTFILE, files, count);
}

static void open_client(struct fixture *f, const char *name)
{
    char path[256];
    const char *paths[] = {temporary_path(&f->data, name, path)};
    assert_int_equal(assets_open(paths, 1, &f->diag, &f->assets), ADTMAP_OK);
}

static void holds(struct fixture *f, const char *name, const char *contents)
{
    struct blob blob;
    assert_true(assets_has(f->assets, name));
    assert_int_equal(assets_read(f->assets, name, &f->diag, &blob), ADTMAP_OK);
    assert_int_equal(blob.size, strlen(contents));
    assert_memory_equal(blob.data, contents, blob.size);
    blob_release(&blob);
}

static void comes_from(struct fixture *f, const char *name, const char *archive)
{
    char origin[512];
    assert_true(assets_origin(f->assets, name, origin, sizeof origin));
    assert_non_null(strstr(origin, archive));
}

static void append_name(void *user, const char *name, const char *origin)
{
    (void)origin;
    strcat(strcat(user, name), "\n");
}

static void lists(struct fixture *f, const char *prefix, const char *wanted)
{
    char list[1024] = "";
    assert_int_equal(assets_list(f->assets, prefix, &f->diag, append_name, list), ADTMAP_OK);
    assert_string_equal(list, wanted);
}

/* Base, two patches and a locale; a loose file is on top of them all. */
static void later_archives_and_loose_files_override(void **state)
{
    (void)state;
    static const struct packed_file base[] = {{"World\\a.txt", "base a", 0},
                                              {"World\\b.txt", "base b", MPQ_FILE_COMPRESS},
                                              {"World\\c.txt", "base c", 0},
                                              {"World\\d.txt", "base d", 0},
                                              {"World\\e.txt", "base e", 0}};
    static const struct packed_file locale[] = {{"World\\e.txt", "locale e", 0}};
    static const struct packed_file patch[] = {{"World\\b.txt", "patch b", 0},
                                               {"World\\c.txt", "patch c", 0}};
    static const struct packed_file patch_2[] = {{"World\\c.txt", "patch 2 c", 0},
                                                 {"World\\d.txt", "patch 2 d", 0}};
    struct fixture f;
    fixture_start(&f);
    build(&f, "wow/Data/common.MPQ", base, 5);
    build(&f, "wow/Data/enUS/locale-enUS.MPQ", locale, 1);
    build(&f, "wow/Data/patch.MPQ", patch, 2);
    build(&f, "wow/Data/patch-2.MPQ", patch_2, 2);
    temporary_file(&f.data, "wow/Data/World/d.txt", "loose d");
    temporary_file(&f.data, "wow/Data/patch-4.MPQ/World/f.txt", "a folder for an archive");
    open_client(&f, "wow");
    holds(&f, "world/a.txt", "base a");
    holds(&f, "world/b.txt", "patch b");
    holds(&f, "world/c.txt", "patch 2 c");
    holds(&f, "world/d.txt", "loose d");
    holds(&f, "world/e.txt", "locale e");
    holds(&f, "world/f.txt", "a folder for an archive");
    comes_from(&f, "world/c.txt", "patch-2.MPQ:World/c.txt");
    lists(&f, "world/",
          "world/a.txt\nworld/b.txt\nworld/c.txt\nworld/d.txt\nworld/e.txt\nworld/f.txt\n");
    assert_int_equal(f.said.warnings, 0);
    fixture_stop(&f);
}

static void broken_archive_is_left_out_and_named(void **state)
{
    (void)state;
    static const struct packed_file base[] = {{"World\\a.txt", "base a", 0}};
    struct fixture f;
    fixture_start(&f);
    build(&f, "Data/common.MPQ", base, 1);
    temporary_file(&f.data, "Data/patch.MPQ", "broken");
    open_client(&f, "Data");
    holds(&f, "world/a.txt", "base a");
    assert_int_equal(f.said.warnings, 1);
    assert_non_null(strstr(f.said.file, "Data/patch.MPQ"));
    assert_non_null(strstr(f.said.last, "left out"));
    fixture_stop(&f);
}

static void updates_are_attached_with_their_prefixes(void **state)
{
    (void)state;
    static const struct packed_file world[] = {{"World\\a.txt", "world a", 0},
                                               {"World\\b.txt", "world b", 0}};
    static const struct packed_file art[] = {{"World\\c.txt", "art c", 0},
                                             {"World\\d.txt", "art d", 0}};
    static const struct packed_file both[] = {{"base\\World\\b.txt", "13164 b", 0},
                                              {"base\\World\\d.txt", "", MPQ_FILE_DELETE_MARKER},
                                              {"enUS\\World\\e.txt", "13164 e", 0}};
    static const struct packed_file update[] = {{"World\\c.txt", "14333 c", 0},
                                                {"World\\new.txt", "14333 new", 0}};
    static const struct packed_file locale[] = {{"World\\e.txt", "locale e", 0},
                                                {"World\\f.txt", "locale f", 0}};
    struct fixture f;
    fixture_start(&f);
    build(&f, "Data/world.MPQ", world, 2);
    build(&f, "Data/art.MPQ", art, 2);
    build(&f, "Data/wow-update-13164.MPQ", both, 3);
    build(&f, "Data/wow-update-base-14333.MPQ", update, 2);
    temporary_file(&f.data, "Data/wow-update-base-14480.MPQ", "broken");
    build(&f, "Data/enUS/locale-enUS.MPQ", locale, 2);
    open_client(&f, "");
    holds(&f, "world/a.txt", "world a");
    holds(&f, "world/b.txt", "13164 b");
    holds(&f, "world/c.txt", "14333 c");
    assert_false(assets_has(f.assets, "world/d.txt"));
    holds(&f, "world/e.txt", "13164 e");
    holds(&f, "world/f.txt", "locale f");
    holds(&f, "world/new.txt", "14333 new");
    comes_from(&f, "world/new.txt", "wow-update-base-14333.MPQ");
    comes_from(&f, "world/a.txt", "world.MPQ");
    assert_int_equal(f.said.warnings, 1);
    assert_non_null(strstr(f.said.file, "14480"));
    lists(&f, "world/",
          "world/a.txt\nworld/b.txt\nworld/c.txt\nworld/e.txt\nworld/f.txt\nworld/new.txt\n");
    fixture_stop(&f);
}

/* StormLib takes a patch of less than 100 bytes for none. */
#define FIRST "the first of two texts, long enough that a patch of it has its hundred bytes"
#define SECOND                                                                                     \
    "the second, which is made of the first, and of which the first is made once more, in a "      \
    "circle"

/* Adds to an archive the patch that makes one text of another. */
static void add_patch(HANDLE archive, const char *name, const char *old, const char *changed)
{
    struct buffer texts[2] = {{0}};
    struct buffer patch = {0};
    buffer_append(&texts[0], old, strlen(old));
    buffer_append(&texts[1], changed, strlen(changed));
    ptch_replace(&texts[0], &texts[1], &patch);
    mpq_add(archive, name, patch.data, patch.size, MPQ_FILE_COMPRESS | MPQ_FILE_PATCH_FILE);
    buffer_free(&texts[0]);
    buffer_free(&texts[1]);
    buffer_free(&patch);
}

/* Updates whose chain leads back to what a file was, or from it to itself: each archive is asked
 * once, and what an update fits is by its turn. One that does not fit is one line. */
static void updates_of_a_client_that_are_a_circle_end(void **state)
{
    (void)state;
    enum { UPDATES = 9 };
    static const struct packed_file world[] = {{"World\\circle.txt", FIRST, 0},
                                               {"World\\self.txt", FIRST, 0},
                                               {"World\\turn.txt", FIRST, 0}};
    struct fixture f;
    struct blob blob;
    fixture_start(&f);
    build(&f, "Data/world.MPQ", world, 3);
    for (unsigned i = 0; i < UPDATES; i++) {
        char name[64];
        char path[256];
        snprintf(name, sizeof name, "Data/wow-update-base-%u.MPQ", 15211 + i);
        temporary_file(&f.data, name, "");
        HANDLE archive =
            mpq_create_archive(temporary_path(&f.data, name, path), MPQ_CREATE_LISTFILE);
        add_patch(archive, "World\\circle.txt", i % 2 ? SECOND : FIRST, i % 2 ? FIRST : SECOND);
        add_patch(archive, "World\\self.txt", FIRST, FIRST);
        add_patch(archive, "World\\turn.txt", FIRST, SECOND);
        add_patch(archive, "World\\none.txt", i % 2 ? SECOND : FIRST, i % 2 ? FIRST : SECOND);
        assert_true(SFileCloseArchive(archive));
    }
    open_client(&f, "");
    holds(&f, "world/circle.txt", SECOND);
    holds(&f, "world/self.txt", FIRST);
    assert_int_equal(assets_read(f.assets, "world/turn.txt", &f.diag, &blob), ADTMAP_BAD_DATA);
    assert_string_equal(f.failure.what, "its update is of another file than there is");
    assert_non_null(strstr(f.failure.file, "World/turn.txt"));
    assert_false(assets_has(f.assets, "world/none.txt"));
    assert_int_equal(f.said.warnings, 0);
    fixture_stop(&f);
}

int test_client_mpq(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vanilla_order),
        cmocka_unit_test(burning_crusade_order),
        cmocka_unit_test(lich_king_order),
        cmocka_unit_test(every_pair_of_3_3_5_is_ordered_as_the_client_printed),
        cmocka_unit_test(cataclysm_order_and_prefixes),
        cmocka_unit_test(updates_before_the_new_base_are_left_out),
        cmocka_unit_test(patches_alone_make_no_client),
        cmocka_unit_test(of_two_locales_one_is_read_and_named),
        cmocka_unit_test(later_archives_and_loose_files_override),
        cmocka_unit_test(broken_archive_is_left_out_and_named),
        cmocka_unit_test(updates_are_attached_with_their_prefixes),
        cmocka_unit_test(updates_of_a_client_that_are_a_circle_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
