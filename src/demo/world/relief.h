/* The natural heights of the demo world: coast, eroded mountains and sea floor. */
#ifndef DEMO_WORLD_RELIEF_H
#define DEMO_WORLD_RELIEF_H

#include <stdbool.h>
#include <stdint.h>

enum { RELIEF_SIZE = 513 }; /* nodes a side of the relief's grid: every 4th lattice node */

/* The eroded land, before lakes, rivers and building sites change it. */
struct relief {
    double *height_yd;   /* RELIEF_SIZE squared */
    double *coast_yd;    /* see relief_coast_yd */
    int32_t *receiver;   /* the node that each node drains into */
    double *drained_yd2; /* area that drains through each node */
};

/* Makes the island. False when out of memory; relief_free accepts the remains. */
bool relief_create(struct relief *relief);
void relief_free(struct relief *relief);

/* Distance to the coast in yards at lattice node (i, j): positive on land, approximate beyond some
 * hundred yards. */
double relief_coast_yd(const struct relief *relief, int32_t i, int32_t j);

/* Height at lattice node (i, j), whose distance to the coast is `coast_yd`: interpolated from the
 * grid, with fine detail, beaches and the sea floor added. */
double relief_height_yd(const struct relief *relief, int32_t i, int32_t j, double coast_yd);

#endif
