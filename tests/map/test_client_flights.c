/* Flights between the flight masters of a map, in tables of 3.3.5. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "assets/data_fixture.h"
#include "formats/tables/dbc_builder.h"
#include "map/client_flights.h"
#include "map/table_files.h"

enum { LAND = 1, CAVE = 30 };

static void put_maps(struct fixture *f)
{
    struct dbc_bytes maps = dbc_make(66, 2);
    set(&maps, 0, 0, LAND);
    set_text(&maps, 0, 1, "Land");
    set(&maps, 1, 0, CAVE);
    set_text(&maps, 1, 1, "Cave");
    put_table(f, "DBFilesClient/Map.dbc", &maps, 0);
}

/* Nodes 10, 20 and so on, at X 10, 20 and Y 1; of them, 40 is in Cave and 50 is a ship's. */
static void put_nodes(struct fixture *f)
{
    static const char *const names[] = {"Port", "Hill", "Fort", "Lift", "Ship"};
    struct dbc_bytes nodes = dbc_make(24, 5);
    for (uint32_t i = 0; i < 5; i++) {
        set(&nodes, i, 0, 10 * (i + 1));
        set(&nodes, i, 1, i == 3 ? CAVE : LAND);
        set_float(&nodes, i, 2, 10 * (float)(i + 1));
        set_float(&nodes, i, 3, 1);
        set_text(&nodes, i, 5, names[i]);
        set(&nodes, i, 22, i != 4);
    }
    put_table(f, "DBFilesClient/TaxiNodes.dbc", &nodes, 0);
}

static void start(struct fixture *f)
{
    fixture_start(f);
    put_maps(f);
    put_nodes(f);
}

/* id, from, to. */
static void put_paths(struct fixture *f, const uint32_t (*paths)[3], uint32_t count)
{
    struct dbc_bytes table = dbc_make(4, count);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            set(&table, i, k, paths[i][k]);
        }
    }
    put_table(f, "DBFilesClient/TaxiPath.dbc", &table, 0);
}

/* path, index, map, X. */
static void put_points(struct fixture *f, const uint32_t (*points)[4], uint32_t count)
{
    struct dbc_bytes table = dbc_make(11, count);
    for (uint32_t i = 0; i < count; i++) {
        set(&table, i, 0, i + 1);
        set(&table, i, 1, points[i][0]);
        set(&table, i, 2, points[i][1]);
        set(&table, i, 3, points[i][2]);
        set_float(&table, i, 4, (float)points[i][3]);
    }
    put_table(f, "DBFilesClient/TaxiPathNode.dbc", &table, 0);
}

static void print(void *user, const struct client_flight *flight)
{
    char *text = user;
    sprintf(text + strlen(text), "%s-%s", flight->from, flight->to);
    for (size_t i = 0; i < flight->count; i++) {
        sprintf(text + strlen(text), " %.0f,%.0f", flight->points[i].x, flight->points[i].y);
    }
    strcat(text, "; ");
}

/* What is visited of a map, as text. */
static void list(struct fixture *f, const char *folder, char text[256])
{
    text[0] = '\0';
    open_tables(f);
    assert_int_equal(client_flights_visit(f->assets, folder, &f->diag, print, text), ADTMAP_OK);
}

static void both_directions_are_one_flight(void **state)
{
    static const uint32_t paths[][3] = {
        {7, 20, 10}, {8, 10, 20}, {3, 20, 30}, {9, 30, 20}, {6, 10, 10}};
    struct fixture f;
    char text[256];
    (void)state;
    start(&f);
    put_paths(&f, paths, 5);
    list(&f, "land", text);
    assert_string_equal(text, "Hill-Fort 20,1 30,1; Hill-Port 20,1 10,1; ");
    assert_int_equal(f.said.warnings, 0);
    fixture_stop(&f);
}

static void flights_to_other_maps_and_of_ships_are_left_out(void **state)
{
    static const uint32_t paths[][3] = {{1, 10, 40}, {2, 40, 10}, {3, 10, 50}, {4, 10, 999}};
    struct fixture f;
    char text[256];
    (void)state;
    start(&f);
    put_paths(&f, paths, 4);
    list(&f, "Land", text);
    assert_string_equal(text, "");
    list(&f, "Cave", text);
    assert_string_equal(text, "");
    list(&f, "Unlisted", text);
    assert_string_equal(text, "");
    fixture_stop(&f);
}

static void a_course_is_in_the_order_of_its_indices(void **state)
{
    static const uint32_t paths[][3] = {{2, 20, 30}, {1, 10, 20}};
    static const uint32_t points[][4] = {{2, 1, LAND, 31}, {1, 2, LAND, 13},   {1, 0, LAND, 11},
                                         {9, 0, LAND, 90}, {1, 1, LAND, 12},   {1, 3, CAVE, 77},
                                         {2, 0, LAND, 30}, {1, 4, LAND, 99999}};
    struct fixture f;
    char text[256];
    (void)state;
    start(&f);
    put_paths(&f, paths, 2);
    put_points(&f, points, 8);
    list(&f, "Land", text);
    assert_string_equal(text, "Port-Hill 11,0 12,0 13,0; Hill-Fort 30,0 31,0; ");
    fixture_stop(&f);
}

static void a_course_of_one_point_is_a_straight_line(void **state)
{
    static const uint32_t paths[][3] = {{1, 10, 20}};
    static const uint32_t points[][4] = {{1, 0, LAND, 11}};
    struct fixture f;
    char text[256];
    (void)state;
    start(&f);
    put_paths(&f, paths, 1);
    put_points(&f, points, 1);
    list(&f, "Land", text);
    assert_string_equal(text, "Port-Hill 10,1 20,1; ");
    fixture_stop(&f);
}

/* Paths of one id would share its points. */
static void of_several_records_with_one_id_the_first_counts(void **state)
{
    static const uint32_t paths[][3] = {{5, 30, 20}, {5, 10, 20}, {5, 20, 30}};
    static const uint32_t points[][4] = {{5, 1, LAND, 22}, {5, 0, LAND, 28}};
    struct fixture f;
    struct dbc_bytes nodes = dbc_make(24, 3);
    char text[256];
    (void)state;
    fixture_start(&f);
    put_maps(&f);
    for (uint32_t i = 0; i < 3; i++) {
        set(&nodes, i, 0, i == 0 ? 30 : 20);
        set(&nodes, i, 1, LAND);
        set_text(&nodes, i, 5, i == 0 ? "Fort" : i == 1 ? "Hill" : "Other");
        set(&nodes, i, 22, 1);
    }
    put_table(&f, "DBFilesClient/TaxiNodes.dbc", &nodes, 0);
    put_paths(&f, paths, 3);
    put_points(&f, points, 2);
    list(&f, "Land", text);
    assert_string_equal(text, "Fort-Hill 28,0 22,0; ");
    fixture_stop(&f);
}

static void a_path_table_that_cannot_be_read_costs_the_flights_and_one_line(void **state)
{
    struct fixture f;
    char text[256];
    (void)state;
    start(&f);
    struct dbc_bytes paths = dbc_make(5, 1);
    put_table(&f, "DBFilesClient/TaxiPath.dbc", &paths, 0);
    list(&f, "Land", text);
    assert_string_equal(text, "");
    assert_int_equal(f.said.warnings, 1);
    assert_string_equal(f.said.last, "records of 5 fields and 20 bytes: no known layout of flight "
                                     "paths; flight paths are not drawn");
    fixture_stop(&f);
}

int test_client_flights(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_directions_are_one_flight),
        cmocka_unit_test(flights_to_other_maps_and_of_ships_are_left_out),
        cmocka_unit_test(a_course_is_in_the_order_of_its_indices),
        cmocka_unit_test(a_course_of_one_point_is_a_straight_line),
        cmocka_unit_test(of_several_records_with_one_id_the_first_counts),
        cmocka_unit_test(a_path_table_that_cannot_be_read_costs_the_flights_and_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
