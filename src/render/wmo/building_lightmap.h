/* Rooms of the first clients (WMO v14): lightmaps instead of light. */
#ifndef RENDER_WMO_BUILDING_LIGHTMAP_H
#define RENDER_WMO_BUILDING_LIGHTMAP_H

#include "render/wmo/building_group.h"

/* Those of a tile that are decoded, in its arena; zero-initialised: none. */
struct building_lightmaps {
    struct decoded *first;
};

/*
 * Appends a batch of a group with lightmaps: what each map lights on its own, then what has none.
 * False when out of memory.
 */
bool building_lightmapped(const struct building_group *drawing, const struct wmo_batch *batch);

#endif
