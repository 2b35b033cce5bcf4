#include "assets/m2_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assets/left_out.h"
#include "base/path.h"

enum { BLOCK_BYTES = 8 << 10 };

struct m2_cache {
    const struct assets *assets;
    const struct adtmap_log *log;
    struct cache *models;
};

static void free_asset(void *value)
{
    struct m2_asset *asset = value;
    arena_free(&asset->memory);
    free(asset);
}

struct m2_cache *m2_cache_create(const struct assets *assets, const struct adtmap_log *log,
                                 struct cache_pool *pool)
{
    struct m2_cache *cache = malloc(sizeof *cache);
    if (!cache) {
        return NULL;
    }
    *cache = (struct m2_cache){assets, log, cache_create(pool, free_asset)};
    if (!cache->models) {
        m2_cache_destroy(cache);
        return NULL;
    }
    return cache;
}

void m2_cache_destroy(struct m2_cache *cache)
{
    if (cache) {
        cache_destroy(cache->models);
        free(cache);
    }
}

static bool is_model_name(const char *name)
{
    return name_has_suffix(name, ".m2") || name_has_suffix(name, ".mdx") ||
           name_has_suffix(name, ".mdl");
}

bool m2_asset_file(const struct assets *assets, const char *name, char file[NAME_BYTES])
{
    if (!name_is_short(name)) {
        strcpy(file, "(name too long)");
        return false;
    }
    strcpy(file, name);
    if (!is_model_name(name)) {
        return assets_has(assets, name);
    }
    bool has_recent = m2_part_name(name, ".m2", file, NAME_BYTES) && assets_has(assets, file);
    bool has_old =
        !has_recent && m2_part_name(name, ".mdx", file, NAME_BYTES) && assets_has(assets, file);
    if (!has_recent && !has_old) {
        (void)m2_part_name(name, ".m2", file, NAME_BYTES);
    }
    return has_recent || has_old;
}

void m2_asset_part_file(const struct assets *assets, const char *model_file, const char *ending,
                        uint32_t file_id, char file[NAME_BYTES])
{
    if (!m2_part_name(model_file, ending, file, NAME_BYTES)) {
        file[0] = '\0';
    }
    if (file_id && !assets_has(assets, file)) {
        assets_name_of_id(assets, file_id, file);
    }
}

/* A model that is being loaded. */
struct loading {
    const struct m2_cache *cache;
    const struct adtmap_log *log; /* NULL: everything was reported by an earlier load */
    const char *name;             /* of its file */
    struct arena scratch;
    struct adtmap_message why;
    struct blob model, skin, skeleton;
    struct m2_asset *asset;
};

static enum adtmap_status read_part(struct loading *loading, const char *ending, uint32_t file_id,
                                    struct blob *blob)
{
    char file[NAME_BYTES];
    m2_asset_part_file(loading->cache->assets, loading->name, ending, file_id, file);
    struct diag diag = {file, loading->log, &loading->why};
    return assets_read(loading->cache->assets, file, &diag, blob);
}

static enum adtmap_status read_skin(struct loading *loading, const struct m2_file *file)
{
    if (!file->needs_skin) {
        return ADTMAP_OK;
    }
    return read_part(loading, "00.skin", file->skin_id, &loading->skin);
}

static struct m2_bytes bytes_of(const struct blob *blob)
{
    return (struct m2_bytes){blob->data, blob->size};
}

/* A model is drawn without the skeleton that `status` says cannot be had, after a warning. */
static enum adtmap_status leave_out(struct loading *loading, enum adtmap_status status,
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
    char file[NAME_BYTES];
    struct blob parent = {0};
    uint32_t file_id = m2_skeleton_parent(bytes_of(&loading->skeleton));
    if (!file_id) {
        return ADTMAP_OK;
    }
    assets_name_of_id(loading->cache->assets, file_id, file);
    struct diag diag = {file, loading->log, &loading->why};
    enum adtmap_status status = assets_read(loading->cache->assets, file, &diag, &parent);
    if (!status && m2_skeleton_has_bones(bytes_of(&parent))) {
        struct blob own = loading->skeleton;
        loading->skeleton = parent;
        parent = own;
    }
    blob_release(&parent);
    return leave_out(loading, status, "parent skeleton");
}

static enum adtmap_status read_skeleton(struct loading *loading, const struct m2_file *file)
{
    if (!file->skeleton_id) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = read_part(loading, ".skel", file->skeleton_id, &loading->skeleton);
    return status ? leave_out(loading, status, "skeleton") : read_parent(loading);
}

static enum adtmap_status read_model(struct loading *loading)
{
    struct diag diag = {loading->name, loading->log, &loading->why};
    struct m2_file *file = NULL;
    struct m2_model *model = NULL;
    enum adtmap_status status =
        assets_read(loading->cache->assets, loading->name, &diag, &loading->model);
    if (!status) {
        status = m2_read(loading->model.data, loading->model.size, &loading->scratch, &diag, &file);
    }
    if (!status) {
        status = read_skin(loading, file);
    }
    if (!status) {
        status = read_skeleton(loading, file);
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

/* Where to report what is wrong with the model `name`, once. */
static const struct adtmap_log *log_of(const struct m2_cache *cache, const char *name)
{
    return cache_had(cache->models, name) ? NULL : cache->log;
}

static enum adtmap_status load_asset(const struct m2_cache *cache, const char *name,
                                     struct m2_asset *asset)
{
    char file[NAME_BYTES];
    (void)m2_asset_file(cache->assets, name, file);
    struct loading loading = {
        .cache = cache, .log = log_of(cache, name), .name = file, .asset = asset};
    enum adtmap_status status = read_model(&loading);
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

/* cache_load */
static enum adtmap_status load_model(void *user, const char *name, void **value, size_t *bytes)
{
    struct m2_asset *asset = calloc(1, sizeof *asset);
    if (!asset) {
        return ADTMAP_NO_MEMORY;
    }
    asset->memory.block_bytes = BLOCK_BYTES;
    enum adtmap_status status = load_asset(user, name, asset);
    if (status) {
        free_asset(asset);
        return status;
    }
    *bytes = sizeof *asset + arena_bytes(&asset->memory);
    *value = asset;
    return ADTMAP_OK;
}

enum adtmap_status m2_cache_pin(struct m2_cache *cache, const char *name, struct cache_pin *pin)
{
    char canonical[NAME_BYTES];
    char renamed[NAME_BYTES];
    const char *key = name_canonical(name, canonical) ? canonical : name;
    if (is_model_name(key) && m2_part_name(key, ".m2", renamed, sizeof renamed)) {
        key = renamed; /* one model, whichever ending placements give it */
    }
    return cache_acquire(cache->models, key, load_model, cache, pin);
}

void m2_cache_unpin(struct m2_cache *cache, struct cache_pin *pin)
{
    cache_release(cache->models, pin);
}
