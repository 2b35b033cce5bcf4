/*
 * Landscape evolution by the stream power law: land rises, rivers cut into it in proportion to the
 * slope and to the square root of the area that they drain, and slopes steeper than the talus
 * collapse. The result has branching valleys and ridges, which plain noise does not have. Solved
 * implicitly (Braun and Willett 2013) along the drainage of a priority flood (Barnes 2014).
 */
#ifndef DEMO_WORLD_EROSION_H
#define DEMO_WORLD_EROSION_H

#include <stdbool.h>
#include <stdint.h>

/* A square grid of size * size nodes, row by row. Nodes on the edge are always sea. */
struct erosion {
    int size;
    double cell_yd;       /* distance between neighbouring nodes */
    double *height_yd;    /* nodes at or below 0 are sea and do not change */
    const double *uplift; /* yards per unit of time */
    const double *talus;  /* steepest stable slope, rise over run */
    int32_t *receiver;   /* out: the node that each node drains into; for the sea the node itself */
    double *drained_yd2; /* out: area that drains through each node */
};

/* Runs `steps` steps of `duration` units of time. False when out of memory. */
bool erosion_run(struct erosion *erosion, int steps, double duration);

#endif
