/* Rooms of the first clients (WMO v14): lightmaps instead of light. */
#ifndef MESH_PLACED_WMO_MESH_LIGHTMAP_H
#define MESH_PLACED_WMO_MESH_LIGHTMAP_H

#include "mesh/placed/wmo_mesh_group.h"

/* Those of a tile that are decoded, in its arena; zero-initialised: none. */
struct wmo_mesh_lightmaps {
    struct decoded *first;
};

/* Whether lightmaps light the batch: it has some, stands inside, and is not unlit. */
bool wmo_mesh_is_lightmapped(const struct wmo_mesh_batch *batch);

/*
 * Appends a batch of a group with lightmaps: what each map lights on its own, then what has none.
 * False when out of memory.
 */
bool wmo_mesh_append_lightmapped(const struct wmo_mesh_batch *batch);

#endif
