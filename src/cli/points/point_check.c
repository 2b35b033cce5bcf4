/*
 * A height is right near a floor above or below it, or anywhere in a liquid for those who swim, or
 * in the air for those who fly. Databases say rarely who does; where only a guess makes a point
 * right it is counted as a guess.
 */
#include "cli/points/point_check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* Adds to a problem's text; a ';' stands between several. */
PRINTF_FORMAT(2, 3) static void add_problem(char problem[256], const char *format, ...)
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

/* The surface that is nearest to a point, above or below it; NaN without one. */
static double nearest_surface(const struct point_record *record)
{
    const struct adtmap_place *place = &record->place;
    double z = record->point.z;
    bool has_under = place->flags & ADTMAP_PLACE_UNDER;
    bool has_over = place->flags & ADTMAP_PLACE_OVER;
    if (has_under && has_over) {
        return z - place->under <= place->over - z ? place->under : place->over;
    }
    return has_under ? place->under : has_over ? place->over : (double)NAN;
}

/* A point in a liquid may swim at any depth. */
enum height { HEIGHT_FINE, HEIGHT_SWIMS, HEIGHT_WRONG };

static enum height judge_height(const struct point_record *record, double yards)
{
    const struct adtmap_place *place = &record->place;
    double above = record->point.z - nearest_surface(record); /* NaN without Z */
    if (record->flies || !(fabs(above) > yards)) {
        return HEIGHT_FINE;
    }
    bool is_in_liquid =
        place->flags & ADTMAP_PLACE_LIQUID && record->point.z <= place->liquid_z + yards;
    bool is_over_bottom = place->flags & ADTMAP_PLACE_UNDER;
    return is_over_bottom && is_in_liquid && record->swims != SWIMS_NOT ? HEIGHT_SWIMS
                                                                        : HEIGHT_WRONG;
}

bool point_check_guesses(const struct point_record *record, double yards)
{
    return record->swims == SWIMS_PERHAPS && judge_height(record, yards) == HEIGHT_SWIMS;
}

bool point_check_skips_area(const struct point_record *record)
{
    return record->place.flags & ADTMAP_PLACE_WMO && record->place.area &&
           (record->area > 0 || record->zone > 0);
}

void point_check(const struct point_record *record, bool has_map, double yards, char problem[256])
{
    const struct adtmap_place *place = &record->place;
    uint32_t flags = place->flags;
    problem[0] = '\0';
    if (!has_map) {
        add_problem(problem, "no map that can be read");
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
    bool has_surface = flags & (ADTMAP_PLACE_SURFACE | ADTMAP_PLACE_BELOW);
    if (!(flags & ADTMAP_PLACE_TILE) && !has_surface) {
        add_problem(problem, "off the map");
        return;
    }
    if (flags & ADTMAP_PLACE_HOLE && !has_surface && !record->flies) {
        add_problem(problem, "in a hole, with nothing to stand on");
    } else if (judge_height(record, yards) == HEIGHT_WRONG) {
        double nearest = nearest_surface(record);
        double above = record->point.z - nearest;
        bool is_ground = flags & ADTMAP_PLACE_GROUND && nearest == place->ground;
        add_problem(problem, "%.2f yd %s the %s%s", fabs(above), above > 0 ? "above" : "below",
                    is_ground ? "ground" : "surface",
                    flags & ADTMAP_PLACE_UNDER ? ", unless it flies (a guess)" : "");
    }
    bool is_in_wmo = flags & ADTMAP_PLACE_WMO;
    if (record->area > 0 && place->area && !is_in_wmo && record->area != (double)place->area) {
        add_problem(problem, "area %u", (unsigned)place->area);
    }
    if (record->zone > 0 && place->zone && !is_in_wmo && record->zone != (double)place->zone) {
        add_problem(problem, "zone %u", (unsigned)place->zone);
    }
}

void point_check_sets(const struct point_record *record, double yards,
                      const struct point_columns *columns, struct buffer *sets)
{
    const struct adtmap_place *place = &record->place;
    const int *roles = columns->roles;
    bool is_in_wmo = place->flags & ADTMAP_PLACE_WMO;
    if (roles[ROLE_AREA] >= 0 && place->area && !is_in_wmo && record->area != (double)place->area) {
        buffer_printf(sets, ", `%s` = %u", columns->names[roles[ROLE_AREA]], (unsigned)place->area);
    }
    if (roles[ROLE_ZONE] >= 0 && place->zone && !is_in_wmo && record->zone != (double)place->zone) {
        buffer_printf(sets, ", `%s` = %u", columns->names[roles[ROLE_ZONE]], (unsigned)place->zone);
    }
    if (judge_height(record, yards) == HEIGHT_WRONG) {
        char z[32];
        point_text_decimal(z, nearest_surface(record));
        buffer_printf(sets, ", `%s` = %s", columns->names[roles[ROLE_Z]], z);
    }
}
