/*
 * Landscape evolution by the stream power law: land rises, rivers cut it down in proportion to
 * slope and the root of the area they drain, and slopes too steep to stand collapse. The outcome
 * has the branching valleys and ridges that plain noise lacks. Solved implicitly from the sea
 * upwards along a flow forest that a priority flood makes (Braun and Willett 2013; Barnes 2014).
 */
#ifndef DEMO_WORLD_EROSION_H
#define DEMO_WORLD_EROSION_H

#include <stdbool.h>
#include <stdint.h>

/* A square grid of size * size nodes, row by row. Nodes on the rim are always sea. */
struct erosion {
    int size;
    double cell_yd;       /* distance between neighbouring nodes */
    double *height_yd;    /* nodes at or below 0 are sea and stay as they are */
    const double *uplift; /* yards a unit of time */
    const double *talus;  /* steepest slope that stands, rise over run */
    int32_t *receiver;    /* out: the node each node drains into, itself for the sea */
    double *drained_yd2;  /* out: area that drains through each node */
};

/* Runs `steps` steps of `duration` units of time. False when out of memory. */
bool erosion_run(struct erosion *erosion, int steps, double duration);

#endif
