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
 * The file of a model that placements call `name`. Placements say .mdx or .mdl also where the file
 * is an .m2. That is looked for first, then .mdx, which alpha clients have. Without a file, false
 * and the name of the .m2.
 */
bool m2_asset_file(const struct assets *assets, const char *name, char file[NAME_BYTES]);

/*
 * The file that belongs to a model's file: the one of m2_part_name if the data have it or the model
 * gives no id for it, else the one with that id.
 */
void m2_asset_part_file(const struct assets *assets, const char *model_file, const char *ending,
                        uint32_t file_id, char file[NAME_BYTES]);

/*
 * A cache of models by name, of a pool. `assets`, `log` and `pool` must outlive it. What is missing
 * is named once on the log.
 */
struct m2_cache;

struct m2_cache *m2_cache_create(const struct assets *assets, const struct adtmap_log *log,
                                 struct cache_pool *pool);
void m2_cache_destroy(struct m2_cache *cache);

/*
 * The struct m2_asset of a model by the name in a placement, or as assets_name_of_id gives it;
 * pinned until m2_cache_unpin. ADTMAP_NO_MEMORY is the only failure.
 */
enum adtmap_status m2_cache_pin(struct m2_cache *cache, const char *name, struct cache_pin *pin);
void m2_cache_unpin(struct m2_cache *cache, struct cache_pin *pin);

#endif
