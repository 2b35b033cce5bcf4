#include "cli/points/point_check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Adds to a problem's text; a ';' stands between several. */
__attribute__((format(printf, 2, 3))) static void add_problem(char problem[256], const char *format,
                                                              ...)
{
    size_t length = strlen(problem);
    va_list arguments;
    if (length > 0 && length < 250) {
        length += (size_t)snprintf(problem + length, 256 - length, "; ");
    }
    va_start(arguments, format);
    vsnprintf(problem + length, 256 - length, format, arguments);
    va_end(arguments);
}

/* Whether the height of a point is wrong by more than the check allows. A point in a liquid may
 * swim at any depth: a guess, as only the column of fliers says so. */
static bool height_is_wrong(const struct point_record *record, double yards)
{
    const struct adtmap_place *place = &record->place;
    double z = record->point.z;
    bool swims = place->flags & ADTMAP_PLACE_LIQUID && z <= place->liquid_z + yards;
    return place->flags & ADTMAP_PLACE_FLOOR && !isnan(z) && !record->flies && !swims &&
           fabs(z - place->floor) > yards;
}

/* Whether a point lies so deep below the ground that nothing is under its feet. */
static bool is_below_ground(const struct point_record *record, double yards)
{
    const struct adtmap_place *place = &record->place;
    return !(place->flags & (ADTMAP_PLACE_FLOOR | ADTMAP_PLACE_HOLE)) && !record->flies &&
           place->flags & ADTMAP_PLACE_GROUND && place->ground - record->point.z > yards;
}

void point_check(const struct point_record *record, bool has_map, double yards, char problem[256])
{
    const struct adtmap_place *place = &record->place;
    uint32_t flags = place->flags;
    problem[0] = '\0';
    if (!has_map) {
        add_problem(problem, "the data lack the map");
        return;
    }
    if (flags & ADTMAP_PLACE_DAMAGED) {
        add_problem(problem, "the tile cannot be read");
        return;
    }
    if (isnan(record->point.x) || isnan(record->point.y)) {
        add_problem(problem, "X or Y is not a number");
        return;
    }
    if (!(flags & (ADTMAP_PLACE_TILE | ADTMAP_PLACE_FLOOR))) {
        add_problem(problem, "off the map");
        return;
    }
    if (flags & ADTMAP_PLACE_HOLE && !(flags & ADTMAP_PLACE_FLOOR) && !record->flies) {
        add_problem(problem, "in a hole, with nothing to stand on");
    } else if (is_below_ground(record, yards)) {
        add_problem(problem, "%.2f yd below the ground", place->ground - record->point.z);
    } else if (height_is_wrong(record, yards)) {
        double above = record->point.z - place->floor;
        add_problem(problem,
                    above > 0 ? "%.2f yd above the floor, unless it flies"
                              : "%.2f yd below the floor",
                    fabs(above));
    }
    if (record->area > 0 && place->area && record->area != (double)place->area) {
        add_problem(problem, "area %u", (unsigned)place->area);
    }
    if (record->zone > 0 && place->zone && record->zone != (double)place->zone) {
        add_problem(problem, "zone %u", (unsigned)place->zone);
    }
}

void point_check_sets(const struct point_record *record, double yards,
                      const struct point_columns *columns, struct buffer *sets)
{
    const struct adtmap_place *place = &record->place;
    const int *roles = columns->roles;
    if (record->area > 0 && place->area && record->area != (double)place->area) {
        buffer_printf(sets, ", `%s` = %u", columns->names[roles[ROLE_AREA]], (unsigned)place->area);
    }
    if (record->zone > 0 && place->zone && record->zone != (double)place->zone) {
        buffer_printf(sets, ", `%s` = %u", columns->names[roles[ROLE_ZONE]], (unsigned)place->zone);
    }
    bool is_below = is_below_ground(record, yards);
    if (height_is_wrong(record, yards) || is_below) {
        char z[32];
        point_text_decimal(z, is_below ? place->ground : place->floor);
        buffer_printf(sets, ", `%s` = %s", columns->names[roles[ROLE_Z]], z);
    }
}
