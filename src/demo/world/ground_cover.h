/* Rules for which ground material covers a lattice node: height, slope, coast, roads, sites.
 * ground.c refines the result to texels. */
#ifndef DEMO_WORLD_GROUND_COVER_H
#define DEMO_WORLD_GROUND_COVER_H

#include "demo/world/ground.h"
#include "demo/world/world.h"

/*
 * Signed cover of each material at a node: positive where the material lies, negative where it does
 * not, about -1..1 around its border. Materials that hide each other are not resolved. PLOUGHED,
 * GREENS and WHEAT are whole fields; CANOPY is the density of trees.
 */
void ground_cover_node(const struct world *world, int32_t i, int32_t j,
                       double cover[GROUND_MATERIAL_COUNT]);

#endif
