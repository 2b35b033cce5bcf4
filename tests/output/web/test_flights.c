/* Flights as GeoJSON and as the script of the page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "output/web/flights.h"

#define BEGIN                                                                                      \
    "{\"type\": \"FeatureCollection\", \"crs\": {\"type\": \"name\", \"properties\": {\"name\": "  \
    "\"LOCAL_CS[\\\"Game map in yards: east = -Y, north = X\\\",LOCAL_DATUM[\\\"Game map\\\",0],"  \
    "UNIT[\\\"yard\\\",0.9144],AXIS[\\\"Easting\\\",EAST],AXIS[\\\"Northing\\\",NORTH]]\"}}, "     \
    "\"features\": [\n"

static void prints(void (*print)(struct buffer *, const struct flights *),
                   const struct flights *flights, const char *wanted)
{
    struct buffer text = {0};
    print(&text, flights);
    buffer_u8(&text, 0);
    assert_false(text.failed);
    assert_string_equal((const char *)text.data, wanted);
    buffer_free(&text);
}

static void flights_are_lines_between_their_ends(void **state)
{
    (void)state;
    struct flight items[] = {{"Port", "Hill \"top\"", 0, 3}, {"Hill", "Fort", 3, 2}};
    int32_t points[][2] = {{10, -20}, {15, -20}, {14, 10}, {1, 2}, {-3, 4}};
    const struct flights flights = {items, 2, points};
    prints(flights_geojson, &flights,
           BEGIN
           "  {\"type\": \"Feature\", \"properties\": {\"name\": \"Port \u2013 Hill \\\"top\\\"\", "
           "\"from\": \"Port\", \"to\": \"Hill \\\"top\\\"\"}, \"geometry\": {\"type\": "
           "\"LineString\", \"coordinates\": [[20,10],[20,15],[-10,14]]}},\n"
           "  {\"type\": \"Feature\", \"properties\": {\"name\": \"Hill \u2013 Fort\", "
           "\"from\": \"Hill\", \"to\": \"Fort\"}, \"geometry\": {\"type\": "
           "\"LineString\", \"coordinates\": [[-2,1],[-4,-3]]}}\n"
           "]}\n");
    prints(flights_script, &flights,
           "adtmap.flights = [\n"
           "[\"Port\",\"Hill \\\"top\\\"\",[10,-20,5,0,-1,30]],\n"
           "[\"Hill\",\"Fort\",[1,2,-4,2]]\n"
           "];\n");
}

static void without_flights_the_lists_are_empty(void **state)
{
    (void)state;
    const struct flights none = {0};
    prints(flights_geojson, &none, BEGIN "]}\n");
    prints(flights_script, &none, "adtmap.flights = [\n];\n");
}

int test_flights(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flights_are_lines_between_their_ends),
        cmocka_unit_test(without_flights_the_lists_are_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
