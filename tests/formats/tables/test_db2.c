/* DB2: the table of maps that the demo writes, sections, encryption, and hostile sizes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "demo/pack/map_table.h"
#include "formats/tables/table_records.h"

enum {
    AT_COUNT = 4,
    AT_LAYOUT = 24,
    AT_SECTIONS = 68,
    AT_FLAGS = 40,
    AT_SECTION = 72,
    AT_SECTION_COUNT = 84,
    AT_SECTION_OFFSET = 80,
    SECTION_BYTES = 40
};

static struct adtmap_message failure;
static unsigned warnings;

static void note(void *user, const struct adtmap_message *message)
{
    (void)user;
    (void)message;
    warnings++;
}

static const struct adtmap_log counting = {note, NULL};
static const struct diag diag = {"Map.db2", &counting, &failure};

static const struct map_table maps = {
    .count = 3,
    .rows = {{0, "Azeroth", "Eastern Kingdoms", 0, 775971},
             {389, "OrgrimmarInstance", "Ragefire Chasm", 1, 789115},
             {30, "PVPZone01", "Alterac Valley", 2, 0}},
};

static void build(struct buffer *out)
{
    *out = (struct buffer){0};
    map_table_write_wdc3(out, &maps);
    warnings = 0;
}

static void check_rows(const struct table *table)
{
    struct dbc_map map;
    for (uint32_t i = 0; i < maps.count; i++) {
        assert_true(table_map_at(table, i, &map));
        assert_int_equal(map.id, maps.rows[i].id);
        assert_string_equal(map.folder, maps.rows[i].folder);
        assert_string_equal(map.name, maps.rows[i].name);
        assert_int_equal(map.instance, maps.rows[i].instance);
        assert_int_equal(map.wdt_file_id, maps.rows[i].wdt_file_id);
    }
    assert_false(table_map_at(table, maps.count, &map));
}

static void test_maps_of_a_table(void **state)
{
    struct buffer bytes;
    struct table table;
    (void)state;
    build(&bytes);
    assert_int_equal(table_read(bytes.data, bytes.size, TABLE_MAPS, &diag, &table), ADTMAP_OK);
    check_rows(&table);
    assert_int_equal(warnings, 0);
    buffer_free(&bytes);
}

/* WDC5 has its schema's name in the header, which moves all that follows. */
static void test_schema_of_wdc5(void **state)
{
    struct buffer bytes;
    struct buffer moved = {0};
    struct table table;
    uint8_t schema[132] = {5};
    (void)state;
    build(&bytes);
    buffer_append(&moved, "WDC5", 4);
    buffer_append(&moved, schema, sizeof schema);
    buffer_append(&moved, bytes.data + 4, bytes.size - 4);
    moved.data[AT_SECTION_OFFSET + 132] = (uint8_t)(bytes.data[AT_SECTION_OFFSET] + 132);
    moved.data[AT_SECTION_OFFSET + 133] =
        (uint8_t)(bytes.data[AT_SECTION_OFFSET + 1] + (bytes.data[AT_SECTION_OFFSET] + 132) / 256);
    assert_int_equal(table_read(moved.data, moved.size, TABLE_MAPS, &diag, &table), ADTMAP_OK);
    check_rows(&table);
    buffer_free(&bytes);
    buffer_free(&moved);
}

/* Without the key a storage gives zeros. */
static void test_section_without_its_key_is_left_out(void **state)
{
    struct buffer bytes;
    struct table table;
    struct dbc_map map;
    (void)state;
    build(&bytes);
    size_t at = bytes.data[AT_SECTION_OFFSET] + 256 * (size_t)bytes.data[AT_SECTION_OFFSET + 1];
    bytes.data[AT_SECTION] = 1;
    memset(bytes.data + at, 0, bytes.size - at);
    assert_int_equal(table_read(bytes.data, bytes.size, TABLE_MAPS, &diag, &table), ADTMAP_OK);
    assert_false(table_map_at(&table, 0, &map));
    assert_int_equal(warnings, 0);
    buffer_free(&bytes);
}

static void test_section_whose_key_was_given_is_read(void **state)
{
    struct buffer bytes;
    struct table table;
    (void)state;
    build(&bytes);
    bytes.data[AT_SECTION] = 1;
    assert_int_equal(table_read(bytes.data, bytes.size, TABLE_MAPS, &diag, &table), ADTMAP_OK);
    check_rows(&table);
    assert_int_equal(warnings, 0);
    buffer_free(&bytes);
}

static void test_unknown_layout_is_named(void **state)
{
    struct buffer bytes;
    struct table table;
    struct dbc_map map;
    (void)state;
    build(&bytes);
    bytes.data[AT_LAYOUT] = 0x18;
    assert_int_equal(table_read(bytes.data, bytes.size, TABLE_MAPS, &diag, &table),
                     ADTMAP_UNSUPPORTED);
    assert_non_null(strstr(failure.what, "layout B290D218"));
    assert_false(table_map_at(&table, 0, &map));
    buffer_free(&bytes);
}

static void test_other_versions_are_named(void **state)
{
    struct buffer bytes;
    struct table db2;
    (void)state;
    build(&bytes);
    memcpy(bytes.data, "WDB4", 4);
    assert_int_equal(table_read_cells(bytes.data, bytes.size, &diag, &db2), ADTMAP_UNSUPPORTED);
    assert_non_null(strstr(failure.what, "a WDB4 table"));
    memcpy(bytes.data, "WDC3", 4);
    bytes.data[AT_FLAGS] |= 1;
    assert_int_equal(table_read_cells(bytes.data, bytes.size, &diag, &db2), ADTMAP_UNSUPPORTED);
    assert_int_equal(table_read_cells(bytes.data, 2, &diag, &db2), ADTMAP_BAD_DATA);
    buffer_free(&bytes);
}

/* Whatever is cut off: nothing is read beyond the end, and no record is half there. */
static void test_cut_anywhere(void **state)
{
    struct buffer bytes;
    (void)state;
    build(&bytes);
    for (size_t size = 0; size < bytes.size; size++) {
        struct table table;
        struct dbc_map map;
        uint8_t *copy = malloc(size + 1);
        assert_non_null(copy);
        memcpy(copy, bytes.data, size);
        if (table_read(copy, size, TABLE_MAPS, &diag, &table) == ADTMAP_OK) {
            assert_false(table_map_at(&table, 0, &map));
        }
        free(copy);
    }
    buffer_free(&bytes);
}

static void test_claimed_counts_take_no_time(void **state)
{
    struct buffer bytes;
    struct table db2;
    struct table table;
    (void)state;
    build(&bytes);
    memset(bytes.data + AT_COUNT, 0xFF, 4);
    assert_int_equal(table_read_cells(bytes.data, bytes.size, &diag, &db2), ADTMAP_LIMIT);
    buffer_free(&bytes);
    build(&bytes);
    memset(bytes.data + AT_SECTION_COUNT, 0xFF, 4);
    assert_int_equal(table_read(bytes.data, bytes.size, TABLE_MAPS, &diag, &table), ADTMAP_OK);
    check_rows(&table);
    buffer_free(&bytes);
}

/* Sections of nothing stand before the one that has the records. */
static void test_of_more_than_64_sections_the_rest_is_left_out(void **state)
{
    (void)state;
    for (uint32_t count = 64; count <= 65; count++) {
        struct buffer bytes;
        struct buffer more = {0};
        struct table table;
        struct dbc_map map;
        size_t added = (size_t)(count - 1) * SECTION_BYTES;
        build(&bytes);
        buffer_append(&more, bytes.data, AT_SECTION);
        memset(buffer_extend(&more, added), 0, added);
        buffer_append(&more, bytes.data + AT_SECTION, bytes.size - AT_SECTION);
        size_t offset = (size_t)bytes.data[AT_SECTION_OFFSET] +
                        256 * (size_t)bytes.data[AT_SECTION_OFFSET + 1] + added;
        more.data[AT_SECTIONS] = (uint8_t)count;
        more.data[AT_SECTION_OFFSET + added] = (uint8_t)offset;
        more.data[AT_SECTION_OFFSET + added + 1] = (uint8_t)(offset >> 8);
        assert_int_equal(table_read(more.data, more.size, TABLE_MAPS, &diag, &table), ADTMAP_OK);
        assert_int_equal(warnings, count - 64);
        if (count == 64) {
            check_rows(&table);
        } else {
            assert_false(table_map_at(&table, 0, &map));
        }
        buffer_free(&bytes);
        buffer_free(&more);
    }
}

int test_db2(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_maps_of_a_table),
        cmocka_unit_test(test_schema_of_wdc5),
        cmocka_unit_test(test_section_without_its_key_is_left_out),
        cmocka_unit_test(test_section_whose_key_was_given_is_read),
        cmocka_unit_test(test_unknown_layout_is_named),
        cmocka_unit_test(test_other_versions_are_named),
        cmocka_unit_test(test_cut_anywhere),
        cmocka_unit_test(test_claimed_counts_take_no_time),
        cmocka_unit_test(test_of_more_than_64_sections_the_rest_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
