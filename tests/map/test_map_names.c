/* Maps by folder and by id, and the spelling of folders. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adtmap/adtmap.h"
#include "assets/data_fixture.h"
#include "base/buffer.h"
#include "map/map.h"
#include "map/map_names.h"

/* Map.dbc of 4.0: the id is field 0, the folder field 1, the name field 5. */
enum { FIELDS = 19, FOLDER = 1, NAME = 5, MAPS = 3 };

static const struct {
    uint32_t id;
    const char *folder, *name;
} maps[MAPS] = {{0, "Azeroth", "Eastern Kingdoms"},
                {571, "Northrend", "Northrend"},
                {33, "Shadowfang", "Shadowfang Keep"}};

static uint32_t add_text(struct buffer *texts, const char *text)
{
    uint32_t at = (uint32_t)texts->size;
    buffer_append(texts, text, strlen(text) + 1);
    return at;
}

static void build_table(struct buffer *file)
{
    struct buffer texts = {0};
    struct buffer records = {0};
    buffer_u8(&texts, 0);
    for (size_t i = 0; i < MAPS; i++) {
        uint32_t fields[FIELDS] = {maps[i].id};
        fields[FOLDER] = add_text(&texts, maps[i].folder);
        fields[NAME] = add_text(&texts, maps[i].name);
        for (size_t k = 0; k < FIELDS; k++) {
            buffer_u32le(&records, fields[k]);
        }
    }
    buffer_append(file, "WDBC", 4);
    const uint32_t head[] = {MAPS, FIELDS, 4 * FIELDS, (uint32_t)texts.size};
    for (size_t i = 0; i < 4; i++) {
        buffer_u32le(file, head[i]);
    }
    buffer_append(file, records.data, records.size);
    buffer_append(file, texts.data, texts.size);
    buffer_free(&records);
    buffer_free(&texts);
}

/* Names without a blob: the table borrows `file`. */
static struct map_names names_in(const struct buffer *file)
{
    const struct diag nobody = {0};
    struct map_names names = {0};
    assert_int_equal(table_read(file->data, file->size, TABLE_MAPS, &nobody, &names.table),
                     ADTMAP_OK);
    return names;
}

static void maps_are_found_by_folder_and_by_id(void **state)
{
    struct buffer file = {0};
    struct dbc_map map;
    (void)state;
    build_table(&file);
    struct map_names names = names_in(&file);
    assert_int_equal(map_names_count(&names), MAPS);
    for (uint32_t i = 0; i < MAPS; i++) {
        assert_true(map_names_at(&names, i, &map));
        assert_string_equal(map.name, maps[i].name);
        assert_true(map_names_find(&names, maps[i].folder, &map));
        assert_int_equal(map.id, maps[i].id);
        assert_true(map_names_find_id(&names, maps[i].id, &map));
        assert_string_equal(map.folder, maps[i].folder);
    }
    assert_true(map_names_find(&names, "sHADOWFANG", &map));
    assert_int_equal(map.id, 33);
    assert_false(map_names_find(&names, "Shadow", &map));
    assert_false(map_names_find_id(&names, 1, &map));
    assert_false(map_names_at(&names, MAPS, &map));
    buffer_free(&file);
}

static void only_folders_without_capitals_are_spelled_by_the_table(void **state)
{
    struct buffer file = {0};
    char lower[] = "northrend";
    char mixed[] = "NorthRend";
    char unknown[] = "outland";
    (void)state;
    build_table(&file);
    struct map_names names = names_in(&file);
    map_names_spell(&names, lower);
    map_names_spell(&names, mixed);
    map_names_spell(&names, unknown);
    assert_string_equal(lower, "Northrend");
    assert_string_equal(mixed, "NorthRend");
    assert_string_equal(unknown, "outland");
    buffer_free(&file);
}

/* The name that players know leads to the folder, in any case, unless two maps have it. */
static void a_map_opens_by_the_name_that_players_know(void **state)
{
    static const struct {
        const char *asked, *folder;
    } cases[] = {{"Shadowfang Keep", "Shadowfang"}, {"shadowFANG keep", "Shadowfang"},
                 {"Shadowfang", "Shadowfang"},      {"id:33", "Shadowfang"},
                 {"Eastern Kingdoms", NULL}, /* its folder is not in the data */
                 {"Shadowfang  Keep", NULL}};
    struct temporary place = temporary_make();
    struct buffer file = {0};
    struct adtmap_data *data;
    char path[256];
    (void)state;
    build_table(&file);
    temporary_file(&place, "World/Maps/Shadowfang/Shadowfang.wdt", "");
    temporary_file(&place, "World/Maps/Shadowfang/Shadowfang_3_4.adt", "");
    temporary_file(&place, "DBFilesClient/Map.dbc", "");
    FILE *table = fopen(temporary_path(&place, "DBFilesClient/Map.dbc", path), "wb");
    assert_non_null(table);
    assert_int_equal(fwrite(file.data, 1, file.size, table), file.size);
    assert_int_equal(fclose(table), 0);
    const char *const root = place.path;
    assert_int_equal(adtmap_data_open(&root, 1, NULL, &data, NULL), ADTMAP_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct adtmap_map *map;
        enum adtmap_status status = adtmap_map_open(data, cases[i].asked, &map, NULL);
        assert_int_equal(status, cases[i].folder ? ADTMAP_OK : ADTMAP_NOT_FOUND);
        if (cases[i].folder) {
            assert_string_equal(map->name, cases[i].folder);
        }
        adtmap_map_close(map);
    }
    adtmap_data_close(data);
    buffer_free(&file);
    temporary_remove(&place);
}

static void data_without_a_table_name_no_maps(void **state)
{
    struct fixture f;
    struct map_names names;
    struct dbc_map map;
    char folder[] = "azeroth";
    (void)state;
    fixture_start(&f);
    const char *const path = f.data.path;
    temporary_file(&f.data, "World/Maps/A/A.wdt", "");
    assert_int_equal(assets_open(&path, 1, &f.diag, &f.assets), ADTMAP_OK);
    assert_int_equal(map_names_open(f.assets, &f.diag, &names), ADTMAP_OK);
    assert_int_equal(map_names_count(&names), 0);
    assert_false(map_names_find(&names, "Azeroth", &map));
    assert_false(map_names_find_id(&names, 0, &map));
    map_names_spell(&names, folder);
    assert_string_equal(folder, "azeroth");
    map_names_close(&names);
    assert_int_equal(f.said.warnings, 0);
    fixture_stop(&f);
}

int test_map_names(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_are_found_by_folder_and_by_id),
        cmocka_unit_test(only_folders_without_capitals_are_spelled_by_the_table),
        cmocka_unit_test(a_map_opens_by_the_name_that_players_know),
        cmocka_unit_test(data_without_a_table_name_no_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
