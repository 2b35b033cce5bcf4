/* Flights and their courses in tables of clients up to 6.2. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/tables/dbc_builder.h"
#include "formats/tables/table_records.h"

static struct adtmap_message failure;
static const struct diag diag = {.failure = &failure};

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static const uint32_t path_values[] = {5, 70, 60, 110};

/* A table of one record, which begins with these values. */
static struct dbc_bytes table_of(uint32_t fields, const uint32_t *values, uint32_t count)
{
    struct dbc_bytes built = dbc_make(fields, 1);
    for (uint32_t i = 0; i < count; i++) {
        set(&built, 0, i, values[i]);
    }
    dbc_end(&built);
    return built;
}

static struct dbc_bytes waypoint_table(uint32_t fields, float x)
{
    const uint32_t values[] = {9, 5, 3, 571, bits_of(x), bits_of(-1000), bits_of(20)};
    return table_of(fields, values, 7);
}

static enum adtmap_status read_table(const struct dbc_bytes *built, enum table_kind kind,
                                     struct table *table)
{
    return table_read(built->bytes.data, built->bytes.size, kind, &diag, table);
}

static void a_path_has_two_ends(void **state)
{
    (void)state;
    struct dbc_bytes built = table_of(4, path_values, 4);
    struct table table;
    struct dbc_path path;
    assert_int_equal(read_table(&built, TABLE_PATHS, &table), ADTMAP_OK);
    assert_true(table_path_at(&table, 0, &path));
    assert_int_equal(path.id, 5);
    assert_int_equal(path.from, 70);
    assert_int_equal(path.to, 60);
    assert_false(table_path_at(&table, 1, &path));
    dbc_free(&built);
}

static void waypoints_of_all_layouts_are_read(void **state)
{
    (void)state;
    static const uint32_t fields[] = {8, 9, 11};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        struct dbc_bytes built = waypoint_table(fields[i], 250.5F);
        struct table table;
        struct dbc_waypoint point;
        assert_int_equal(read_table(&built, TABLE_WAYPOINTS, &table), ADTMAP_OK);
        assert_true(table_waypoint_at(&table, 0, &point));
        assert_int_equal(point.path, 5);
        assert_int_equal(point.index, 3);
        assert_int_equal(point.map_id, 571);
        assert_true(point.x == 250.5 && point.y == -1000);
        assert_false(table_waypoint_at(&table, 1, &point));
        dbc_free(&built);
    }
}

static void unknown_layout_is_said_with_its_fields(void **state)
{
    (void)state;
    struct dbc_bytes built = table_of(5, path_values, 4);
    struct table table;
    struct dbc_path path;
    struct dbc_waypoint point;
    assert_int_equal(read_table(&built, TABLE_PATHS, &table), ADTMAP_UNSUPPORTED);
    assert_string_equal(failure.what,
                        "records of 5 fields and 20 bytes: no known layout of flight paths");
    assert_false(table_path_at(&table, 0, &path));
    assert_int_equal(read_table(&built, TABLE_WAYPOINTS, &table), ADTMAP_UNSUPPORTED);
    assert_string_equal(failure.what,
                        "records of 5 fields and 20 bytes: no known layout of courses of flights");
    assert_false(table_waypoint_at(&table, 0, &point));
    dbc_free(&built);
}

static void points_off_the_grid_are_left_out(void **state)
{
    (void)state;
    static const float wild[] = {NAN, INFINITY, -17067, 1e30F};
    for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
        struct dbc_bytes built = waypoint_table(11, wild[i]);
        struct table table;
        struct dbc_waypoint point;
        assert_int_equal(read_table(&built, TABLE_WAYPOINTS, &table), ADTMAP_OK);
        assert_false(table_waypoint_at(&table, 0, &point));
        dbc_free(&built);
    }
}

int test_dbc_flights(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_has_two_ends),
        cmocka_unit_test(waypoints_of_all_layouts_are_read),
        cmocka_unit_test(unknown_layout_is_said_with_its_fields),
        cmocka_unit_test(points_off_the_grid_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
