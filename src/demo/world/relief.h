/* The heights of the demo world: coast, eroded mountains, volcano, sea floor. */
#ifndef DEMO_WORLD_RELIEF_H
#define DEMO_WORLD_RELIEF_H

#include <stdbool.h>
#include <stdint.h>

enum { RELIEF_SIZE = 513 }; /* nodes a side of the coarse grid: one in 4 of the lattice */

/* The eroded land before anything is built on it. */
struct relief {
    double *height_yd;   /* RELIEF_SIZE squared */
    double *coast_yd;    /* distance to the coast, see relief_coast_yd */
    int32_t *receiver;   /* where each node drains to */
    double *drained_yd2; /* how much drains through it */
};

/* Grows the island. False when out of memory; free it either way. */
bool relief_create(struct relief *relief);
void relief_free(struct relief *relief);

/* Distance to the coast in yards at lattice node (i, j): positive on land, rough far from it. */
double relief_coast_yd(const struct relief *relief, int32_t i, int32_t j);

/*
 * Height at lattice node (i, j), where the coast is `coast_yd` away: the coarse grid interpolated,
 * with fine detail, beaches and the sea floor.
 */
double relief_height_yd(const struct relief *relief, int32_t i, int32_t j, double coast_yd);

#endif
