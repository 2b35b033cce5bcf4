/* Finds the courses of the demo world's rivers and draws them into world->river. */
#ifndef DEMO_WORLD_RIVERS_H
#define DEMO_WORLD_RIVERS_H

#include "demo/world/relief.h"
#include "demo/world/world.h"

/*
 * Follows the drainage of the eroded relief from each spring to the sea. Reads the heights, which
 * the lake has shaped already. False when out of memory.
 */
bool rivers_create(struct world *world, const struct relief *relief);

#endif
