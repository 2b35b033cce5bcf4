/*
 * The courses of rivers and roads: lines on the ground, and maps of the distance from every lattice
 * node to the nearest of them, by which they shape and colour the ground.
 */
#ifndef DEMO_WORLD_COURSES_H
#define DEMO_WORLD_COURSES_H

#include "demo/world/relief.h"
#include "demo/world/world.h"

/* Follows the drainage of the eroded relief from each spring to the sea, and draws the courses into
 * world->river. Reads the heights, which the lake has shaped already. False when out of memory. */
bool courses_add_rivers(struct world *world, const struct relief *relief);

/* Joins sites by the cheapest roads on foot, which avoid slopes, water and rivers and follow roads
 * that are there, and draws them into world->road. False when out of memory. */
bool courses_add_roads(struct world *world);

void courses_free(struct world *world);

#endif
