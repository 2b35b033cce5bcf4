/* Where each material lies by nature and by use, node by node; ground.c refines it to texels. */
#ifndef DEMO_WORLD_SURVEY_H
#define DEMO_WORLD_SURVEY_H

#include "demo/world/ground.h"
#include "demo/world/world.h"

/*
 * How much of each material a node has, before materials hide one another: above 0 where it
 * covers the ground, below where it does not, about -1..1 around its border. Crops stand for the
 * parcels, CANOPY for the density of trees.
 */
void survey_node(const struct world *world, int32_t i, int32_t j,
                 double cover[GROUND_MATERIAL_COUNT]);

#endif
