#include "assets/wmo_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assets/left_out.h"
#include "base/path.h"
#include "formats/grid.h"

enum {
    BLOCK_BYTES = 8 << 10,
    LIQUID_QUAD_CORNERS = 6, /* of its two triangles */
};

static void free_model(void *value)
{
    struct wmo_model *model = value;
    arena_free(&model->memory);
    free(model);
}

void wmo_model_find_group(const struct assets *assets, const struct wmo *root, const char *name,
                          uint32_t index, struct asset *file)
{
    char usual[NAME_BYTES];
    uint32_t file_id = root->groups[index].file_id;
    bool has_name = wmo_group_file_name(name, index, usual, sizeof usual) > 0;
    if (has_name && assets_find(assets, (struct asset_ref){usual, 0}, file)) {
        return;
    }
    if (file_id) {
        assets_find(assets, (struct asset_ref){NULL, file_id}, file);
    } else if (!has_name) {
        *file = (struct asset){0};
    }
}

/* Reads one group; *group stays NULL, after a warning, when it cannot be had. */
static enum adtmap_status read_group(const struct cache_loading *loading,
                                     const struct blob *root_bytes, struct wmo_model *model,
                                     uint32_t index, const struct wmo_group **group)
{
    struct asset file;
    struct adtmap_message why = {0};
    struct diag diag = {loading->key, loading->log, &why};
    struct blob own = {0};
    const struct blob *bytes = root_bytes;
    enum adtmap_status status = ADTMAP_OK;
    if (model->root->storage == WMO_GROUPS_IN_FILES) {
        wmo_model_find_group(loading->assets, model->root, loading->key, index, &file);
        diag.file = file.name;
        status = assets_read_found(loading->assets, &file, ASSETS_WHOLE, &diag, &own);
        bytes = &own;
    }
    struct wmo_group *read = NULL;
    if (!status) {
        status = wmo_read_group(model->root, bytes->data, bytes->size, index, &model->memory, &diag,
                                &read);
    }
    blob_release(&own);
    if (!status) {
        wmo_fix_colors(model->root, read);
        *group = read;
    } else if (status != ADTMAP_NO_MEMORY) {
        warn_left_out(loading->log, &why, "group");
        model->missing++;
    }
    return status == ADTMAP_NO_MEMORY ? status : ADTMAP_OK;
}

static const struct wmo_box empty_box = {{INFINITY, INFINITY, INFINITY},
                                         {-INFINITY, -INFINITY, -INFINITY}};

static void grow_box(struct wmo_box *box, const struct wmo_box *by)
{
    for (size_t axis = 0; axis < 3; axis++) {
        box->low[axis] = by->low[axis] < box->low[axis] ? by->low[axis] : box->low[axis];
        box->high[axis] = by->high[axis] > box->high[axis] ? by->high[axis] : box->high[axis];
    }
}

static void add_point(struct wmo_box *box, const float point[3])
{
    struct wmo_box at;
    memcpy(at.low, point, sizeof at.low);
    memcpy(at.high, point, sizeof at.high);
    grow_box(box, &at);
}

/* Liquid may reach beyond the walls. */
static void wmo_box_add_liquid(struct wmo_box *box, const struct wmo_liquid *liquid)
{
    uint32_t columns = liquid->grid.width + 1;
    for (uint32_t i = 0; i < liquid_vertices(&liquid->grid); i++) {
        const float point[3] = {
            liquid->corner[0] + (float)(i % columns) * (float)QUAD_YD,
            liquid->corner[1] + (float)(i / columns) * (float)QUAD_YD,
            liquid->grid.height_yd[i],
        };
        add_point(box, point);
    }
}

/* The box of what is in a group, which what the file says may differ from. */
static struct wmo_box group_box(const struct wmo_group *group)
{
    struct wmo_box box = empty_box;
    for (uint32_t i = 0; i < group->vertex_count; i++) {
        add_point(&box, group->positions[i]);
    }
    if (group->liquid) {
        wmo_box_add_liquid(&box, group->liquid);
    }
    return box;
}

/* Every class of a liquid is a mesh with all vertices of the grid (mesh/placed/liquid_mesh.h). */
static uint64_t liquid_drawn(const struct liquid_grid *grid)
{
    uint64_t count = liquid_vertices(grid);
    for (uint32_t i = 0; i < LIQUID_CLASSES; i++) {
        uint64_t quads = liquid_count(grid, (enum liquid_class)i);
        count += quads ? liquid_vertices(grid) + quads * LIQUID_QUAD_CORNERS : 0;
    }
    return count;
}

/* Batches may share vertices: each draws all from its first to its last. */
static uint64_t vertices_drawn(const struct wmo_group *group)
{
    uint64_t count = group->liquid ? liquid_drawn(&group->liquid->grid) : 0;
    for (uint32_t i = 0; i < group->batch_count; i++) {
        const struct wmo_batch *batch = &group->batches[i];
        if (batch->index_count) {
            count += (uint64_t)batch->vertex_last - batch->vertex_first + 1 + batch->index_count;
        }
    }
    return count;
}

/* What doodads need of their building, however often it is placed. */
static enum adtmap_status look_at_doodads(struct wmo_model *model)
{
    const struct wmo *root = model->root;
    model->doodad_groups = wmo_doodad_groups_of(root, model->groups, &model->memory);
    model->doodad_box = empty_box;
    for (uint32_t i = 0; i < root->doodad_count; i++) {
        add_point(&model->doodad_box, root->doodads[i].position);
    }
    return model->doodad_groups ? ADTMAP_OK : ADTMAP_NO_MEMORY;
}

static enum adtmap_status wmo_model_read_groups(const struct cache_loading *loading,
                                                const struct blob *root_bytes,
                                                struct wmo_model *model)
{
    uint32_t count = model->root->group_count;
    const struct wmo_group **groups = arena_alloc(&model->memory, count, sizeof *groups);
    struct wmo_box *boxes = arena_alloc(&model->memory, count, sizeof *boxes);
    if (!groups || !boxes) {
        return ADTMAP_NO_MEMORY;
    }
    model->groups = groups;
    model->group_boxes = boxes;
    bool first = true;
    for (uint32_t i = 0; i < count; i++) {
        enum adtmap_status status = read_group(loading, root_bytes, model, i, &groups[i]);
        if (status) {
            return status;
        }
        if (groups[i] && (groups[i]->vertex_count || groups[i]->liquid)) {
            boxes[i] = group_box(groups[i]);
            model->vertices_drawn += vertices_drawn(groups[i]);
            model->box = first ? boxes[i] : model->box;
            grow_box(&model->box, &boxes[i]);
            first = false;
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status wmo_model_read(const struct cache_loading *loading,
                                         struct wmo_model *model)
{
    struct adtmap_message why = {0};
    struct diag diag = {loading->key, loading->log, &why};
    struct blob bytes;
    struct wmo *root = NULL;
    enum adtmap_status status = assets_read(loading->assets, loading->key, &diag, &bytes);
    if (!status) {
        status = wmo_read_root(bytes.data, bytes.size, &model->memory, &diag, &root);
    }
    if (!status) {
        model->root = root;
        status = wmo_model_read_groups(loading, &bytes, model);
        status = status ? status : look_at_doodads(model);
    } else if (status != ADTMAP_NO_MEMORY) {
        warn_left_out(loading->log, &why, "building");
        model->missing++;
        status = ADTMAP_OK;
    }
    blob_release(&bytes);
    return status;
}

static enum adtmap_status load_model(const struct cache_loading *loading, void **value,
                                     size_t *bytes)
{
    struct wmo_model *model = calloc(1, sizeof *model);
    if (!model) {
        return ADTMAP_NO_MEMORY;
    }
    model->memory.block_bytes = BLOCK_BYTES;
    enum adtmap_status status = wmo_model_read(loading, model);
    if (status) {
        free_model(model);
        return status;
    }
    *bytes = sizeof *model + arena_bytes(&model->memory);
    *value = model;
    return ADTMAP_OK;
}

const struct cache_kind wmo_model_kind = {load_model, free_model};

enum adtmap_status wmo_cache_pin(struct cache *cache, const char *name, struct cache_pin *pin)
{
    char canonical[NAME_BYTES];
    const char *key = name_canonical_or_itself(name, canonical);
    return cache_acquire(cache, key, strlen(key) + 1, NULL, pin);
}
