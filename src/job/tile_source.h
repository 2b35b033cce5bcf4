/*
 * From the bytes of a tile to a scene with its textures and buildings: what a worker does before it
 * draws.
 */
#ifndef JOB_TILE_SOURCE_H
#define JOB_TILE_SOURCE_H

#include "adtmap/settings.h"
#include "base/arena.h"
#include "job/map.h"
#include "job/objects.h"
#include "render/ground_cache.h"
#include "scene/scene.h"

/* What a tile is read for, beside its terrain. Bits. */
enum tile_need {
    TILE_GROUNDS = 1 << 0, /* the textures of the ground */
    TILE_OBJECTS = 1 << 1, /* buildings and liquids */
    TILE_PICTURE = TILE_GROUNDS | TILE_OBJECTS,
};

/* Which tile, of what. */
struct tile_request {
    struct adtmap_data *data;
    const struct adtmap_map *map; /* NULL: the ADT stands alone */
    uint32_t x, y;                /* place in the grid; of an ADT alone, found from its chunks */
    struct adt_map_facts facts;   /* what the WDT says */
    const struct adtmap_settings *settings;
    uint32_t quad_px; /* size of ground textures */
    uint32_t needs;   /* enum tile_need bits */
};

/* A tile on its way to pixels. Everything but the pins lives in the arena it was made with. */
struct tile_source {
    struct adtmap_data *data;
    struct scene_tile *scene;
    struct ground_cache *grounds;
    struct ground_set textures;
    struct object_set objects;
};

/*
 * Parses the tile `files` and pins what its scene needs. Without a root (data NULL) the tile is one
 * of the map that has no ADT. The source borrows the files' bytes and lives until
 * tile_source_close, which must come before the arena is reset.
 */
enum adtmap_status tile_source_open(const struct tile_request *request,
                                    const struct adt_files *files, struct arena *arena,
                                    const struct diag *diag, struct tile_source *source);

/* Gives the pins back. A source that failed to open may be closed, once more as well. */
void tile_source_close(struct tile_source *source);

#endif
