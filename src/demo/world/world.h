/*
 * The demo world, independent of any file format: an island on 8 x 8 tiles with its heights,
 * rivers, roads and buildings. world_create.h makes it; surface.h, water.h and ground.h answer
 * questions about it, which the writers of every era ask.
 */
#ifndef DEMO_WORLD_WORLD_H
#define DEMO_WORLD_WORLD_H

#include <stdint.h>

#include "demo/world/distance_map.h"
#include "demo/world/lattice.h"

#define SWAMP_LEVEL_YD 4.0

struct scenery;

/* Tables hold one value per lattice node. */
struct world {
    float *height_yd; /* multiples of 1/256 yard */
    float *shade_yd;  /* ground below this height lies in the shadow of a hill */
    float *hollow;    /* height of the surroundings above the node, scaled to about -1..1 */
    float *coast_yd;  /* distance to the coast, approximate; negative at sea */
    struct distance_map river;
    struct distance_map road;   /* all roads */
    struct distance_map street; /* the cobbled ones of them */
    float lake_level_yd;
    float crater_rim_yd;
    struct scenery *scenery; /* the placed buildings */
};

#endif
