/*
 * The placements of a tile and of the eight tiles around it, each once. A placement is listed by
 * the tiles it was saved with, and may reach into others; buildings of tiles farther away are among
 * them where they reach into the tile (map/map_placements.h).
 */
#ifndef MAP_NEARBY_NEARBY_PLACEMENTS_H
#define MAP_NEARBY_NEARBY_PLACEMENTS_H

#include "base/arena.h"
#include "formats/adt/adt_placements.h"
#include "map/map.h"
#include "map/placement/doodad_table.h"

enum { NEARBY_TILES = 9 };

enum nearby_placements_kind { NEARBY_WMOS, NEARBY_DOODADS };

/* What is wanted of the doodads of a name. */
struct nearby_name {
    /* How far one of scale 1 reaches from where it stands; below 0: none is wanted. */
    float reach_yd;
    void *model; /* for the caller */
};

/* Where to look, and for what. */
struct nearby_placements_search {
    const struct adtmap_map *map;     /* NULL: `own` alone is looked at */
    const struct adt_placements *own; /* of an ADT without a map; NULL: none */
    uint32_t x, y;                    /* the tile */
    enum nearby_placements_kind kind;
    bool omits_doodads; /* with NEARBY_WMOS: nobody asks for NEARBY_DOODADS */
    /* Doodads of other names may be left out; NULL: none are. The same for both kinds, or the ADTs
     * are read for each of them. */
    adt_doodad_wanted *doodad_wanted;

    /* With NEARBY_DOODADS: leaves out those that cannot reach into the tile, and those that are not
     * wanted. It is asked for each name of each ADT. NULL: takes all. */
    void (*judge)(void *user, const struct doodad_name *name, struct nearby_name *judged);
    void *user;
};

/* What was found, in order of unique id. Zero-initialised: nothing. */
struct nearby_placements {
    uint32_t count;
    const struct adt_placement *const *placements;
    void *const *models; /* of the placements, as `judge` said; NULL without it */
    struct cache_pin pins[NEARBY_TILES];
};

/*
 * Collects placements of the kind; a map's own WMO (of a WDT) is one of NEARBY_WMOS. Of several
 * with one unique id, the one in the tile that it stands in counts, then the first in the order of
 * tiles and entries, then that of a tile farther away. The list lives in `arena`;
 * nearby_placements_close gives the pins back, after a failure too. Fails with ADTMAP_NO_MEMORY
 * only.
 */
enum adtmap_status nearby_placements_open(const struct nearby_placements_search *search,
                                          struct arena *arena, struct nearby_placements *nearby);
void nearby_placements_close(struct nearby_placements *nearby);

/* Whether the placement's own position lies in tile (x, y). */
bool placement_stands_in(const struct adt_placement *placement, uint32_t x, uint32_t y);

#endif
