/*
 * Doodad models, read once and shared: the static model of an M2 or MDX with its skin and skeleton.
 */
#ifndef ASSETS_M2_MODEL_H
#define ASSETS_M2_MODEL_H

#include "assets/assets.h"
#include "assets/cache.h"
#include "base/arena.h"
#include "formats/m2/m2.h"

/* A model as the cache has it. */
struct m2_asset {
    struct arena memory;
    const struct m2_model *model; /* NULL: missing or damaged */
    uint32_t missing;             /* files left out: the model or its skeleton */
    uint64_t vertices_drawn;      /* and corners, of all batches */
    float cut_share;              /* m2_cut_share */
};

/* The area of triangles that are cut out by alpha or blended, as a share of all; 0..1. */
float m2_cut_share(const struct m2_model *model);

/*
 * Finds the file of a model that placements call `name`. Placements say .mdx or .mdl also where the
 * file is an .m2. That is looked for first, then .mdx, which alpha clients have. Without a file,
 * false and the name of the .m2.
 */
bool m2_asset_find(const struct assets *assets, const char *name, struct asset *file);

/*
 * Finds the file that belongs to a model's file: the one of m2_part_name if the data have it or the
 * model gives no id for it, else the one with that id.
 */
void m2_asset_find_part(const struct assets *assets, const char *model_file, const char *ending,
                        uint32_t file_id, struct asset *file);

/* A cache of struct m2_asset. What is missing is named once on its log. */
extern const struct cache_kind m2_asset_kind;

/*
 * Pins the struct m2_asset of a model by the name in a placement, or as assets_name_of_id gives it.
 * ADTMAP_NO_MEMORY is the only failure.
 */
enum adtmap_status m2_cache_pin(struct cache *cache, const char *name, struct cache_pin *pin);

#endif
