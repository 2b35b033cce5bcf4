/* The facts of a point as texts: the columns that locate adds to those of its input. */
#ifndef CLI_POINTS_POINT_FACTS_H
#define CLI_POINTS_POINT_FACTS_H

#include "cli/points/point_record.h"
#include "output/points/point_text.h"

enum point_fact {
    FACT_TILE,
    FACT_CHUNK,
    FACT_AREA,
    FACT_AREA_NAME,
    FACT_ZONE,
    FACT_ZONE_NAME,
    FACT_ZONE_X,
    FACT_ZONE_Y,
    FACT_GROUND,
    FACT_HOLE,
    FACT_LIQUID,
    FACT_LIQUID_Z,
    FACT_SURFACE,
    FACT_ABOVE,
    FACT_PROBLEM, /* of a check, which sets it; otherwise not written */
    FACTS
};

/* The names of the columns. */
extern const char *const point_fact_names[FACTS];

/* "" where there is nothing to say. */
struct point_facts {
    char numbers[FACTS][32];
    struct point_field fields[FACTS];
};

/* Fills the facts, which must stay where they are. `locator` is that of the point's map, for names
 * of areas; NULL without one. */
void point_facts_fill(const struct point_record *record, const struct adtmap_locator *locator,
                      struct point_facts *facts);

#endif
