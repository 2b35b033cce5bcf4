/* The liquids of the demo world. */
#ifndef DEMO_WORLD_WATER_H
#define DEMO_WORLD_WATER_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/world/world.h"

/* Liquid types that clients know from each other. */
enum water_kind { WATER_FRESH, WATER_SEA, WATER_MAGMA, WATER_SLIME, WATER_KINDS };

/* The liquid of one kind over one chunk: 9 x 9 vertices and 8 x 8 quads, rows from the north. */
struct water_sheet {
    enum water_kind kind;
    double level_yd[81];
    double depth_yd[81]; /* from the surface down to the ground; negative above water */
    bool quad[64];       /* which quads carry liquid */
};

/* Liquid sheets of the chunk (x, y) that have at least one quad. Returns how many. */
int water_sheets(const struct world *world, int32_t x, int32_t y,
                 struct water_sheet sheets[WATER_KINDS]);

/* Depth of a node below the surface of the lake or a river; 0 on dry land and at sea. */
double water_inland_depth_yd(const struct world *world, int32_t i, int32_t j);

#endif
