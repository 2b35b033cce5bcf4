/*
 * Parents of a map: maps whose tiles are taken where the map itself lists none, as clients show the
 * surroundings of a phase. Which tiles there are is said by the WDTs of both.
 */
#ifndef MAP_MAP_PARENTS_H
#define MAP_MAP_PARENTS_H

#include "map/map.h"

/*
 * Takes tiles from the parents of an open map that has none so far: with MAP_PARENTS_AUTO those
 * that the client's table names, the cosmetic parent after the other, and then theirs; else the map
 * `name` first, then those that the table names for it. A parent that is missing or cannot be read,
 * that leads in a circle, or is one too many, is a warning and left out. Fails with
 * ADTMAP_NO_MEMORY only.
 */
#define MAP_PARENTS_AUTO "auto"
enum adtmap_status map_parents_open(struct adtmap_map *map, const char *name,
                                    const struct diag *diag);

#endif
