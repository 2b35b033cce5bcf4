/*
 * The models of one tile's doodads: each file is looked up once, however often it is placed, and
 * pinned. Settings decide about a file here; about single placements doodad_set.c does.
 */
#ifndef SCENE_DOODAD_DOODAD_MODELS_H
#define SCENE_DOODAD_DOODAD_MODELS_H

#include "adtmap/settings.h"
#include "assets/m2_model.h"
#include "base/arena.h"
#include "base/hash.h"

struct surface_material;

struct doodad_model {
    const char *name;             /* canonical */
    struct hash128 hash;          /* of the name, by which models are told apart */
    const struct m2_model *model; /* NULL: nothing to draw, missing, or left out */
    bool is_chosen;               /* by adtmap_objects.only; doodads of WMOs need not be */
    bool is_crown;                /* of a relief map: a crown stands for it */
    bool is_missing;              /* wanted, and its files cannot be had */
    float longest_side_yd;        /* of the box */
    float reach_yd;               /* how far the box reaches from the origin */
    uint64_t vertices_drawn;      /* and corners, of all batches */
    const struct surface_material *materials; /* of the batches; NULL until scene_add_materials */
    struct cache_pin pin;
    struct doodad_model *next; /* in the bucket of the name */
    struct doodad_model *next_pinned;
};

enum { DOODAD_BUCKETS = 1024 };

struct doodad_models {
    const struct adtmap_settings *settings;
    const struct assets *assets;
    struct cache *cache;
    struct arena *arena;
    bool failed; /* out of memory */
    struct doodad_model *by_name[DOODAD_BUCKETS];
    struct doodad_reference *by_reference[DOODAD_BUCKETS];
    struct doodad_model *pinned;
};

/*
 * The model that a placement names, by `name` or, where that is NULL, by id; NULL when out of
 * memory. The same pointer `name` must mean the same text as long as `models` is in use.
 */
struct doodad_model *doodad_models_find(struct doodad_models *models, const char *name,
                                        uint32_t file_id);

/* The same for a name whose hash is known, that of the canonical name: of tables of placements,
 * which have their names hashed. */
struct doodad_model *doodad_models_find_hashed(struct doodad_models *models, const char *name,
                                               struct hash128 hash);

/* Gives the pins back. */
void doodad_models_close(struct doodad_models *models);

#endif
