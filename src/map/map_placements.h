/*
 * What the ADTs of a map place, read once a tile and shared by the tiles round it: a placement is
 * listed by the tiles it was saved with, and may reach into others, even beyond those next to it.
 */
#ifndef MAP_MAP_PLACEMENTS_H
#define MAP_MAP_PLACEMENTS_H

#include "assets/cache.h"
#include "base/tile_set.h"
#include "formats/adt/adt.h"
#include "map/placement/doodad_table.h"

struct adtmap_map;

/* A cache of what tiles place; its log is that of the data. */
extern const struct cache_kind map_placements_kind;

/*
 * Pins the placements of tile (x, y); an empty pin where the map has no file. An ADT that cannot be
 * read places nothing. `contents` is ADT_PLACEMENTS, or ADT_WMOS where nothing asks for doodads:
 * forests have thousands of them, which are then not read. Doodads whose names are not wanted may
 * be left out (adt_request.doodad_wanted). Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status map_placements_pin(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                      enum adt_content contents, adt_doodad_wanted *doodad_wanted,
                                      struct cache_pin *pin);

/* What a pin holds; NULL for an empty one. */
const struct adt_placements *map_placements_of(const struct cache_pin *pin);

/* Of the same doodads; NULL for an empty pin. */
const struct doodad_table *map_placements_doodads(const struct cache_pin *pin);

/* Whether a unique id is among its buildings, its doodads. */
bool map_placements_has_wmo(const struct cache_pin *pin, uint32_t unique_id);
bool map_placements_has_doodad(const struct cache_pin *pin, uint32_t unique_id);

/*
 * Clients' files list a building in each tile that it covers; tools may list it once. What such a
 * building covers is told by the box in its MODF, as no model is read for that: one that is too
 * small hides it.
 */
enum {
    FAR_TILES = 4,           /* as far from a tile the others are asked: 2,133 yards */
    FAR_PLACEMENTS_MAX = 64, /* of a tile, the first ones; a warning says that there are more */
};

/* A walk over the buildings that may reach into tile (x, y) from far away; zero-initialised, over
 * none. */
struct far_placement_step {
    uint32_t x, y;
    struct tile_set ring; /* the tiles that may list some */
    uint32_t most;        /* buildings that are met */
    struct tile_step tile;
    const struct adt_placement *rest; /* of the tile's entries */
    uint32_t rest_count;
    const struct adt_placement *placement; /* where the walk is; lives until the map is closed */
};

/*
 * Begins a walk over the buildings that may reach into tile (x, y) and are listed by tiles that are
 * no neighbours of it, at most FAR_TILES away, in order of these tiles and of their entries. Each
 * ADT is asked once and what it lists is kept until the map is closed; no dependency is recorded,
 * so whoever keeps records must compare what is met. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status map_far_placements_begin(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                            struct far_placement_step *step);

/* Goes to the next one; false behind the last. */
bool map_far_placements_next(const struct adtmap_map *map, struct far_placement_step *step);

#endif
