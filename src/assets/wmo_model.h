/*
 * WMOs, read once and shared: a WMO root with all its groups in memory of its own, colours
 * fixed up for drawing.
 */
#ifndef ASSETS_WMO_MODEL_H
#define ASSETS_WMO_MODEL_H

#include "assets/assets.h"
#include "assets/cache.h"
#include "base/arena.h"
#include "formats/wmo/wmo.h"

struct wmo_model {
    struct arena memory;
    const struct wmo *root;                /* NULL: the root could not be read */
    const struct wmo_group *const *groups; /* root->group_count; NULL where one is missing */
    const struct wmo_box *group_boxes;     /* of what is in each group, model space */
    uint32_t missing;                      /* files left out: the root, or groups */
    struct wmo_box box;                    /* of all groups that are there, model space */
    uint64_t vertices_drawn;               /* and corners, of all batches and liquids */
};

/*
 * The file of group `index` of a root called `name`, whose groups are in files: the one with the
 * usual name if the data have it or the root gives no id for it, else the one with that id.
 */
void wmo_model_group_file(const struct assets *assets, const struct wmo *root, const char *name,
                          uint32_t index, char file[NAME_BYTES]);

/*
 * A cache of WMOs by name, of a pool. `assets`, `log` and `pool` must outlive it. What is
 * missing is named once on the log, each group for itself.
 */
struct wmo_cache;

struct wmo_cache *wmo_cache_create(const struct assets *assets, const struct adtmap_log *log,
                                   struct cache_pool *pool);
void wmo_cache_destroy(struct wmo_cache *cache);

/* The WMO `name`, pinned until wmo_cache_unpin. ADTMAP_NO_MEMORY is the only failure: a
 * WMO without its root has root NULL. */
enum adtmap_status wmo_cache_pin(struct wmo_cache *cache, const char *name, struct cache_pin *pin);
void wmo_cache_unpin(struct wmo_cache *cache, struct cache_pin *pin);

#endif
