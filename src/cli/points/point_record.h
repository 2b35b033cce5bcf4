/* What is known of a line of points: what it says, and what was found out of its point. */
#ifndef CLI_POINTS_POINT_RECORD_H
#define CLI_POINTS_POINT_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/locate.h"

struct point_record {
    size_t text_at, text_bytes; /* in the text of all lines, without the end of line */
    uint64_t line;
    size_t map; /* in the maps; SIZE_MAX: none */
    struct adtmap_point point;
    double area, zone; /* as the columns say; NaN: nothing */
    bool flies;
    enum point_swimming { SWIMS_NOT, SWIMS, SWIMS_PERHAPS } swims; /* the last: nothing is known */
    struct adtmap_place place;
};

#endif
