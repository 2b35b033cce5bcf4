/* The doodads that stand in and at buildings, in doodad sets. */
#ifndef DEMO_DOODADS_BUILDING_DOODADS_H
#define DEMO_DOODADS_BUILDING_DOODADS_H

#include "demo/buildings/building.h"

/* Gives a building its doodads; most have none. The table is static. */
void building_doodads_set(enum building building, struct model *model);

#endif
