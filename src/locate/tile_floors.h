/*
 * What can be stood on in the buildings of a tile and on its doodads, and liquids: triangles in the
 * world's axes, sorted into the quads of the tile, so that a point looks at a few of them.
 */
#ifndef LOCATE_TILE_FLOORS_H
#define LOCATE_TILE_FLOORS_H

#include "assets/cache.h"
#include "locate/floor_doodads.h"
#include "locate/tile_facts.h"
#include "map/liquid_types.h"
#include "map/map.h"

/* Bounds, see docs/security.md. */
enum {
    FLOORS_LOOKED_AT_MAX = 64 << 20, /* triangles of all placements of a tile */
    FLOOR_TRIANGLES_MAX = 4 << 20,
    FLOOR_MEMBERS_MAX = 16 << 20,
    QUAD_MEMBERS_MAX = 1 << 16, /* a point takes 0.6 ms to look at so many */
};

struct tile_floors;

/* In place of a liquid's class: what is stood on in a WMO. */
enum { FLOOR_OF_WMO = LIQUID_NONE - 1 };

/* A cache of struct tile_floors. */
extern const struct cache_kind tile_floors_kind;

/* What floors are read of. */
struct tile_floors_source {
    const struct adtmap_map *map;
    struct cache *collisions; /* of m2_collision_kind */
};

/* The floors of tile (x, y) of a map, pinned until cache_release. Buildings and doodads that cannot
 * be read have none, which is a warning of their own. Fails with ADTMAP_NO_MEMORY only. */
enum adtmap_status tile_floors_pin(struct cache *cache, const struct tile_floors_source *source,
                                   uint32_t x, uint32_t y, struct cache_pin *pin);

/* What stands in a tile. */
struct tile_standing {
    uint32_t x, y; /* the tile */
    uint32_t wmo_count;
    const struct placed_wmo *wmos;
    const struct floor_doodad *doodads; /* NULL: none */
    const struct liquid_types *types;
};

/* The floors of what stands in a tile, for tile_floors_destroy, and how many bytes they take. Fails
 * with ADTMAP_NO_MEMORY only. */
enum adtmap_status tile_floors_of(const struct tile_standing *standing, const struct diag *diag,
                                  struct tile_floors **made, size_t *bytes);
void tile_floors_destroy(void *tile_floors);

/* Calls `visit` for each surface over or under the point (x, y) in yards, which lies in the quad of
 * this column and row: class FLOOR_OF_WMO or, of doodads, LIQUID_NONE for what is stood on. */
void tile_floors_at(const struct tile_floors *floors, uint32_t column, uint32_t row, double x,
                    double y, liquid_visitor *visit, void *user);

#endif
