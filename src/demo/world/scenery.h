/*
 * What stands on the demo world: which buildings, where, turned how. Still before any file format.
 *
 * Places are yards from the world's north-west corner, eastwards and southwards. A building that
 * is not turned looks south, its left is east; turning is counter-clockwise seen from above, so
 * that at 90 degrees it looks east.
 */
#ifndef DEMO_WORLD_SCENERY_H
#define DEMO_WORLD_SCENERY_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/buildings/building.h"
#include "demo/world/world.h"

struct placement {
    enum building building;
    double east_yd, south_yd;
    double base_yd; /* height of the model's z = 0 */
    double turn_deg;
    uint32_t unique_id;
    uint16_t set;  /* set of furniture: 0 for the common one alone */
    double low[3]; /* box around it: east, south, up */
    double high[3];
};

struct scenery {
    struct model models[BUILDING_COUNT];
    struct placement *placements;
    int count, capacity;
    uint8_t *shadow; /* a bit a texel of the world, rows of WORLD_CHUNKS * 8 bytes, left lowest */
};

/* Builds the models and finds a place for everything. NULL when out of memory. */
struct scenery *scenery_create(const struct world *world);
void scenery_destroy(struct scenery *scenery);

/* Adds a placement; its box and id are filled in. False when out of memory. */
bool scenery_add(struct scenery *scenery, const struct placement *placement);

/* Casts the shadows of all placements on the ground. */
void scenery_cast(struct scenery *scenery, const struct world *world);

/* Whether a texel of the world lies in the shadow of something that stands on it. */
bool scenery_shades(const struct scenery *scenery, int32_t x, int32_t y);

/* Whether the box of a placement touches a rectangle: west, north, east, south. */
bool placement_touches(const struct placement *placement, const double rectangle[4]);

/* Cosine and sine of how a placement is turned. */
void placement_turn(const struct placement *placement, double turn[2]);

/* A place of the model's as one of the world's: east, south, up. */
void placement_point(const struct placement *placement, const double turn[2],
                     const float position[3], double point[3]);

#endif
