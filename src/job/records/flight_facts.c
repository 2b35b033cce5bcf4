#include "job/records/flight_facts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job/records/numbered_facts.h"
#include "output/manifest/manifest.h"
#include "scene/map/client_flights.h"

enum { FLIGHTS_MAX = 1 << 12 };

struct recording {
    struct build_log *log;
    uint32_t count;
    bool out_of_memory;
};

static void record_flight(void *user, const struct client_flight *flight)
{
    struct recording *recording = user;
    char from[FLIGHT_NAME_BYTES];
    char to[FLIGHT_NAME_BYTES];
    struct buffer value = {0};
    if (recording->count == FLIGHTS_MAX) {
        return;
    }
    manifest_copy_text(flight->from, from, sizeof from);
    manifest_copy_text(flight->to, to, sizeof to);
    buffer_printf(&value, "%s\t%s\t", from, to);
    for (size_t i = 0; i < flight->count; i++) {
        buffer_printf(&value, "%s%.0f %.0f", i ? " " : "", floor(flight->points[i].x + 0.5),
                      floor(flight->points[i].y + 0.5));
    }
    buffer_u8(&value, 0);
    recording->out_of_memory |=
        value.failed || !numbered_fact_set(recording->log, FLIGHT_FACTS_PREFIX, recording->count++,
                                           (const char *)value.data);
    buffer_free(&value);
}

enum adtmap_status flight_facts_record(struct build_log *log, const struct assets *assets,
                                       const char *folder, const struct diag *diag)
{
    struct recording recording = {log, 0, false};
    enum adtmap_status status =
        client_flights_visit(assets, folder, diag, record_flight, &recording);
    bool fine =
        !recording.out_of_memory && numbered_facts_end(log, FLIGHT_FACTS_PREFIX, recording.count);
    return !status && !fine ? diag_fail_memory(diag) : status;
}

uint32_t flight_facts_count(const struct build_log *log)
{
    return numbered_facts_count(log, FLIGHT_FACTS_PREFIX, FLIGHTS_MAX);
}

/* Copies a name that ends at a tab, and gives what follows; NULL for a fact that was damaged. */
static const char *read_name(const char *text, char name[FLIGHT_NAME_BYTES])
{
    const char *tab = text ? strchr(text, '\t') : NULL;
    if (!tab || tab == text || tab - text >= FLIGHT_NAME_BYTES) {
        return NULL;
    }
    snprintf(name, FLIGHT_NAME_BYTES, "%.*s", (int)(tab - text), text);
    return tab + 1;
}

static bool read_number(const char **text, int32_t *number)
{
    static const long edge_yd = 17067;
    char *end;
    long value = strtol(*text, &end, 10);
    bool fine = end != *text && value >= -edge_yd && value <= edge_yd;
    *number = (int32_t)value;
    *text = end;
    return fine;
}

/* False for a fact that was damaged. */
static bool read_flight(const char *value, struct flight *flight, struct buffer *points)
{
    int32_t point[2];
    const char *text = read_name(read_name(value, flight->from), flight->to);
    flight->first = points->size / sizeof point;
    bool fine = text != NULL;
    while (fine && *text) {
        fine = read_number(&text, &point[0]) && read_number(&text, &point[1]);
        buffer_append(points, point, sizeof point);
    }
    flight->count = points->size / sizeof point - flight->first;
    return fine && flight->count >= 2;
}

enum adtmap_status flight_facts_read(const struct build_log *log, const struct diag *diag,
                                     struct flights *flights)
{
    struct buffer points = {0};
    uint32_t count = flight_facts_count(log);
    *flights = (struct flights){.items = calloc((size_t)count + 1, sizeof *flights->items)};
    for (uint32_t i = 0; i < count && flights->items; i++) {
        struct flight *flight = &flights->items[flights->count];
        flights->count += read_flight(numbered_fact(log, FLIGHT_FACTS_PREFIX, i), flight, &points);
    }
    flights->points = (void *)points.data;
    return flights->items && !points.failed ? ADTMAP_OK : diag_fail_memory(diag);
}

struct hash128 flight_facts_hash(const struct build_log *log)
{
    return numbered_facts_hash(log, FLIGHT_FACTS_PREFIX, FLIGHTS_MAX);
}
