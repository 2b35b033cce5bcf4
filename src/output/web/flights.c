/*
 * Points of the script are steps from the one before: flights are long and their points near each
 * other, so numbers have two digits instead of five.
 */
#include "output/web/flights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/geojson.h"

void flights_free(struct flights *flights)
{
    free(flights->items);
    free(flights->points);
    *flights = (struct flights){0};
}

/* East and north. */
static void print_points(struct json *json, const struct flights *flights,
                         const struct flight *flight)
{
    enum json_style before = json_set_style(json, JSON_SCRIPT);
    for (size_t i = 0; i < flight->count; i++) {
        const int32_t *point = flights->points[flight->first + i];
        json_array(json, NULL);
        json_number(json, NULL, -point[1]);
        json_number(json, NULL, point[0]);
        json_end(json);
    }
    json_set_style(json, before);
}

void flights_geojson(struct buffer *text, const struct flights *flights)
{
    struct json json = geojson_begin(text);
    for (size_t i = 0; i < flights->count; i++) {
        const struct flight *flight = &flights->items[i];
        char name[2 * FLIGHT_NAME_BYTES + 8];
        snprintf(name, sizeof name, "%s \u2013 %s", flight->from, flight->to);
        geojson_feature(&json);
        json_object(&json, "properties");
        json_string(&json, "name", name);
        json_string(&json, "from", flight->from);
        json_string(&json, "to", flight->to);
        json_end(&json);
        geojson_geometry(&json, "LineString");
        json_array(&json, "coordinates");
        print_points(&json, flights, flight);
        json_end(&json);
        json_end(&json);
        json_end(&json);
    }
    geojson_end(&json);
}

/* Points are differences from the one before. */
void flights_script(struct buffer *text, const struct flights *flights)
{
    struct json json = json_to(text, JSON_SCRIPT);
    buffer_printf(text, "adtmap.flights = ");
    json_array(&json, NULL);
    json_lines(&json, 0);
    for (size_t i = 0; i < flights->count; i++) {
        const struct flight *flight = &flights->items[i];
        int32_t last[2] = {0, 0};
        json_array(&json, NULL);
        json_string(&json, NULL, flight->from);
        json_string(&json, NULL, flight->to);
        json_array(&json, NULL);
        for (size_t k = 0; k < flight->count; k++) {
            const int32_t *point = flights->points[flight->first + k];
            json_number(&json, NULL, point[0] - last[0]);
            json_number(&json, NULL, point[1] - last[1]);
            memcpy(last, point, sizeof last);
        }
        json_end(&json);
        json_end(&json);
    }
    json_end(&json);
    buffer_printf(text, ";\n");
}
