/* Flights and their courses in tables of clients up to 6.2. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/tables/dbc_builder.h"
#include "formats/tables/dbc_flights.h"

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
static struct table table_of(uint32_t fields, const uint32_t *values, uint32_t count)
{
    struct table table = table_make(fields, 1);
    for (uint32_t i = 0; i < count; i++) {
        set(&table, 0, i, values[i]);
    }
    table_end(&table);
    return table;
}

static struct table waypoint_table(uint32_t fields, float x)
{
    const uint32_t values[] = {9, 5, 3, 571, bits_of(x), bits_of(-1000), bits_of(20)};
    return table_of(fields, values, 7);
}

static struct dbc read_table(const struct table *table)
{
    struct dbc dbc;
    assert_int_equal(dbc_read(table->bytes.data, table->bytes.size, &diag, &dbc), ADTMAP_OK);
    return dbc;
}

static void a_path_has_two_ends(void **state)
{
    (void)state;
    struct table table = table_of(4, path_values, 4);
    struct dbc dbc = read_table(&table);
    struct dbc_path path;
    assert_int_equal(dbc_paths_check(&dbc, &diag), ADTMAP_OK);
    assert_true(dbc_path_at(&dbc, 0, &path));
    assert_int_equal(path.id, 5);
    assert_int_equal(path.from, 70);
    assert_int_equal(path.to, 60);
    assert_false(dbc_path_at(&dbc, 1, &path));
    table_free(&table);
}

static void waypoints_of_all_layouts_are_read(void **state)
{
    (void)state;
    static const uint32_t fields[] = {8, 9, 11};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        struct table table = waypoint_table(fields[i], 250.5F);
        struct dbc dbc = read_table(&table);
        struct dbc_waypoint point;
        assert_int_equal(dbc_waypoints_check(&dbc, &diag), ADTMAP_OK);
        assert_true(dbc_waypoint_at(&dbc, 0, &point));
        assert_int_equal(point.path, 5);
        assert_int_equal(point.index, 3);
        assert_int_equal(point.map_id, 571);
        assert_true(point.x == 250.5 && point.y == -1000);
        assert_false(dbc_waypoint_at(&dbc, 1, &point));
        table_free(&table);
    }
}

static void unknown_layout_is_said_with_its_fields(void **state)
{
    (void)state;
    struct table table = table_of(5, path_values, 4);
    struct dbc dbc = read_table(&table);
    struct dbc_path path;
    struct dbc_waypoint point;
    assert_int_equal(dbc_paths_check(&dbc, &diag), ADTMAP_UNSUPPORTED);
    assert_string_equal(failure.what,
                        "records of 5 fields and 20 bytes: no known layout of flight paths");
    assert_int_equal(dbc_waypoints_check(&dbc, &diag), ADTMAP_UNSUPPORTED);
    assert_string_equal(failure.what,
                        "records of 5 fields and 20 bytes: no known layout of courses of flights");
    assert_false(dbc_path_at(&dbc, 0, &path));
    assert_false(dbc_waypoint_at(&dbc, 0, &point));
    table_free(&table);
}

static void points_off_the_grid_are_left_out(void **state)
{
    (void)state;
    static const float wild[] = {NAN, INFINITY, -17067, 1e30F};
    for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
        struct table table = waypoint_table(11, wild[i]);
        struct dbc dbc = read_table(&table);
        struct dbc_waypoint point;
        assert_false(dbc_waypoint_at(&dbc, 0, &point));
        table_free(&table);
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
