/* Makes the demo world: heights, rivers, roads, shadows and buildings. */
#ifndef DEMO_WORLD_WORLD_CREATE_H
#define DEMO_WORLD_WORLD_CREATE_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "demo/world/world.h"

/* Makes the whole world. Destroy it even after a failure. Errors: ADTMAP_NO_MEMORY. */
enum adtmap_status world_create(struct world *world, const struct diag *diag);

void world_destroy(struct world *world);

#endif
