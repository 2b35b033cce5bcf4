/* Finds the roads of the demo world and draws them into world->road and world->street. */
#ifndef DEMO_WORLD_ROADS_H
#define DEMO_WORLD_ROADS_H

#include "demo/world/world.h"

/*
 * Joins sites by the cheapest roads on foot: they avoid slopes, water and rivers, and follow roads
 * that are drawn already. Reads the heights and world->river. False when out of memory.
 */
bool roads_create(struct world *world);

#endif
