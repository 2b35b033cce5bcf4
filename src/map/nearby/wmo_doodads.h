/* The doodads that the buildings of a tile bring along. */
#ifndef MAP_NEARBY_WMO_DOODADS_H
#define MAP_NEARBY_WMO_DOODADS_H

#include <stdbool.h>
#include <stdint.h>

#include "map/nearby/wmo_set.h"

/* Doodads of a tile's buildings that are looked at, of which most lie outside the tile. Cities of
 * the clients have some thousands. */
enum { WMO_DOODADS_LOOKED_AT_MAX = 1 << 20 };

/* Takes doodad `index` of the building's root. False ends the visit. */
typedef bool wmo_doodad_visitor(void *user, const struct placed_wmo *building, uint32_t index);

/*
 * Visits the doodads of all buildings in and near the tile that have a model and a size: of each
 * building those of its first set, which it always has, and of those that its placement chooses.
 * A set that goes beyond WMO_DOODADS_LOOKED_AT_MAX is left out: *is_beyond. False: `visit` ended
 * it.
 */
bool wmo_doodads_visit(const struct wmo_set *wmos, wmo_doodad_visitor *visit, void *user,
                       bool *is_beyond);

#endif
