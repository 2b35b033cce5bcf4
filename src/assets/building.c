#include "assets/building.h"

#include <stdlib.h>

#include "base/path.h"

enum { BLOCK_BYTES = 32 << 10 };

struct building_cache {
    const struct assets *assets;
    const struct adtmap_log *log;
    struct cache *buildings;
};

static void free_building(void *value)
{
    struct building *building = value;
    arena_free(&building->memory);
    free(building);
}

struct building_cache *building_cache_create(const struct assets *assets,
                                             const struct adtmap_log *log, struct cache_pool *pool)
{
    struct building_cache *cache = malloc(sizeof *cache);
    if (!cache) {
        return NULL;
    }
    *cache = (struct building_cache){assets, log, cache_create(pool, free_building)};
    if (!cache->buildings) {
        building_cache_destroy(cache);
        return NULL;
    }
    return cache;
}

void building_cache_destroy(struct building_cache *cache)
{
    if (cache) {
        cache_destroy(cache->buildings);
        free(cache);
    }
}

/* Says why a file of a building is left out. */
static void warn_left_out(const struct building_cache *cache, const struct adtmap_message *why,
                          const char *what)
{
    struct diag diag = {why->file, cache->log, NULL};
    diag_warn(&diag, why->chunk, why->offset, "%s; %s left out", why->what, what);
}

/* Reads one group; *group stays NULL, after a warning, when it cannot be had. */
static enum adtmap_status read_group(const struct building_cache *cache, const char *name,
                                     const struct blob *root_bytes, struct building *building,
                                     uint32_t index, const struct wmo_group **group)
{
    char file[NAME_BYTES];
    struct adtmap_message why = {0};
    struct diag diag = {name, cache->log, &why};
    struct blob own = {0};
    const struct blob *bytes = root_bytes;
    enum adtmap_status status = ADTMAP_OK;
    if (building->root->storage == WMO_GROUPS_IN_FILES) {
        if (wmo_group_file_name(name, index, file, sizeof file) == 0) {
            return ADTMAP_OK;
        }
        diag.file = file;
        status = assets_read(cache->assets, file, &diag, &own);
        bytes = &own;
    }
    struct wmo_group *read = NULL;
    if (!status) {
        status = wmo_read_group(building->root, bytes->data, bytes->size, index, &building->memory,
                                &diag, &read);
    }
    blob_release(&own);
    if (!status) {
        wmo_fix_colors(building->root, read);
        *group = read;
    } else if (status != ADTMAP_NO_MEMORY) {
        warn_left_out(cache, &why, "group");
        building->missing++;
    }
    return status == ADTMAP_NO_MEMORY ? status : ADTMAP_OK;
}

/* The box of a group's vertices, which what the file says may differ from. */
static struct wmo_box group_box(const struct wmo_group *group)
{
    struct wmo_box box = {{0}, {0}};
    for (uint32_t i = 0; i < group->vertex_count; i++) {
        for (size_t axis = 0; axis < 3; axis++) {
            float at = group->positions[i][axis];
            box.low[axis] = i == 0 || at < box.low[axis] ? at : box.low[axis];
            box.high[axis] = i == 0 || at > box.high[axis] ? at : box.high[axis];
        }
    }
    return box;
}

/* Batches may share vertices: each draws all from its first to its last. */
static uint64_t vertices_drawn(const struct wmo_group *group)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < group->batch_count; i++) {
        const struct wmo_batch *batch = &group->batches[i];
        if (batch->index_count) {
            count += (uint64_t)batch->vertex_last - batch->vertex_first + 1 + batch->index_count;
        }
    }
    return count;
}

static void grow_box(struct wmo_box *box, const struct wmo_box *by)
{
    for (size_t axis = 0; axis < 3; axis++) {
        box->low[axis] = by->low[axis] < box->low[axis] ? by->low[axis] : box->low[axis];
        box->high[axis] = by->high[axis] > box->high[axis] ? by->high[axis] : box->high[axis];
    }
}

static enum adtmap_status read_groups(const struct building_cache *cache, const char *name,
                                      const struct blob *root_bytes, struct building *building)
{
    uint32_t count = building->root->group_count;
    const struct wmo_group **groups = arena_alloc(&building->memory, count, sizeof *groups);
    struct wmo_box *boxes = arena_alloc(&building->memory, count, sizeof *boxes);
    if (!groups || !boxes) {
        return ADTMAP_NO_MEMORY;
    }
    building->groups = groups;
    building->group_boxes = boxes;
    bool first = true;
    for (uint32_t i = 0; i < count; i++) {
        enum adtmap_status status = read_group(cache, name, root_bytes, building, i, &groups[i]);
        if (status) {
            return status;
        }
        if (groups[i] && groups[i]->vertex_count) {
            boxes[i] = group_box(groups[i]);
            building->vertices_drawn += vertices_drawn(groups[i]);
            building->box = first ? boxes[i] : building->box;
            grow_box(&building->box, &boxes[i]);
            first = false;
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_building(const struct building_cache *cache, const char *name,
                                        struct building *building)
{
    struct adtmap_message why = {0};
    struct diag diag = {name, cache->log, &why};
    struct blob bytes;
    struct wmo *root = NULL;
    enum adtmap_status status = assets_read(cache->assets, name, &diag, &bytes);
    if (!status) {
        status = wmo_read_root(bytes.data, bytes.size, &building->memory, &diag, &root);
    }
    if (!status) {
        building->root = root;
        status = read_groups(cache, name, &bytes, building);
    } else if (status != ADTMAP_NO_MEMORY) {
        warn_left_out(cache, &why, "building");
        building->missing++;
        status = ADTMAP_OK;
    }
    blob_release(&bytes);
    return status;
}

/* cache_load */
static enum adtmap_status load_building(void *user, const char *name, void **value, size_t *bytes)
{
    struct building *building = calloc(1, sizeof *building);
    if (!building) {
        return ADTMAP_NO_MEMORY;
    }
    building->memory.block_bytes = BLOCK_BYTES;
    enum adtmap_status status = read_building(user, name, building);
    if (status) {
        free_building(building);
        return status;
    }
    *bytes = sizeof *building + arena_bytes(&building->memory);
    *value = building;
    return ADTMAP_OK;
}

enum adtmap_status building_cache_pin(struct building_cache *cache, const char *name,
                                      struct cache_pin *pin)
{
    char canonical[NAME_BYTES];
    const char *key = name_canonical(name, canonical) ? canonical : name;
    return cache_acquire(cache->buildings, key, load_building, cache, pin);
}

void building_cache_unpin(struct building_cache *cache, struct cache_pin *pin)
{
    cache_release(cache->buildings, pin);
}
