/* What the names in a form of a place stand for: zones and maps of the data. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/points/locating.h"
#include "map/map.h"

/* Far beyond any map, and short enough as text. */
#define YARDS_MAX 1e9

static const struct zones *zones_of(struct locating *locating)
{
    if (!locating->has_zones) {
        const struct diag diag = {NULL, messages_log(locating->session->messages), NULL};
        locating->has_zones = true;
        if (zones_open(locating->session->data->assets, &diag, &locating->zones)) {
            messages_error(locating->session->messages, "out of memory");
            locating->failed = true;
        }
    }
    return &locating->zones;
}

/* The zone of the area that a page calls "Area, Zone"; NULL: there is none. */
static const struct zone_area *find_full_name(const struct zones *zones, const char *name)
{
    for (uint32_t i = 0; i < zones->count; i++) {
        const struct zone_area *area = &zones->areas[i];
        size_t length = strlen(area->name);
        const struct zone_area *zone = zones_find(zones, zones_of_area(zones, area->id));
        if (length > 0 && zone && zone != area &&
            text_compare_nocase_n(name, area->name, length) == 0 &&
            strncmp(name + length, ", ", 2) == 0 &&
            text_compare_nocase(name + length + 2, zone->name) == 0) {
            return area->has_frame ? area : zone;
        }
    }
    return NULL;
}

/* The zone of a name, with a map of its own if it or the zone that it is part of has one. Behind
 * the name there may be that of the map, as pages of worlds write it. */
static const struct zone_area *find_zone(const struct zones *zones, const char *text)
{
    char name[POINT_FORM_BYTES];
    const char *end = strstr(text, " \xc2\xb7 ");
    snprintf(name, sizeof name, "%.*s", end ? (int)(end - text) : (int)strlen(text), text);
    const struct zone_area *zone = zones_find_name(zones, name);
    if (zone && !zone->has_frame) {
        zone = zones_find(zones, zones_of_area(zones, zone->id));
    }
    return zone ? zone : find_full_name(zones, name);
}

static bool is_map(struct locating *locating, const char *name)
{
    char problem[256];
    return name[0] && point_maps_find(&locating->maps, name, problem) != SIZE_MAX;
}

static void print_line(char line[256], const char *map, double x, double y, double z)
{
    int length = snprintf(line, 256, "%.128s\t%.6f\t%.6f\t", map, x, y);
    if (!isnan(z)) {
        snprintf(line + length, 256 - (size_t)length, "%.6f", z);
    }
}

/* Per cent of a zone that a form names. NULL, or what is wrong. */
static const char *print_percent(const struct zones *zones, const struct point_form *form,
                                 char line[256])
{
    const struct zone_area *zone = find_zone(zones, form->name);
    char map[16];
    double x, y;
    if (!zone) {
        return "no such zone in the client's AreaTable";
    }
    if (!zones_point_of(zones, zone->id, form->values, &x, &y)) {
        return "the zone has no map in the client's tables";
    }
    snprintf(map, sizeof map, "%u", (unsigned)zone->map_id);
    print_line(line, map, x, y, (double)NAN);
    return NULL;
}

/* The line of TSV of a form that has been read. NULL, or what is wrong. */
static const char *print_form(struct locating *locating, const struct point_form *form,
                              enum form_use use, char line[256])
{
    const char *problem;
    switch (form->kind) {
    case POINT_FORM_NUMBER:
        return "the client's number of a map is not known here; write the name of the zone";
    case POINT_FORM_NAMED:
        problem = form->may_be_percent ? print_percent(zones_of(locating), form, line)
                                       : "these are no per cent of a zone";
        if (problem && !form->is_percent && is_map(locating, form->name)) {
            print_line(line, form->name, form->values[0], form->values[1], form->values[2]);
            return NULL;
        }
        return problem;
    case POINT_FORM_PERCENT:
        return form->name[0] ? print_percent(zones_of(locating), form, line)
                             : "per cent of which zone? Write its name before them";
    case POINT_FORM_YARDS:
        if (!(fabs(form->values[0]) <= YARDS_MAX) || !(fabs(form->values[1]) <= YARDS_MAX) ||
            fabs(form->values[2]) > YARDS_MAX) {
            return "X, Y or Z is out of range";
        }
        bool is_known = form->is_command || form->is_of_map || is_map(locating, form->name);
        const char *own = use == FORM_ALONE && locating->options->map ? locating->options->map : "";
        print_line(line, is_known && form->name[0] ? form->name : own, form->values[0],
                   form->values[1], form->values[2]);
        return NULL;
    case POINT_FORM_NONE:
        break;
    }
    return "no place in a form that is known";
}

void locating_say_reading(struct locating *locating, const char *file, double x, double y)
{
    const struct diag diag = {file, messages_log(locating->session->messages), NULL};
    if (!locating->has_said_reading) {
        diag_notice(
            &diag, NULL, NO_OFFSET,
            "%g %g: read as X and Y in yards; for per cent of a zone, write its name before "
            "them",
            x, y);
        locating->has_said_reading = true;
    }
}

bool locating_read_form(struct locating *locating, const char *text, const char *file,
                        enum form_use use, char line[256], const char **problem)
{
    struct point_form form;
    point_form_read(text, &form);
    *problem = print_form(locating, &form, use, line);
    const char *first_problem = *problem;
    while (*problem && point_form_read_again(&form)) {
        *problem = print_form(locating, &form, use, line);
    }
    bool is_point = !*problem;
    if (is_point && form.is_bare) {
        locating_say_reading(locating, file, form.values[0], form.values[1]);
    }
    if (!is_point) {
        *problem = use == FORM_ALONE || form.is_command ? first_problem : NULL;
    }
    return is_point;
}
