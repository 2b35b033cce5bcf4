/*
 * One tile made ready to draw: the terrain of an ADT with the maps and the choices that depend on
 * the settings, era-neutral. What the renderer reads, and all it reads.
 */
#ifndef SCENE_SCENE_H
#define SCENE_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "base/arena.h"
#include "base/diag.h"
#include "formats/adt/adt.h"
#include "formats/liquid.h"
#include "map/hours/hour_grid.h"
#include "map/liquid_types.h"
#include "map/nearby/wmo_set.h"
#include "scene/surface_material.h"

/* A ground texture. */
struct scene_texture {
    struct asset_ref colors;
    bool has_height;         /* it is needed */
    struct asset_ref height; /* whose alpha it is */
    float height_scale, height_offset;
    uint32_t scale_shift; /* one repeat covers 2^scale_shift quads */
};

struct scene_layer {
    uint32_t texture;     /* index into scene_tile.textures */
    const uint8_t *alpha; /* ADT_MAP_TEXELS, rows from the north; NULL in the bottom layer only */
    bool is_overbright;   /* its colours count twice */
};

struct scene_chunk {
    const struct adt_chunk *terrain; /* geometry, colours, lights, holes; NULL: nothing here */
    uint32_t layer_count;            /* 0: nothing to draw, see scene_chunk_has_ground */
    struct scene_layer layers[ADT_LAYERS_MAX];
    const uint64_t *shadow;  /* 64 rows, bit = column; NULL: no shadow, or not drawn */
    bool shadow_takes_alpha; /* from the layers above the first: 178/256 are left */
    bool is_white;           /* drawn without layers, as if of a white texture */
};

/* Whether ground is drawn. Clients draw a chunk layer by layer, so that one without layers, as
 * there are under cities, is as open as a hole; unless the settings say otherwise. */
static inline bool scene_chunk_has_ground(const struct scene_chunk *chunk)
{
    return chunk->terrain && (chunk->layer_count > 0 || chunk->is_white);
}

struct scene_tile;

/* Whether any of a tile's chunks is there. */
bool scene_has_terrain(const struct scene_tile *scene);

/* Whether a tile has ground, and none of it is drawn. */
bool scene_is_bare(const struct scene_tile *scene);

/* Whether it has baked shadows that are drawn. */
bool scene_has_shadows(const struct scene_tile *scene);

/* What drawing may need of a tile in addition to its terrain. */
enum scene_need {
    SCENE_NEEDS_GROUNDS = 1 << 0, /* ground textures */
    SCENE_NEEDS_OBJECTS = 1 << 1, /* buildings and doodads */
    SCENE_NEEDS_LIQUIDS = 1 << 2,
    SCENE_NEEDS_LOOK = 1 << 3, /* the settings of pictures: light, colours and what is left out */
    SCENE_NEEDS_MAPS = 1 << 4, /* alpha maps and baked shadows; those of grounds are a part of it */
};

struct doodad_set;
struct ground_texture;

/* All that drawing needs is here and stays until the scene is closed. */
struct scene_tile {
    uint32_t x, y; /* place of the tile in the grid */
    uint32_t placement_count;
    const struct placed_wmo *placements; /* in order of unique id */
    /* [i] is of placements[i]: by number, and one for batches without; NULL without materials */
    const struct surface_material *const *placement_materials;
    const struct doodad_set *doodads;        /* NULL: none */
    struct liquid_layers liquids;            /* none where nothing shows them */
    const struct liquid_types *liquid_types; /* for liquids of WMOs; NULL: the built-in table */
    struct scene_chunk chunks[ADT_CHUNKS];
    uint32_t texture_count;
    const struct scene_texture *textures;
    const struct ground_texture *const *grounds; /* [i] is textures[i], filtered; those that no
                                                    layer uses may be NULL */
    bool has_materials; /* what stands here has some, as have the liquids: */
    const struct surface_material *liquid_materials[LIQUID_CLASSES]; /* of classes that are drawn */
    uint32_t surface_texture_count;    /* of all these materials; their numbers run from 1 */
    enum adtmap_blend blend;           /* never ADTMAP_BLEND_AUTO */
    float contour_yd;                  /* between contour lines; 0: none */
    bool is_of_parent;                 /* the tile is of a parent of the map drawn */
    const struct hour_field *hours;    /* by what a time of day changes light; NULL: by nothing */
    const struct hour_grid *hour_grid; /* the same over the ground of the tile */
};

/* What the data say of liquids. */
const struct liquid_types *scene_liquid_types(const struct scene_tile *scene);

/*
 * Builds the scene of `adt`; `map_blend` is what the map asks for, used where the settings say
 * auto. The scene lives in `arena` and borrows `adt`.
 */
enum adtmap_status scene_build(const struct adt_tile *adt, enum adtmap_blend map_blend,
                               const struct adtmap_settings *settings, struct arena *arena,
                               const struct diag *diag, struct scene_tile **scene);

#endif
