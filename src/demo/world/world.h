/*
 * The demo world, independent of any file format: an island on 8 x 8 tiles with its heights,
 * rivers, roads and buildings. surface.h and ground.h answer questions about it, which the writers
 * of every era ask.
 */
#ifndef DEMO_WORLD_WORLD_H
#define DEMO_WORLD_WORLD_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "demo/world/course.h"
#include "demo/world/lattice.h"

struct scenery;

/* Tables hold one value per lattice node. */
struct world {
    float *height_yd; /* multiples of 1/256 yard */
    float *shade_yd;  /* ground below this height lies in the shadow of a hill */
    float *hollow;    /* height of the surroundings above the node, scaled to about -1..1 */
    float *coast_yd;  /* distance to the coast, approximate; negative at sea */
    struct course courses[COURSES_MAX];
    int course_count;
    struct distance_map river; /* lava near the volcano */
    struct distance_map road;
    float lake_level_yd;
    float lava_level_yd;
    struct scenery *scenery; /* the placed buildings and doodads */
};

/* Makes the whole world. Destroy it even after a failure. Errors: ADTMAP_NO_MEMORY. */
enum adtmap_status world_create(struct world *world, const struct diag *diag);
void world_destroy(struct world *world);

#endif
