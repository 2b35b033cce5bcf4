#include "output/web/flights.h"

#include <stdio.h>
#include <stdlib.h>

#include "output/web_text.h"

void flights_free(struct flights *flights)
{
    free(flights->items);
    free(flights->points);
    *flights = (struct flights){0};
}

static void print_feature(struct buffer *text, const struct flights *flights,
                          const struct flight *flight)
{
    char name[2 * FLIGHT_NAME_BYTES + 8];
    snprintf(name, sizeof name, "%s \u2013 %s", flight->from, flight->to);
    buffer_printf(text, "{\"type\": \"Feature\", \"properties\": {\"name\": ");
    web_text_json(text, name);
    buffer_printf(text, ", \"from\": ");
    web_text_json(text, flight->from);
    buffer_printf(text, ", \"to\": ");
    web_text_json(text, flight->to);
    buffer_printf(text, "}, \"geometry\": {\"type\": \"LineString\", \"coordinates\": [");
    for (size_t i = 0; i < flight->count; i++) {
        const int32_t *point = flights->points[flight->first + i];
        buffer_printf(text, "%s[%d,%d]", i ? "," : "", (int)point[0], (int)point[1]);
    }
    buffer_printf(text, "]}}");
}

void flights_geojson(struct buffer *text, const struct flights *flights)
{
    buffer_printf(text, "{\"type\": \"FeatureCollection\", \"features\": [");
    for (size_t i = 0; i < flights->count; i++) {
        buffer_printf(text, "%s\n  ", i ? "," : "");
        print_feature(text, flights, &flights->items[i]);
    }
    buffer_printf(text, "\n]}\n");
}

static void print_row(struct buffer *text, const struct flights *flights,
                      const struct flight *flight)
{
    static const int32_t origin[2];
    buffer_printf(text, "[");
    web_text_json(text, flight->from);
    buffer_printf(text, ",");
    web_text_json(text, flight->to);
    for (size_t i = 0; i < flight->count; i++) {
        const int32_t *point = flights->points[flight->first + i];
        const int32_t *last = i ? point - 2 : origin;
        buffer_printf(text, "%s%d,%d", i ? "," : ",[", (int)(point[0] - last[0]),
                      (int)(point[1] - last[1]));
    }
    buffer_printf(text, "]]");
}

void flights_script(struct buffer *text, const struct flights *flights)
{
    buffer_printf(text, "adtmap.flights = [");
    for (size_t i = 0; i < flights->count; i++) {
        buffer_printf(text, "%s\n", i ? "," : "");
        print_row(text, flights, &flights->items[i]);
    }
    buffer_printf(text, "\n];\n");
}
