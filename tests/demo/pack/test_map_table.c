/* The table of maps of each client that the demo world is packed for, as the readers see it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "demo/pack/map_table.h"
#include "formats/tables/table_records.h"

static struct adtmap_message failure;
static const struct diag diag = {"Map", NULL, &failure};

static void make_maps(struct map_table *maps)
{
    *maps = (struct map_table){0};
    map_table_add_file(maps, "World/Maps/Demo/Demo.wdt", 775971);
    map_table_add_file(maps, "World/Maps/Demo/Demo_31_31.adt", 775972);
    map_table_add_file(maps, "Tileset/Demo.wdt", 775973);
    map_table_add_file(maps, "World/Maps/Hall/Hall.wdt", 789115);
    maps->rows[1].instance = 1;
}

/* Reads the table, frees its bytes, and compares what all versions have. */
static void check_maps(struct buffer *bytes, bool has_instance, bool has_wdt)
{
    struct table table;
    struct dbc_map map;
    assert_false(bytes->failed);
    assert_int_equal(table_read(bytes->data, bytes->size, TABLE_MAPS, &diag, &table), ADTMAP_OK);
    assert_int_equal(table_count(&table), 2);
    assert_true(table_map_at(&table, 0, &map));
    assert_int_equal(map.id, 0);
    assert_string_equal(map.folder, "Demo");
    assert_string_equal(map.name, "The Demo");
    assert_true(table_map_at(&table, 1, &map));
    assert_int_equal(map.id, 1);
    assert_string_equal(map.folder, "Hall");
    assert_string_equal(map.name, "The Hall");
    assert_int_equal(map.instance, has_instance ? DBC_INSTANCE_PARTY : DBC_INSTANCE_UNKNOWN);
    assert_int_equal(map.wdt_file_id, has_wdt ? 789115 : 0);
    buffer_free(bytes);
}

/* 0.5.3, 1.12, 3.3.5, 4.3.4, 5.4.8. */
static void dbcs_name_the_maps(void **state)
{
    (void)state;
    static const struct map_dbc_shape shapes[] = {
        {13, 4, 0}, {42, 4, 0}, {66, 5, 59}, {20, 6, 0}, {19, 5, 0}};
    struct map_table maps;
    make_maps(&maps);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct buffer bytes = {0};
        map_table_write_dbc(&bytes, &maps, &shapes[i]);
        check_maps(&bytes, shapes[i].fields > 13, false);
    }
}

static void db2_of_7_3_names_the_maps(void **state)
{
    (void)state;
    struct map_table maps;
    struct buffer bytes = {0};
    make_maps(&maps);
    map_table_write_wdc1(&bytes, &maps);
    check_maps(&bytes, true, false);
}

static void db2_of_8_2_names_the_maps_and_their_files(void **state)
{
    (void)state;
    struct map_table maps;
    struct buffer bytes = {0};
    make_maps(&maps);
    map_table_write_wdc3(&bytes, &maps);
    check_maps(&bytes, true, true);
}

int test_map_table(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dbcs_name_the_maps),
        cmocka_unit_test(db2_of_7_3_names_the_maps),
        cmocka_unit_test(db2_of_8_2_names_the_maps_and_their_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
