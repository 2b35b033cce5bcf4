/* The doodads of a tile that can be stood on: those that have a collision mesh, as game servers
 * take them. */
#ifndef LOCATE_FLOOR_DOODADS_H
#define LOCATE_FLOOR_DOODADS_H

#include "assets/m2_collision.h"
#include "base/buffer.h"
#include "map/nearby/wmo_set.h"
#include "map/placement/placement_matrix.h"

struct floor_doodad {
    const struct m2_collision *mesh;
    struct placement_matrix matrix; /* model to world */
    struct floor_doodad *next;
};

/* Zero-initialised: none. */
struct floor_doodads {
    struct floor_doodad *first;
    uint32_t count;
    struct buffer pins; /* struct cache_pin, of each model that reaches into the tile */
};

/* Where to look. */
struct floor_doodad_search {
    struct cache *collisions; /* of m2_collision_kind */
    const struct assets *assets;
    const struct adtmap_map *map;
    uint32_t x, y;
    const struct wmo_set *wmos; /* of the tile, whose doodads count too */
    struct arena *arena;        /* the doodads live here */
    const struct diag *diag;
};

/* What would go beyond is left out with a warning. Cities of the clients have some thousands; what
 * is kept takes 130 bytes each. */
enum {
    FLOOR_DOODADS_MAX = 1 << 17,
    FLOOR_DOODAD_CORNERS_MAX = 1 << 23, /* vertices and corners of triangles of their models */
};

/* Finds the doodads of MDDF and of WMOs' sets whose collision meshes reach into the tile. To be
 * closed, after a failure too. Fails with ADTMAP_NO_MEMORY only. */
enum adtmap_status floor_doodads_open(const struct floor_doodad_search *search,
                                      struct floor_doodads *doodads);
void floor_doodads_close(struct floor_doodads *doodads);

#endif
