/*
 * From the bytes of a tile to a complete scene: terrain, placements, liquids, and every texture and
 * model of these. It is all loaded and held before drawing begins, which therefore does no I/O and
 * meets no missing data, as often as the scene is drawn.
 */
#ifndef SCENE_TILE_TILE_SOURCE_H
#define SCENE_TILE_TILE_SOURCE_H

#include "adtmap/settings.h"
#include "assets/textures/ground_cache.h"
#include "base/arena.h"
#include "map/map.h"
#include "map/nearby/wmo_set.h"
#include "scene/doodad/doodad_set.h"
#include "scene/scene.h"
#include "scene/surface_textures.h"
#include "scene/work_progress.h"

/* Which tile, of what, for what. */
struct tile_request {
    struct adtmap_data *data;
    const struct adtmap_map *map;    /* NULL: the ADT stands alone */
    uint32_t x, y;                   /* place in the grid; of an ADT alone, found from its chunks */
    struct adt_request facts;        /* what the WDT says */
    const struct hour_lights *hours; /* of the map, for settings with a time of day */
    const struct adtmap_settings *settings;
    uint32_t quad_px;               /* of the drawing: ground textures are filtered to it */
    bool has_picture;               /* needs all that the settings draw; else, data layers alone: */
    uint32_t layer_needs;           /* enum scene_need bits of the layers that are drawn */
    const struct adt_box *left_out; /* heights alone are needed, and not of what stands wholly in
                                       it: its ground and liquids are not read; NULL: all is */
    struct work_progress *progress; /* is told of TILE_SOURCE_STEPS, and may cancel; or NULL */
};

/* Files, WMOs, doodads, textures of the ground. */
enum { TILE_SOURCE_STEPS = 4 };

/* The request for tile (x, y) of `map`; `quad_px` and what follows are left to the caller. */
struct tile_request tile_request_of(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                    const struct adtmap_settings *settings);

/* A scene and what holds it. Everything but the pins lives in the arena it was made with. */
struct tile_source {
    struct adtmap_data *data;
    struct scene_tile *scene;
    const struct adt_placements *own; /* of an ADT alone */
    struct ground_set grounds;
    struct surface_textures textures; /* of WMOs, doodads and liquids */
    struct wmo_set placements;
    struct doodad_set doodads;
};

/*
 * Parses the tile `files` and pins what its scene needs. Without a root (data NULL) the tile is one
 * of the map that has no ADT. The source borrows the files' bytes and lives until
 * tile_source_close, which must come before the arena is reset.
 */
enum adtmap_status tile_source_open(const struct tile_request *request,
                                    const struct adt_files *files, struct arena *arena,
                                    const struct diag *diag, struct tile_source *source);

/* How many textures and files of WMOs and doodads are missing, of those asked for so far; fallbacks
 * are drawn. */
uint32_t tile_source_missing_assets(const struct tile_source *source);

/*
 * ADTMAP_NOT_FOUND when `missing_assets` textures and buildings of a tile, one or more, are
 * missing: what strict callers make of the count.
 */
enum adtmap_status tile_source_check_complete(uint32_t missing_assets, const struct diag *diag);

/* Gives the pins back. A source that failed to open may be closed, once more as well. */
void tile_source_close(struct tile_source *source);

#endif
