/* Places all buildings and doodads of the demo world. */
#ifndef DEMO_WORLD_PLACING_H
#define DEMO_WORLD_PLACING_H

#include "demo/world/world.h"

/*
 * Adds castle, harbour, ruins and other landmarks, then bridges where roads cross rivers, then the
 * houses and farms of the settlements. False when out of memory.
 */
bool place_buildings(struct world *world);

/* Adds forests, orchards, hedges, rocks, camps and what people put up to a scenery whose buildings
 * are placed. False when out of memory. */
bool place_doodads(struct world *world);

/* The rotation at which something faces the direction (east, south), in degrees, rounded to a
 * quarter of a degree. */
double placing_degrees(double east, double south);

#endif
