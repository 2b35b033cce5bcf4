/* The placements of one ADT, as the cache of a map holds them. */
#ifndef MAP_TILE_PLACEMENTS_H
#define MAP_TILE_PLACEMENTS_H

#include "base/arena.h"
#include "formats/adt/adt_placements.h"

struct tile_placements {
    struct arena memory; /* holds what `placements` points to */
    struct adt_placements placements;
    uint32_t *wmo_ids, *doodad_ids; /* the unique ids, sorted */
};

/* NULL when out of memory. */
struct tile_placements *tile_placements_create(void);

/* A cache_free. NULL is fine. */
void tile_placements_destroy(void *tile_placements);

#endif
