#include "assets/m2_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assets/left_out.h"
#include "base/path.h"

/* A model takes some 20 KiB, and what is left of its blocks is lost while it is kept. */
enum { BLOCK_BYTES = 2 << 10 };

static void free_asset(void *value)
{
    struct m2_asset *asset = value;
    arena_free(&asset->memory);
    free(asset);
}

static bool is_model_name(const char *name)
{
    return name_has_suffix(name, ".m2") || name_has_suffix(name, ".mdx") ||
           name_has_suffix(name, ".mdl");
}

bool m2_asset_find(const struct assets *assets, const char *name, struct asset *file)
{
    if (!name_is_short(name)) {
        *file = (struct asset){.name = "(name too long)"};
        return false;
    }
    if (!is_model_name(name)) {
        return assets_find(assets, (struct asset_ref){name, 0}, file);
    }
    struct asset old;
    char renamed[NAME_BYTES];
    (void)m2_part_name(name, ".m2", renamed, sizeof renamed); /* no longer than the name */
    if (assets_find(assets, (struct asset_ref){renamed, 0}, file)) {
        return true;
    }
    bool is_old = m2_part_name(name, ".mdx", renamed, sizeof renamed) &&
                  assets_find(assets, (struct asset_ref){renamed, 0}, &old);
    if (is_old) {
        *file = old;
    }
    return is_old;
}

void m2_asset_find_part(const struct assets *assets, const char *model_file, const char *ending,
                        uint32_t file_id, struct asset *file)
{
    char name[NAME_BYTES];
    bool has_name = m2_part_name(model_file, ending, name, sizeof name);
    if (has_name && assets_find(assets, (struct asset_ref){name, 0}, file)) {
        return;
    }
    if (file_id) {
        assets_find(assets, (struct asset_ref){NULL, file_id}, file);
    } else if (!has_name) {
        *file = (struct asset){0};
    }
}

/* A model that is being loaded. */
struct loading {
    const struct assets *assets;
    const struct adtmap_log *log;
    struct asset file;
    struct arena scratch;
    struct adtmap_message why;
    struct blob model, skin, skeleton;
    struct m2_asset *asset;
};

static enum adtmap_status m2_model_read_part(struct loading *loading, const char *ending,
                                             uint32_t file_id, struct blob *blob)
{
    struct asset file;
    m2_asset_find_part(loading->assets, loading->file.name, ending, file_id, &file);
    struct diag diag = {file.name, loading->log, &loading->why};
    return assets_read_found(loading->assets, &file, ASSETS_WHOLE, &diag, blob);
}

static struct m2_bytes bytes_of(const struct blob *blob)
{
    return (struct m2_bytes){blob->data, blob->size};
}

/* A model is drawn without the skeleton that `status` says cannot be had, after a warning. */
static enum adtmap_status skeleton_leave_out(struct loading *loading, enum adtmap_status status,
                                             const char *what)
{
    if (status && status != ADTMAP_NO_MEMORY) {
        warn_left_out(loading->log, &loading->why, what);
        loading->asset->missing++;
        return ADTMAP_OK;
    }
    return status;
}

/* Puts the parent of the skeleton, if it has bones, in its place. */
static enum adtmap_status read_parent(struct loading *loading)
{
    struct asset file;
    struct blob parent = {0};
    uint32_t file_id = m2_skeleton_parent(bytes_of(&loading->skeleton));
    if (!file_id) {
        return ADTMAP_OK;
    }
    assets_find(loading->assets, (struct asset_ref){NULL, file_id}, &file);
    struct diag diag = {file.name, loading->log, &loading->why};
    enum adtmap_status status =
        assets_read_found(loading->assets, &file, ASSETS_WHOLE, &diag, &parent);
    if (!status && m2_skeleton_has_bones(bytes_of(&parent))) {
        struct blob own = loading->skeleton;
        loading->skeleton = parent;
        parent = own;
    }
    blob_release(&parent);
    return skeleton_leave_out(loading, status, "parent skeleton");
}

static enum adtmap_status m2_model_read(struct loading *loading)
{
    struct diag diag = {loading->file.name, loading->log, &loading->why};
    struct m2_file *file = NULL;
    struct m2_model *model = NULL;
    enum adtmap_status status =
        assets_read_found(loading->assets, &loading->file, ASSETS_WHOLE, &diag, &loading->model);
    if (status) {
        return status;
    }
    status = m2_read(loading->model.data, loading->model.size, &loading->scratch, &diag, &file);
    if (!status && file->needs_skin) {
        status = m2_model_read_part(loading, "00.skin", file->skin_id, &loading->skin);
    }
    if (!status && file->skeleton_id) {
        status = m2_model_read_part(loading, ".skel", file->skeleton_id, &loading->skeleton);
        status = status ? skeleton_leave_out(loading, status, "skeleton") : read_parent(loading);
    }
    if (!status) {
        status = m2_build(file, bytes_of(&loading->skin), bytes_of(&loading->skeleton),
                          &loading->asset->memory, &diag, &model);
    }
    loading->asset->model = model;
    return status;
}

/* Batches may share vertices: each draws all from its first to its last. */
static uint64_t vertices_drawn(const struct m2_model *model)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < model->batch_count; i++) {
        const struct m2_batch *batch = &model->batches[i];
        count += (uint64_t)batch->last_vertex - batch->first_vertex + 1 + batch->index_count;
    }
    return count;
}

/* Twice the area of a triangle, in square yards. */
static double doubled_area(const struct m2_model *model, const uint32_t *corner)
{
    const float *a = model->positions[corner[0]];
    const float *b = model->positions[corner[1]];
    const float *c = model->positions[corner[2]];
    double square = 0.0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        double normal = ((double)b[i] - (double)a[i]) * ((double)c[j] - (double)a[j]) -
                        ((double)b[j] - (double)a[j]) * ((double)c[i] - (double)a[i]);
        square += normal * normal;
    }
    return sqrt(square);
}

float m2_cut_share(const struct m2_model *model)
{
    double all = 0.0;
    double cut = 0.0;
    for (uint32_t b = 0; b < model->batch_count; b++) {
        const struct m2_batch *batch = &model->batches[b];
        double area = 0.0;
        for (uint32_t i = 0; i + 2 < batch->index_count; i += 3) {
            area += doubled_area(model, &model->indices[batch->first_index + i]);
        }
        all += area;
        cut += batch->blend == SURFACE_OPAQUE ? 0.0 : area;
    }
    return all > 0.0 ? (float)(cut / all) : 0.0F;
}

static enum adtmap_status load_asset(const struct cache_loading *from, struct m2_asset *asset)
{
    struct loading loading = {.assets = from->assets, .log = from->log, .asset = asset};
    (void)m2_asset_find(from->assets, from->key, &loading.file);
    enum adtmap_status status = m2_model_read(&loading);
    if (status && status != ADTMAP_NO_MEMORY) {
        warn_left_out(loading.log, &loading.why, "doodad");
        asset->model = NULL;
        asset->missing++;
        status = ADTMAP_OK;
    }
    asset->vertices_drawn = asset->model ? vertices_drawn(asset->model) : 0;
    asset->cut_share = asset->model ? m2_cut_share(asset->model) : 0.0F;
    blob_release(&loading.model);
    blob_release(&loading.skin);
    blob_release(&loading.skeleton);
    arena_free(&loading.scratch);
    return status;
}

static enum adtmap_status load_model(const struct cache_loading *loading, void **value,
                                     size_t *bytes)
{
    struct m2_asset *asset = calloc(1, sizeof *asset);
    if (!asset) {
        return ADTMAP_NO_MEMORY;
    }
    asset->memory.block_bytes = BLOCK_BYTES;
    enum adtmap_status status = load_asset(loading, asset);
    if (status) {
        free_asset(asset);
        return status;
    }
    *bytes = sizeof *asset + arena_bytes(&asset->memory);
    *value = asset;
    return ADTMAP_OK;
}

const struct cache_kind m2_asset_kind = {load_model, free_asset};

enum adtmap_status m2_cache_pin(struct cache *cache, const char *name, struct cache_pin *pin)
{
    char canonical[NAME_BYTES];
    char renamed[NAME_BYTES];
    const char *key = name_canonical_or_itself(name, canonical);
    if (is_model_name(key) && m2_part_name(key, ".m2", renamed, sizeof renamed)) {
        key = renamed; /* one model, whichever ending placements give it */
    }
    return cache_acquire(cache, key, strlen(key) + 1, NULL, pin);
}
