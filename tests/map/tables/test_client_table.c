/* Where the tables of a client are found, and what data without a readable one cost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "assets/data_fixture.h"
#include "formats/tables/db2_builder.h"
#include "formats/tables/dbc_builder.h"
#include "map/area_names.h"
#include "map/liquid_types.h"
#include "map/tables/client_table.h"

static const struct db2_rows areas = {
    .version = '3',
    .layout = 0x705C911D,
    .field_count = 4,
    .name_field = 1,
    .count = 1,
    .rows = {{12, "Elwynn Forest", {0, 0, 0, 0}}},
};

static const struct db2_rows liquids = {
    .version = '3',
    .layout = 0x4397CEE6,
    .field_count = 4,
    .count = 1,
    .rows = {{900, "Lava", {0, 0, 0, 2}}},
};

/* Writes the bytes, which it frees. */
static void put_bytes(struct fixture *f, const char *name, struct buffer bytes)
{
    char path[256];
    temporary_file(&f->data, name, "");
    FILE *file = fopen(temporary_path(&f->data, name, path), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    fclose(file);
    buffer_free(&bytes);
}

static void put_table(struct fixture *f, const char *name, const struct db2_rows *rows)
{
    struct buffer bytes;
    db2_build(&bytes, rows);
    put_bytes(f, name, bytes);
}

static void open_assets(struct fixture *f)
{
    const char *const path = f->data.path;
    temporary_file(&f->data, "World/Maps/A/A.wdt", "");
    assert_int_equal(assets_open(&path, 1, &f->diag, &f->assets), ADTMAP_OK);
}

/* Whether the data have an area of this id, with that name. */
static bool has_area(struct fixture *f, uint32_t id, const char *name)
{
    struct area_names names;
    struct dbc_area area;
    assert_int_equal(area_names_open(f->assets, &f->diag, &names), ADTMAP_OK);
    bool is_there = area_names_find(&names, id, &area);
    if (is_there) {
        assert_string_equal(area.name, name);
    }
    area_names_close(&names);
    return is_there;
}

/* Water, if the data have no liquid of this id. */
static enum liquid_class class_of(struct fixture *f, uint32_t id)
{
    struct liquid_types types;
    assert_int_equal(liquid_types_load(&types, f->assets, &(struct diag){.log = &f->log}),
                     ADTMAP_OK);
    enum liquid_class class = liquid_types_class(&types, id, LIQUID_WATER);
    liquid_types_free(&types);
    return class;
}

static void db2_is_read_where_there_is_no_dbc(void **state)
{
    struct fixture f;
    (void)state;
    fixture_start(&f);
    put_table(&f, "DBFilesClient/AreaTable.db2", &areas);
    put_table(&f, "DBFilesClient/LiquidType.db2", &liquids);
    open_assets(&f);
    assert_true(has_area(&f, 12, "Elwynn Forest"));
    assert_int_equal(class_of(&f, 900), LIQUID_MAGMA);
    assert_int_equal(f.said.warnings, 0);
    fixture_stop(&f);
}

/* All are magma. The last is left out, and a line says so. */
static void of_more_than_4096_liquids_the_rest_is_left_out(void **state)
{
    enum { FIELDS = 4, LIQUIDS = 4097 };
    struct fixture f;
    struct liquid_types types;
    struct dbc_bytes table = dbc_make(FIELDS, LIQUIDS);
    (void)state;
    for (uint32_t i = 0; i < LIQUIDS; i++) {
        set(&table, i, 0, i + 1);
    }
    dbc_end(&table);
    fixture_start(&f);
    put_bytes(&f, "DBFilesClient/LiquidType.dbc", table.bytes);
    buffer_free(&table.strings);
    open_assets(&f);
    assert_int_equal(liquid_types_load(&types, f.assets, &(struct diag){.log = &f.log}), ADTMAP_OK);
    assert_int_equal(types.count, 4096);
    assert_int_equal(liquid_types_class(&types, 4096, LIQUID_WATER), LIQUID_MAGMA);
    assert_int_equal(liquid_types_class(&types, 4097, LIQUID_WATER), LIQUID_WATER);
    liquid_types_free(&types);
    assert_int_equal(f.said.warnings, 1);
    fixture_stop(&f);
}

static void unknown_layout_is_one_warning(void **state)
{
    struct fixture f;
    (void)state;
    fixture_start(&f);
    put_table(&f, "DBFilesClient/AreaTable.db2", &liquids);
    open_assets(&f);
    assert_false(has_area(&f, 900, ""));
    assert_int_equal(f.said.warnings, 1);
    assert_string_equal(f.said.last,
                        "layout 4397CEE6 is no known layout of areas; areas go by their ids");
    fixture_stop(&f);
}

/* Files that have no name are found by the ids that clients give to the tables. */
static void tables_without_names_are_found_by_id(void **state)
{
    struct fixture f;
    (void)state;
    fixture_start(&f);
    put_table(&f, "1353545.db2", &areas);
    put_table(&f, "1371380.db2", &liquids);
    open_assets(&f);
    temporary_file(&f.data, "list.csv", "1353545;a/areas.db2\n1371380;a/liquids.db2\n");
    char list[256];
    assert_int_equal(
        assets_use_listfile(f.assets, temporary_path(&f.data, "list.csv", list), &f.diag),
        ADTMAP_OK);
    assert_true(has_area(&f, 12, "Elwynn Forest"));
    assert_int_equal(class_of(&f, 900), LIQUID_MAGMA);
    assert_int_equal(f.said.warnings, 0);
    fixture_stop(&f);
}

/* Clients of 7.x have zones' maps in another DB2 than those after them. */
static void the_table_of_earlier_clients_is_read(void **state)
{
    static const struct db2_rows frames = {.version = '2',
                                           .layout = 0xC7E90019,
                                           .field_count = 17,
                                           .count = 1,
                                           .rows = {{9, "Elwynn", {[7] = 12}}}};
    struct fixture f;
    struct blob blob;
    struct table table;
    (void)state;
    fixture_start(&f);
    put_table(&f, "DBFilesClient/WorldMapArea.db2", &frames);
    open_assets(&f);
    assert_int_equal(client_table_open(f.assets, TABLE_FRAMES, &f.diag, &blob, &table), ADTMAP_OK);
    assert_int_equal(table_count(&table), 1);
    assert_int_equal(f.said.warnings, 0);
    blob_release(&blob);
    fixture_stop(&f);
}

static void db2_is_read_where_the_dbc_cannot_be(void **state)
{
    struct fixture f;
    (void)state;
    fixture_start(&f);
    temporary_file(&f.data, "DBFilesClient/AreaTable.dbc", "WDBC and no more");
    put_table(&f, "DBFilesClient/AreaTable.db2", &areas);
    open_assets(&f);
    assert_true(has_area(&f, 12, "Elwynn Forest"));
    assert_int_equal(f.said.warnings, 1);
    assert_non_null(strstr(f.said.file, "AreaTable.dbc"));
    assert_non_null(strstr(f.said.last, "; DBFilesClient/AreaTable.db2 is read instead"));
    fixture_stop(&f);
}

static void two_unreadable_tables_are_one_warning(void **state)
{
    struct fixture f;
    (void)state;
    fixture_start(&f);
    temporary_file(&f.data, "DBFilesClient/AreaTable.dbc", "text");
    temporary_file(&f.data, "DBFilesClient/AreaTable.db2", "text");
    open_assets(&f);
    assert_false(has_area(&f, 12, ""));
    assert_int_equal(f.said.warnings, 1);
    assert_non_null(strstr(f.said.file, "AreaTable.dbc"));
    assert_string_equal(f.said.last, "not a DBC; areas go by their ids");
    fixture_stop(&f);
}

/* A folder in the place of the DB2 is a file that the system cannot read. */
static void a_failure_that_may_pass_is_that_of_its_own_table(void **state)
{
    struct fixture f;
    char path[256];
    (void)state;
    fixture_start(&f);
    temporary_file(&f.data, "DBFilesClient/AreaTable.dbc", "text");
    temporary_file(&f.data, "DBFilesClient/AreaTable.db2", "text");
    open_assets(&f);
    assert_true(assets_has(f.assets, "DBFilesClient/AreaTable.db2")); /* and goes on saying so */
    assert_int_equal(remove(temporary_path(&f.data, "DBFilesClient/AreaTable.db2", path)), 0);
    temporary_file(&f.data, "DBFilesClient/AreaTable.db2/file", "");
    struct blob blob;
    struct table table;
    assert_int_equal(client_table_open(f.assets, TABLE_AREAS, &f.diag, &blob, &table), ADTMAP_IO);
    assert_non_null(strstr(f.failure.file, "AreaTable.db2"));
    assert_int_equal(f.said.warnings, 0);
    fixture_stop(&f);
}

int test_client_table(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(db2_is_read_where_there_is_no_dbc),
        cmocka_unit_test(of_more_than_4096_liquids_the_rest_is_left_out),
        cmocka_unit_test(unknown_layout_is_one_warning),
        cmocka_unit_test(tables_without_names_are_found_by_id),
        cmocka_unit_test(the_table_of_earlier_clients_is_read),
        cmocka_unit_test(db2_is_read_where_the_dbc_cannot_be),
        cmocka_unit_test(two_unreadable_tables_are_one_warning),
        cmocka_unit_test(a_failure_that_may_pass_is_that_of_its_own_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
