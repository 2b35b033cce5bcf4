/* Flights and their courses in tables of clients since 7.3. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/tables/db2_builder.h"
#include "formats/tables/table_records.h"

static const struct diag quiet;

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void check_path(const struct buffer *bytes)
{
    struct table table;
    struct dbc_path path;
    assert_int_equal(table_read(bytes->data, bytes->size, TABLE_PATHS, &quiet, &table), ADTMAP_OK);
    assert_true(table_path_at(&table, 0, &path));
    assert_int_equal(path.id, 5);
    assert_int_equal(path.from, 70);
    assert_int_equal(path.to, 60);
    assert_false(table_path_at(&table, 1, &path));
}

static void check_waypoint(const struct buffer *bytes)
{
    struct table table;
    struct dbc_waypoint point;
    assert_int_equal(table_read(bytes->data, bytes->size, TABLE_WAYPOINTS, &quiet, &table),
                     ADTMAP_OK);
    assert_true(table_waypoint_at(&table, 0, &point));
    assert_int_equal(point.path, 5);
    assert_int_equal(point.index, 3);
    assert_int_equal(point.map_id, 571);
    assert_true(point.x == 250.5 && point.y == -1000);
    assert_false(table_waypoint_at(&table, 1, &point));
}

/* A table of one record with the id 5. Of the rest, fields at places have values. */
static struct db2_rows rows_of(uint32_t layout, uint32_t field_count)
{
    return (struct db2_rows){.version = '4',
                             .layout = layout,
                             .field_count = field_count,
                             .name_field = field_count - 1,
                             .count = 1,
                             .rows = {{.id = 5, .name = ""}}};
}

static void read_path(uint32_t layout, uint32_t from)
{
    struct buffer bytes;
    struct db2_rows rows = rows_of(layout, 4);
    rows.rows[0].fields[from] = 70;
    rows.rows[0].fields[from + 1] = 60;
    db2_build(&bytes, &rows);
    check_path(&bytes);
    buffer_free(&bytes);
}

static void paths_of_db2(void **state)
{
    (void)state;
    read_path(0xF44E2BF5, 0);
    read_path(0x419933CD, 0);
    read_path(0x3716BBCD, 1);
    read_path(0x0ECA5A01, 1);
    read_path(0x9B67699C, 1);
    read_path(0xA303DE51, 1);
}

/* The place is field 0, three numbers; other fields follow. */
static void read_waypoint(uint32_t layout, uint32_t path, uint32_t index, uint32_t map)
{
    struct buffer bytes;
    struct db2_rows rows = rows_of(layout, 9);
    rows.numbers[0] = 3;
    rows.rows[0].fields[0] = bits_of(250.5F);
    rows.rows[0].fields[1] = bits_of(-1000);
    rows.rows[0].fields[2 + path] = 5;
    rows.rows[0].fields[2 + index] = 3;
    rows.rows[0].fields[2 + map] = 571;
    db2_build(&bytes, &rows);
    check_waypoint(&bytes);
    buffer_free(&bytes);
}

static void waypoints_of_db2(void **state)
{
    (void)state;
    static const uint32_t layouts[] = {0xE28C3360, 0x7CC528A4, 0x6AC41B7B, 0xA20FF622,
                                       0xF1BEC205, 0xB70D1EE0, 0xFE362E70, 0x40CF66AF,
                                       0xAE1E94C6, 0xC38748B1, 0xD086E620, 0xBB94AA30};
    read_waypoint(0xD38E8C01, 1, 3, 2);
    read_waypoint(0xA5604F55, 1, 3, 2);
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        read_waypoint(layouts[i], 2, 3, 4);
    }
}

int test_db2_flights(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_of_db2),
        cmocka_unit_test(waypoints_of_db2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
