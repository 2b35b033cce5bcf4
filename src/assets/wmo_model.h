/*
 * WMOs, read once and shared: a WMO root with all its groups in memory of its own, colours
 * fixed up for drawing.
 */
#ifndef ASSETS_WMO_MODEL_H
#define ASSETS_WMO_MODEL_H

#include "assets/assets.h"
#include "assets/cache.h"
#include "assets/wmo_doodad_groups.h"
#include "base/arena.h"
#include "formats/wmo/wmo.h"

struct wmo_model {
    struct arena memory;
    const struct wmo *root;                /* NULL: the root could not be read */
    const struct wmo_group *const *groups; /* root->group_count; NULL where one is missing */
    const struct wmo_box *group_boxes;     /* of what is in each group, model space */
    const struct wmo_doodad_groups *doodad_groups; /* root->doodad_count */
    struct wmo_box doodad_box;                     /* of where its doodads stand, model space */
    uint32_t missing;                              /* files left out: the root, or groups */
    struct wmo_box box;                            /* of all groups that are there, model space */
    uint64_t vertices_drawn;                       /* and corners, of all batches and liquids */
};

/*
 * Finds the file of group `index` of a root called `name`, whose groups are in files: the one with
 * the usual name if the data have it or the root gives no id for it, else the one with that id.
 */
void wmo_model_find_group(const struct assets *assets, const struct wmo *root, const char *name,
                          uint32_t index, struct asset *file);

/* A cache of struct wmo_model. What is missing is named once on its log, each group for itself. */
extern const struct cache_kind wmo_model_kind;

/* Pins the WMO `name`. ADTMAP_NO_MEMORY is the only failure: a WMO without its root has root NULL.
 */
enum adtmap_status wmo_cache_pin(struct cache *cache, const char *name, struct cache_pin *pin);

#endif
