/*
 * The flights of a map as text: OUT/MAP/flights.geojson for programs, OUT/MAP/flights.js for the
 * page.
 *
 * flights.geojson is a FeatureCollection of LineStrings whose coordinates are [-Y, X] in whole
 * yards (game_axes.h). Properties: `name`, "FROM - TO"; `from` and `to`, its ends.
 *
 * flights.js sets adtmap.flights to a list of arrays [from, to, [x, y, dx, dy, dx, ...]]: a point
 * in whole yards, then steps to the next points.
 */
#ifndef OUTPUT_WEB_FLIGHTS_H
#define OUTPUT_WEB_FLIGHTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

enum { FLIGHT_NAME_BYTES = 128 };

struct flight {
    char from[FLIGHT_NAME_BYTES];
    char to[FLIGHT_NAME_BYTES];
    size_t first; /* in points */
    size_t count; /* at least 2 */
};

struct flights {
    struct flight *items;
    size_t count;
    int32_t (*points)[2]; /* X and Y in yards */
};

/* Empty flights may be freed. */
void flights_free(struct flights *flights);

void flights_geojson(struct buffer *text, const struct flights *flights);
void flights_script(struct buffer *text, const struct flights *flights);

#endif
