/*
 * Places buildings on the ground: at a given point, or at the nearest suitable point at a road,
 * clear of water, roads and other buildings. place_buildings.h says which buildings go where.
 */
#ifndef DEMO_WORLD_PLACING_H
#define DEMO_WORLD_PLACING_H

#include "demo/world/scenery.h"

/* State while buildings are placed. */
struct placing {
    const struct world *world;
    struct scenery *scenery;
    uint8_t *occupied; /* per node: 1 below a building */
    bool failed;       /* out of memory */
};

/* A building and what its site must be like. */
struct placing_request {
    enum building building;
    double from_yd, to_yd; /* distance from the centre of the search */
    double setback_yd;     /* from the middle of the road to the building's front */
    double margin_yd;      /* to other buildings */
    double relief_yd;      /* largest difference of height of the ground below it */
    bool fields;           /* whether it may stand on a field */
    uint32_t seed;
};

/* The rotation at which a building faces the direction (east, south), in degrees, rounded to a
 * quarter of a degree. */
double placing_degrees(double east, double south);

/* Places a building at a point in yards, its z = 0 at `base_yd`, without any check. */
void placing_put(struct placing *placing, enum building building, double east_yd, double south_yd,
                 double base_yd, double rotation_deg);

/* As placing_put, with the base 0.25 yards below the highest ground under the building. */
void placing_put_on_ground(struct placing *placing, enum building building, double east_yd,
                           double south_yd, double rotation_deg);

/* Searches rings around (x, y), in tiles, for a site that meets the request; places the building
 * there, its front to the road. False if no site does. */
bool placing_search(struct placing *placing, const struct placing_request *request, double x,
                    double y);

#endif
