/*
 * The buildings that stand in a tile, gathered from its ADT and those of its neighbours: a building
 * is listed by the tiles it was saved with, and may reach into others.
 */
#ifndef MAP_NEARBY_WMO_SET_H
#define MAP_NEARBY_WMO_SET_H

#include "adtmap/settings.h"
#include "assets/wmo_model.h"
#include "base/arena.h"
#include "formats/adt/adt_placements.h"
#include "map/map.h"
#include "map/placement/placement_matrix.h"

enum {
    /* Vertices and corners of triangles of all buildings of one tile, with their liquids, and of
     * all doodads; what would go beyond is left out. Cities of the clients have a million. */
    TILE_VERTICES_MAX = 8 << 20,
    TILE_VERTICES_MIN = 128, /* a building or doodad counts as so many at least */
};

/* A building, of which at least a part may stand in the tile. */
struct placed_wmo {
    const struct wmo_model *building; /* has a root */
    struct placement_matrix matrix;   /* model to world */
    uint32_t unique_id;
    float scale;
    struct adt_doodad_sets sets; /* shown in addition to the first, which every WMO has */
    uint8_t ambient[4];          /* of rooms without a colour of their own: that of its sets */
};

/* The buildings of one tile, pinned; zero-initialised it is empty. */
struct wmo_set {
    uint32_t count;
    uint32_t missing; /* files of buildings that were left out */
    uint32_t beyond;  /* buildings left out for TILE_VERTICES_MAX */
    uint64_t vertices;
    struct placed_wmo *placements;
    uint32_t near_count;
    struct placed_wmo *near; /* outside the tile, with doodads that may reach into it */
    struct cache_pin *pins;  /* of both, as they were found */
};

/* Where to look for buildings, and for which. */
struct wmo_search {
    struct adtmap_data *data;
    const struct adtmap_map *map;     /* NULL: `own` alone is looked at */
    const struct adt_placements *own; /* of an ADT without a map; NULL: none */
    uint32_t x, y;                    /* the tile */
    const struct adtmap_objects *wanted;
    bool omits_doodads;               /* nobody asks for doodads: none are near */
    adt_doodad_wanted *doodad_wanted; /* as in nearby_placements_search */
};

/*
 * Finds the buildings whose boxes touch the tile, and those whose doodads may: those of the map's
 * WDT and of its ADTs at and round the tile, or those of `own`. A unique id is drawn once; of
 * several placements with the same one, the one in the tile that it stands in counts. `wanted` may
 * leave some out. Set and objects live in `arena`; wmo_set_close gives the pins back. Fails with
 * ADTMAP_NO_MEMORY only.
 */
enum adtmap_status wmo_set_open(const struct wmo_search *search, struct arena *arena,
                                const struct diag *diag, struct wmo_set *set);
/* Counts the vertices of one more object of the tile. False: they go beyond the limit, and the
 * object is to be left out. */
bool wmo_set_count(struct wmo_set *set, uint64_t vertices);

void wmo_set_close(struct wmo_set *set);

#endif
