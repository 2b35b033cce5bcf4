/*
 * A tile refers to some hundred files by some ten thousand doodads of WMOs, so the way from one of
 * them to its model must be short: a table by the address of the name, which is that of a name
 * table and the same for all that name one file in one WMO. Behind it stands a table by the hash of
 * the canonical name, as WMOs and nine ADTs have name tables of their own.
 */
#include "scene/doodad/doodad_models.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/path.h"
#include "map/placement/placement_filter.h"
#include "scene/doodad/doodad_rule.h"

/* What placements say of a model. */
struct doodad_reference {
    const char *name;
    uint32_t file_id;
    struct doodad_model *model;
    struct doodad_reference *next;
};

/* What a name says of whether a model is drawn. */
enum judgement { JUDGED_DRAWN, JUDGED_LEFT_OUT, JUDGED_BY_MODEL };

/* Where the name alone leaves the model out, its files need not be read. */
static enum judgement judge_by_name(const struct adtmap_settings *settings, const char *name)
{
    struct doodad_verdict verdict;
    if (placement_name_is_hidden(&settings->objects, name)) {
        return JUDGED_LEFT_OUT;
    }
    if (settings->doodads == ADTMAP_DOODADS_ALL) {
        return JUDGED_DRAWN;
    }
    if (!doodad_judge_name(&settings->doodad_rules, name, &verdict)) {
        return JUDGED_BY_MODEL;
    }
    return verdict.is_drawn ? JUDGED_DRAWN : JUDGED_LEFT_OUT;
}

static bool is_judged_drawn(enum judgement judgement, const struct m2_asset *asset)
{
    return judgement == JUDGED_DRAWN || doodad_judge_model(asset->model, asset->cut_share).is_drawn;
}

static float reach_of(const struct m2_box *box)
{
    float square = 0.0F;
    for (int i = 0; i < 3; i++) {
        float side = fmaxf(fabsf(box->low[i]), fabsf(box->high[i]));
        square += side * side;
    }
    return sqrtf(square);
}

/* Pins the model and decides whether it is drawn. False when out of memory. */
static bool doodad_model_load(struct doodad_models *models, struct doodad_model *model)
{
    const enum judgement judgement = judge_by_name(models->settings, model->name);
    const bool is_relief = models->settings->ground == ADTMAP_GROUND_RELIEF;
    enum doodad_relief relief = DOODAD_RELIEF_SHAPE;
    const bool is_open = is_relief && !doodad_relief_by_name(model->name, &relief);
    if (judgement == JUDGED_LEFT_OUT || relief == DOODAD_RELIEF_NOTHING) {
        return true;
    }
    if (m2_cache_pin(models->cache, model->name, &model->pin)) {
        return false;
    }
    model->next_pinned = models->pinned;
    models->pinned = model;
    const struct m2_asset *asset = model->pin.value;
    model->is_missing = !asset->model;
    if (!asset->model || asset->model->batch_count == 0 || !is_judged_drawn(judgement, asset)) {
        return true;
    }
    if (is_open) {
        relief = doodad_relief_by_model(asset->model, asset->cut_share);
    }
    if (relief != DOODAD_RELIEF_NOTHING) {
        model->is_crown = relief == DOODAD_RELIEF_CROWN;
        model->model = asset->model;
        model->vertices_drawn = asset->vertices_drawn;
        model->longest_side_yd = doodad_longest_side(asset->model);
        model->reach_yd = reach_of(&asset->model->box);
    }
    return true;
}

static struct doodad_model **bucket_of(struct doodad_models *models, struct hash128 hash)
{
    return &models->by_name[hash.low % DOODAD_BUCKETS];
}

static struct doodad_model *find_by_hash(struct doodad_models *models, struct hash128 hash)
{
    struct doodad_model *known = *bucket_of(models, hash);
    while (known && !hash128_equal(known->hash, hash)) {
        known = known->next;
    }
    return known;
}

/* NULL when out of memory. */
static struct doodad_model *add_model(struct doodad_models *models, const char *name,
                                      struct hash128 hash)
{
    struct doodad_model **bucket = bucket_of(models, hash);
    struct doodad_model *model = arena_alloc(models->arena, 1, sizeof *model);
    const char *copy = arena_string(models->arena, name, strlen(name));
    if (!model || !copy) {
        return NULL;
    }
    model->name = copy;
    model->hash = hash;
    model->is_chosen = placement_name_is_only(&models->settings->objects, name);
    model->next = *bucket;
    *bucket = model;
    return doodad_model_load(models, model) ? model : NULL;
}

struct doodad_model *doodad_models_find_hashed(struct doodad_models *models, const char *name,
                                               struct hash128 hash)
{
    char canonical[NAME_BYTES];
    struct doodad_model *model = find_by_hash(models, hash);
    if (!model) {
        model = add_model(models, name_canonical_or_itself(name, canonical), hash);
        models->failed |= !model;
    }
    return model;
}

static struct doodad_model *add_reference(struct doodad_models *models, const char *name,
                                          uint32_t file_id, struct doodad_reference **bucket)
{
    char text[NAME_BYTES];
    struct doodad_reference *added = arena_alloc(models->arena, 1, sizeof *added);
    if (!added) {
        return NULL;
    }
    const char *canonical = assets_name_of(models->assets, (struct asset_ref){name, file_id}, text);
    const struct hash128 hash = hash128(canonical, strlen(canonical));
    struct doodad_model *model = find_by_hash(models, hash);
    model = model ? model : add_model(models, canonical, hash);
    if (!model) {
        return NULL;
    }
    *added = (struct doodad_reference){name, file_id, model, *bucket};
    *bucket = added;
    return model;
}

struct doodad_model *doodad_models_find(struct doodad_models *models, const char *name,
                                        uint32_t file_id)
{
    uintptr_t key = name ? (uintptr_t)name : (uintptr_t)file_id;
    struct doodad_reference **bucket = &models->by_reference[(key ^ key >> 10) % DOODAD_BUCKETS];
    for (const struct doodad_reference *known = *bucket; known; known = known->next) {
        if (known->name == name && known->file_id == file_id) {
            return known->model;
        }
    }
    struct doodad_model *model = add_reference(models, name, file_id, bucket);
    models->failed |= !model;
    return model;
}

void doodad_models_close(struct doodad_models *models)
{
    for (struct doodad_model *model = models->pinned; model; model = model->next_pinned) {
        cache_release(&model->pin);
    }
    models->pinned = NULL;
}
