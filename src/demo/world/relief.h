/* The natural heights of the demo world: coast, eroded mountains and sea floor, before lakes,
 * rivers and building sites change them. */
#ifndef DEMO_WORLD_RELIEF_H
#define DEMO_WORLD_RELIEF_H

#include <stdbool.h>

#include "demo/world/world.h"

/* Fills the tables of heights and of distances to the coast. False when out of memory. */
bool relief_make(struct world *world);

#endif
