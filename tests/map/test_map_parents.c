/* Tiles that a map takes from its parents, by the client's table or by name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adtmap/adtmap.h"
#include "assets/temporary.h"
#include "formats/tables/dbc_builder.h"
#include "map/map.h"

enum { FIELDS = 22, FOLDER = 1, PARENT = 19, COSMETIC = 20 };

static const struct {
    const char *folder;
    uint32_t parent, cosmetic;
} maps[] = {
    {"Land", UINT32_MAX, UINT32_MAX}, /* 0 */
    {"Camp", 0, UINT32_MAX},          /* 1 */
    {"Night", 1, UINT32_MAX},         /* 2: a phase of a phase */
    {"Look", UINT32_MAX, 0},          /* 3 */
    {"Ring", 5, 5},                   /* 4 */
    {"Gnir", 4, UINT32_MAX},          /* 5 */
    {"Orphan", 99, UINT16_MAX},       /* 6 */
    {"Ninth", 8, UINT32_MAX},         /* 7: of a line of phases */
    {"Eighth", 9, UINT32_MAX},        /* 8 */
    {"Seventh", 10, UINT32_MAX},      /* 9 */
    {"Sixth", 11, UINT32_MAX},        /* 10 */
    {"Fifth", 12, UINT32_MAX},        /* 11 */
    {"Fourth", 13, UINT32_MAX},       /* 12 */
    {"Third", 2, UINT32_MAX},         /* 13 */
};

static struct temporary place;
static struct adtmap_data *data;
static struct adtmap_map *map;
static uint32_t warnings;
static char warning[256];

static void note(void *user, const struct adtmap_message *message)
{
    (void)user;
    if (!strstr(message->what, "missing")) { /* no map here has a WDT */
        warnings++;
        snprintf(warning, sizeof warning, "%s", message->what);
    }
}

static void write_table(void)
{
    const size_t count = sizeof maps / sizeof *maps;
    char path[256];
    struct dbc_bytes table = dbc_make(FIELDS, (uint32_t)count);
    for (uint32_t i = 0; i < count; i++) {
        set(&table, i, 0, i);
        set_text(&table, i, FOLDER, maps[i].folder);
        set(&table, i, PARENT, maps[i].parent);
        set(&table, i, COSMETIC, maps[i].cosmetic);
    }
    dbc_end(&table);
    temporary_file(&place, "DBFilesClient/Map.dbc", "");
    FILE *file = fopen(temporary_path(&place, "DBFilesClient/Map.dbc", path), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(table.bytes.data, 1, table.bytes.size, file), table.bytes.size);
    fclose(file);
    dbc_free(&table);
}

static int open_data(void **state)
{
    static const struct adtmap_log log = {note, NULL};
    (void)state;
    place = temporary_make();
    write_table();
    temporary_file(&place, "World/Maps/Land/Land_1_1.adt", "land 1");
    temporary_file(&place, "World/Maps/Land/Land_2_1.adt", "land 2");
    temporary_file(&place, "World/Maps/Land/Land_3_1.adt", "land 3");
    temporary_file(&place, "World/Maps/Camp/Camp_2_1.adt", "camp 2");
    temporary_file(&place, "World/Maps/Camp/Camp_3_1.adt", "camp 3");
    temporary_file(&place, "World/Maps/Night/Night_3_1.adt", "night 3");
    temporary_file(&place, "World/Maps/Look/Look_9_9.adt", "look");
    temporary_file(&place, "World/Maps/Ring/Ring_9_9.adt", "ring");
    temporary_file(&place, "World/Maps/Gnir/Gnir_8_9.adt", "gnir");
    temporary_file(&place, "World/Maps/Orphan/Orphan_9_9.adt", "orphan");
    for (size_t i = 7; i < sizeof maps / sizeof *maps; i++) {
        char name[64];
        snprintf(name, sizeof name, "World/Maps/%s/%s_9_9.adt", maps[i].folder, maps[i].folder);
        temporary_file(&place, name, "phase");
    }
    const char *const path = place.path;
    assert_int_equal(adtmap_data_open(&path, 1, &log, &data, NULL), ADTMAP_OK);
    return 0;
}

static int close_data(void **state)
{
    (void)state;
    adtmap_data_close(data);
    temporary_remove(&place);
    return 0;
}

static void open_with(const char *name, const char *parent)
{
    warnings = 0;
    assert_int_equal(adtmap_map_open(data, name, &map, NULL), ADTMAP_OK);
    assert_int_equal(adtmap_map_add_parents(map, parent, NULL), ADTMAP_OK);
}

static void tile_is(uint32_t x, uint32_t y, const char *text)
{
    const struct diag diag = {0};
    struct tile_files files;
    assert_true(adtmap_map_has_tile(map, x, y));
    assert_int_equal(map_read_tile(map, x, y, &diag, &files), ADTMAP_OK);
    assert_int_equal(files.adt.root.size, strlen(text));
    assert_memory_equal(files.adt.root.data, text, strlen(text));
    tile_files_release(&files);
}

static void the_nearest_parent_gives_a_tile(void **state)
{
    (void)state;
    open_with("Night", "auto");
    assert_int_equal(warnings, 0);
    tile_is(3, 1, "night 3");
    tile_is(2, 1, "camp 2");
    tile_is(1, 1, "land 1");
    assert_false(adtmap_map_has_tile(map, 4, 1));
    assert_ptr_equal(map_of_tile(map, 3, 1), map);
    assert_string_equal(map_of_tile(map, 2, 1)->name, "Camp");
    assert_string_equal(map_of_tile(map, 1, 1)->name, "Land");
    adtmap_map_close(map);
}

static void a_cosmetic_parent_counts(void **state)
{
    (void)state;
    open_with("Look", "auto");
    tile_is(9, 9, "look");
    tile_is(2, 1, "land 2");
    adtmap_map_close(map);
}

static void a_parent_has_a_name_and_its_own_parents(void **state)
{
    (void)state;
    open_with("Orphan", "camp");
    assert_int_equal(warnings, 0);
    tile_is(9, 9, "orphan");
    tile_is(2, 1, "camp 2");
    tile_is(1, 1, "land 1");
    assert_int_equal(adtmap_map_add_parents(map, "land", NULL), ADTMAP_BAD_ARGUMENT);
    adtmap_map_close(map);
}

static void a_circle_ends_with_one_warning(void **state)
{
    (void)state;
    open_with("Ring", "auto");
    assert_int_equal(warnings, 1);
    assert_non_null(strstr(warning, "its parent Ring leads in a circle"));
    tile_is(9, 9, "ring");
    tile_is(8, 9, "gnir");
    adtmap_map_close(map);
    open_with("Land", "Land");
    assert_int_equal(warnings, 1);
    adtmap_map_close(map);
}

static void of_nine_parents_the_last_is_left_out(void **state)
{
    (void)state;
    open_with("Eighth", "auto");
    assert_int_equal(warnings, 0);
    tile_is(1, 1, "land 1");
    adtmap_map_close(map);
    open_with("Ninth", "auto");
    assert_int_equal(warnings, 1);
    assert_string_equal(warning, "more than 8 parents; id:0 is left out");
    tile_is(2, 1, "camp 2");
    assert_false(adtmap_map_has_tile(map, 1, 1));
    adtmap_map_close(map);
}

static void a_missing_parent_is_one_warning(void **state)
{
    (void)state;
    open_with("Orphan", "auto"); /* -1 in 16 bits is none, too */
    assert_int_equal(warnings, 1);
    assert_non_null(strstr(warning, "its parent: no map with id 99"));
    tile_is(9, 9, "orphan");
    adtmap_map_close(map);
    open_with("Land", "Lnad");
    assert_int_equal(warnings, 1);
    assert_non_null(strstr(warning, "similar names: Land"));
    adtmap_map_close(map);
}

/* What WDTs say of tiles differs between a map and its parent; so the shard's plan must. */
static void parents_are_part_of_what_the_map_is(void **state)
{
    (void)state;
    open_with("Night", "auto");
    const struct hash128 with = map_wdt_hash(map);
    adtmap_map_close(map);
    assert_int_equal(adtmap_map_open(data, "Night", &map, NULL), ADTMAP_OK);
    const struct hash128 without = map_wdt_hash(map);
    assert_memory_not_equal(&with, &without, sizeof with);
    adtmap_map_close(map);
}

int test_map_parents(void);
int test_map_parents(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_parent_gives_a_tile),
        cmocka_unit_test(a_cosmetic_parent_counts),
        cmocka_unit_test(a_parent_has_a_name_and_its_own_parents),
        cmocka_unit_test(a_circle_ends_with_one_warning),
        cmocka_unit_test(of_nine_parents_the_last_is_left_out),
        cmocka_unit_test(a_missing_parent_is_one_warning),
        cmocka_unit_test(parents_are_part_of_what_the_map_is),
    };
    return cmocka_run_group_tests(tests, open_data, close_data);
}
