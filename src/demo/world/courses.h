/* Rivers and roads: splines through given points. */
#ifndef DEMO_WORLD_COURSES_H
#define DEMO_WORLD_COURSES_H

#include <stdbool.h>

#include "demo/world/world.h"

/* Fill world->river and world->road from the heights as they are; roads are to be added after
 * rivers. False when out of memory; courses_free accepts the remains. */
bool courses_add_rivers(struct world *world);
bool courses_add_roads(struct world *world);
void courses_free(struct world *world);

#endif
