/* Tables of areas and liquids in the form that clients have them in since 8.0, and DBCs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/tables/db2_builder.h"
#include "formats/tables/table_records.h"

static struct adtmap_message failure;
static const struct diag diag = {"table", NULL, &failure};

static const struct db2_rows areas = {
    .version = '3',
    .layout = 0x22229BE7,
    .field_count = 4,
    .name_field = 1,
    .count = 2,
    .rows = {{12, "Elwynn Forest", {0, 0, 0, 0}}, {9, "Northshire Valley", {0, 0, 0, 12}}},
};

static const struct db2_rows liquids = {
    .version = '4',
    .layout = 0x95DB15B6,
    .field_count = 4,
    .count = 3,
    .rows = {{2, "Ocean", {0, 0, 0, 1}}, {900, "Lava", {0, 0, 0, 2}}, {901, "Other", {0, 0, 0, 9}}},
};

static enum adtmap_status read(const struct db2_rows *rows, enum table_kind kind,
                               struct buffer *bytes, struct table *table)
{
    db2_build(bytes, rows);
    return table_read(bytes->data, bytes->size, kind, &diag, table);
}

static void areas_have_names_and_zones(void **state)
{
    (void)state;
    for (char version = '2'; version <= '5'; version++) {
        struct db2_rows rows = areas;
        struct buffer bytes;
        struct table table;
        struct dbc_area area;
        rows.version = version;
        assert_int_equal(read(&rows, TABLE_AREAS, &bytes, &table), ADTMAP_OK);
        assert_int_equal(table_count(&table), 2);
        assert_true(table_find_area(&table, 9, &area));
        assert_string_equal(area.name, "Northshire Valley");
        assert_int_equal(area.parent, 12);
        assert_true(table_find_area(&table, 12, &area));
        assert_string_equal(area.name, "Elwynn Forest");
        assert_int_equal(area.parent, 0);
        assert_false(table_find_area(&table, 10, &area));
        buffer_free(&bytes);
    }
}

static void areas_may_be_copies(void **state)
{
    (void)state;
    for (char version = '2'; version <= '5'; version++) {
        struct db2_rows rows = areas;
        struct buffer bytes;
        struct table table;
        struct dbc_area area;
        rows.version = version;
        rows.copy_count = 2;
        memcpy(rows.copies, (const uint32_t[]){40, 9, 41, 13}, sizeof rows.copies);
        assert_int_equal(read(&rows, TABLE_AREAS, &bytes, &table), ADTMAP_OK);
        assert_int_equal(table_count(&table), 4);
        assert_true(table_find_area(&table, 40, &area));
        assert_string_equal(area.name, "Northshire Valley");
        assert_int_equal(area.id, 40);
        assert_false(table_find_area(&table, 41, &area));
        buffer_free(&bytes);
    }
}

static void map_of_an_area(void **state)
{
    struct db2_rows rows = areas;
    struct buffer bytes;
    struct table table;
    struct dbc_area area;
    (void)state;
    rows.rows[0].fields[2] = 530;
    assert_int_equal(read(&rows, TABLE_AREAS, &bytes, &table), ADTMAP_OK);
    assert_true(table_area_at(&table, 0, &area));
    assert_int_equal(area.map_id, 530);
    buffer_free(&bytes);
}

static void liquids_have_classes(void **state)
{
    static const enum dbc_liquid_class classes[] = {DBC_OCEAN, DBC_MAGMA, DBC_WATER};
    struct buffer bytes;
    struct table table;
    struct dbc_liquid liquid;
    (void)state;
    assert_int_equal(read(&liquids, TABLE_LIQUIDS, &bytes, &table), ADTMAP_OK);
    for (uint32_t i = 0; i < 3; i++) {
        assert_true(table_liquid_at(&table, i, &liquid));
        assert_int_equal(liquid.id, liquids.rows[i].id);
        assert_string_equal(liquid.name, liquids.rows[i].name);
        assert_int_equal(liquid.class, classes[i]);
    }
    assert_false(table_liquid_at(&table, 3, &liquid));
    buffer_free(&bytes);
}

/* The layouts of one table are not those of another. */
static void unknown_layouts_are_named(void **state)
{
    struct buffer bytes;
    struct table table;
    (void)state;
    assert_int_equal(read(&areas, TABLE_LIQUIDS, &bytes, &table), ADTMAP_UNSUPPORTED);
    assert_string_equal(failure.what, "layout 22229BE7 is no known layout of liquids");
    assert_int_equal(table_count(&table), 0);
    buffer_free(&bytes);
    assert_int_equal(read(&liquids, TABLE_AREAS, &bytes, &table), ADTMAP_UNSUPPORTED);
    assert_string_equal(failure.what, "layout 95DB15B6 is no known layout of areas");
    buffer_free(&bytes);
}

static void a_dbc_is_read_as_one(void **state)
{
    struct buffer bytes = {0};
    struct table table;
    struct dbc_liquid liquid;
    (void)state;
    buffer_append(&bytes, "WDBC", 4);
    db2_put(&bytes, (const uint32_t[]){1, 4, 16, 7, 21, 1, 2, 0}, 8);
    buffer_append(&bytes, "\0Slime", 7);
    assert_int_equal(table_read(bytes.data, bytes.size, TABLE_LIQUIDS, &diag, &table), ADTMAP_OK);
    assert_int_equal(table_count(&table), 1);
    assert_true(table_liquid_at(&table, 0, &liquid));
    assert_int_equal(liquid.id, 21);
    assert_string_equal(liquid.name, "Slime");
    assert_int_equal(liquid.class, DBC_SLIME);
    buffer_free(&bytes);
}

int test_table(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_have_names_and_zones),
        cmocka_unit_test(areas_may_be_copies),
        cmocka_unit_test(map_of_an_area),
        cmocka_unit_test(liquids_have_classes),
        cmocka_unit_test(unknown_layouts_are_named),
        cmocka_unit_test(a_dbc_is_read_as_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
