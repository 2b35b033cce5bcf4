/* Places the doodads of the demo world: forests, orchards, hedges, rocks, a camp, harbour and
 * village. */
#ifndef DEMO_WORLD_PLACE_DOODADS_H
#define DEMO_WORLD_PLACE_DOODADS_H

#include "demo/world/scenery.h"

/* Adds doodads to a scenery whose buildings are placed. False when out of memory. */
bool place_doodads(struct scenery *scenery, const struct world *world);

#endif
