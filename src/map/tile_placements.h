/* The placements of ADTs as a map holds them: of one ADT, in a cache, and those that reach far. */
#ifndef MAP_TILE_PLACEMENTS_H
#define MAP_TILE_PLACEMENTS_H

#include <pthread.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/tile_set.h"
#include "formats/adt/adt_placements.h"
#include "map/placement/doodad_table.h"

struct tile_placements {
    struct arena memory; /* holds what `placements` points to */
    struct adt_placements placements;
    uint32_t *wmo_ids; /* the unique ids, sorted */
    struct doodad_table doodads;
};

/* NULL when out of memory. */
struct tile_placements *tile_placements_create(void);

/* A cache_free. NULL is fine. */
void tile_placements_destroy(void *tile_placements);

/* The buildings that tiles list and that reach beyond their neighbours, nothing for nearly all.
 * They are kept outside of the caches: what is evicted would cost a read of its ADT for each of the
 * 72 tiles that ask for it. */
struct far_placements {
    pthread_mutex_t lock; /* of all below */
    struct arena memory;
    struct far_tile {
        bool is_read;
        uint32_t count;
        struct adt_placement *items;
    } tiles[TILE_SET_GRID][TILE_SET_GRID]; /* [y][x] */
};

/* NULL when out of memory. */
struct far_placements *far_placements_create(void);

/* NULL is fine. */
void far_placements_destroy(struct far_placements *far);

#endif
