/* Rivers and roads: splines through given points. */
#ifndef DEMO_WORLD_COURSES_H
#define DEMO_WORLD_COURSES_H

#include <stdbool.h>

#include "demo/world/world.h"

/* Fills world->river or world->road from the heights as they are; roads come after rivers. */
void courses_add(struct world *world, bool roads);

#endif
