/*
 * What the ADTs of a map place, read once a tile and shared by the tiles round it: a placement is
 * listed by the tiles it was saved with, and may reach into others.
 */
#ifndef MAP_MAP_PLACEMENTS_H
#define MAP_MAP_PLACEMENTS_H

#include "assets/cache.h"
#include "formats/adt/adt_placements.h"

struct adtmap_map;

/* A cache of what tiles place; its log is that of the data. */
extern const struct cache_kind map_placements_kind;

/*
 * Pins the placements of tile (x, y); an empty pin where the map has no file. An ADT that cannot be
 * read places nothing. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status map_placements_pin(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                      struct cache_pin *pin);

/* What a pin holds; NULL for an empty one. */
const struct adt_placements *map_placements_of(const struct cache_pin *pin);

/* Whether a unique id is among its buildings, its doodads. */
bool map_placements_has_wmo(const struct cache_pin *pin, uint32_t unique_id);
bool map_placements_has_doodad(const struct cache_pin *pin, uint32_t unique_id);

#endif
