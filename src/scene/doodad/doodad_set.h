/*
 * The doodads that stand in a tile: those that its ADT and the eight around it place (MDDF), and
 * those in the sets of placed WMOs (MODS, MODD).
 */
#ifndef SCENE_DOODAD_DOODAD_SET_H
#define SCENE_DOODAD_DOODAD_SET_H

#include "base/diag.h"
#include "map/nearby/nearby_placements.h"
#include "map/nearby/wmo_set.h"
#include "scene/doodad/doodad_light.h"
#include "scene/doodad/doodad_models.h"

struct scene_doodad {
    struct doodad_model *model;     /* has something to draw */
    struct placement_matrix matrix; /* model to world */
    struct adt_box box;             /* in the world */
    uint32_t unique_id;             /* in MDDF; of a doodad of a WMO, the WMO's in MODF */
    struct doodad_light light;
    bool is_outside; /* its light is that of the sun */
};

/* The doodads of one scene; zero-initialised it is empty. */
struct doodad_set {
    uint32_t count, capacity;
    uint32_t missing;             /* doodads whose files cannot be had */
    uint32_t beyond;              /* doodads left out for TILE_VERTICES_MAX */
    struct scene_doodad *doodads; /* those of ADTs by unique id, then those of WMOs */
    struct doodad_models *models;
};

/* Where to look, and what the settings leave. */
struct doodad_search {
    struct adtmap_data *data;
    const struct adtmap_map *map;     /* NULL: an ADT alone */
    const struct adt_placements *own; /* of that; NULL: none */
    uint32_t x, y;                    /* the tile */
    const struct adtmap_settings *settings;
    struct arena *arena;
};

/*
 * Finds the doodads whose boxes touch the tile and that the settings want. `wmos` are the tile's
 * WMOs, which stay pinned at least as long; their vertices count with those of the doodads. Set and
 * doodads live in the search's arena; doodad_set_close gives the pins back, after a failure too.
 * Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status doodad_set_open(const struct doodad_search *search, struct wmo_set *wmos,
                                   const struct diag *diag, struct doodad_set *set);
void doodad_set_close(struct doodad_set *set);

#endif
