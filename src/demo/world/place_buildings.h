/* Places all buildings of the demo world. */
#ifndef DEMO_WORLD_PLACE_BUILDINGS_H
#define DEMO_WORLD_PLACE_BUILDINGS_H

#include "demo/world/scenery.h"

/*
 * Adds castle, harbour, ruins and other landmarks, then bridges where roads cross rivers, then the
 * houses and farms of the settlements. False when out of memory.
 */
bool place_buildings(struct scenery *scenery, const struct world *world);

#endif
