/*
 * Buildings, read once and shared: a WMO root with all its groups in memory of its own, colours
 * fixed up for drawing.
 */
#ifndef ASSETS_BUILDING_H
#define ASSETS_BUILDING_H

#include "assets/assets.h"
#include "assets/cache.h"
#include "base/arena.h"
#include "formats/wmo/wmo.h"

struct building {
    struct arena memory;
    const struct wmo *root;                /* NULL: the root could not be read */
    const struct wmo_group *const *groups; /* root->group_count; NULL where one is missing */
    const struct wmo_box *group_boxes;     /* of what is in each group, model space */
    uint32_t missing;                      /* files left out: the root, or groups */
    struct wmo_box box;                    /* of all groups that are there, model space */
    uint64_t vertices_drawn;               /* of all batches: what drawing it whole works on */
};

/*
 * A cache of buildings by name, of a pool. `assets`, `log` and `pool` must outlive it. What is
 * missing is named once on the log, each group for itself.
 */
struct building_cache;

struct building_cache *building_cache_create(const struct assets *assets,
                                             const struct adtmap_log *log, struct cache_pool *pool);
void building_cache_destroy(struct building_cache *cache);

/* The building `name`, pinned until building_cache_unpin. ADTMAP_NO_MEMORY is the only failure: a
 * building without its root has root NULL. */
enum adtmap_status building_cache_pin(struct building_cache *cache, const char *name,
                                      struct cache_pin *pin);
void building_cache_unpin(struct building_cache *cache, struct cache_pin *pin);

#endif
