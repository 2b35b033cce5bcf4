/* Models are loaded and compared once for all tiles that place them. */
#include "compare/model_content.h"

#include <stdlib.h>
#include <string.h>

#include "assets/m2_model.h"
#include "assets/wmo_model.h"
#include "base/hash.h"
#include "compare/asset_label.h"
#include "compare/model_print.h"

enum { OLD, NEW, SIDES };

/* A comparison that was made. */
struct known_model {
    uint64_t label; /* hash */
    bool differs;
};

/* A log for the damage of one build's models. */
struct damage_log {
    const struct assets *assets;
    const struct adtmap_log *next;
    struct adtmap_log log;
};

/* The caches are apart from those of the data, in whose log is what is missing, too. */
struct model_contents {
    const struct adtmap_data *data[SIDES];
    struct cache *caches[PLACEMENT_KINDS][SIDES];
    struct damage_log damage[SIDES];
    struct texture_contents *textures;
    struct buffer known; /* struct known_model */
    bool failed;
};

/* A file that a build does not have is a difference, and no damage. The name of one that is damaged
 * becomes its path, which shows the build. */
static void log_damage(void *user, const struct adtmap_message *message)
{
    const struct damage_log *damage = user;
    struct adtmap_message of_build = *message;
    if (strncmp(message->what, ASSETS_ABSENT, strlen(ASSETS_ABSENT)) != 0) {
        (void)assets_origin(damage->assets, message->file, of_build.file, sizeof of_build.file);
        damage->next->write(damage->next->user, &of_build);
    }
}

static bool texture_differs(struct model_contents *contents, const char *name, uint32_t file_id,
                            enum texture_part part)
{
    char label[NAME_BYTES];
    if (!name && !file_id) {
        return false;
    }
    asset_label(contents->data[NEW]->assets, name, file_id, label);
    return texture_contents_differ(contents->textures, contents->data[OLD]->assets,
                                   contents->data[NEW]->assets, label, part);
}

/* The alpha of a texture counts unless the batch shows it alone and opaque. */
static bool textures_of_m2_differ(struct model_contents *contents, const struct m2_model *model)
{
    bool differ = false;
    for (uint32_t b = 0; b < model->batch_count; b++) {
        const struct m2_batch *batch = &model->batches[b];
        bool is_plain = batch->is_opaque && batch->mix == MIX_FIRST;
        for (uint32_t i = 0; i < batch->stage_count && !differ; i++) {
            const struct m2_texture *texture = &model->textures[batch->stages[i].texture];
            differ = texture_differs(contents, texture->name, texture->file_id,
                                     is_plain ? TEXTURE_COLOR : TEXTURE_COLOR_AND_ALPHA);
        }
    }
    return differ;
}

/* Whether textures of the WMO's materials differ; those without blend are opaque. */
static bool textures_of_wmo_differ(struct model_contents *contents, const struct wmo *root)
{
    bool differ = false;
    for (uint32_t i = 0; i < root->material_count && !differ; i++) {
        const struct wmo_material *material = &root->materials[i];
        bool is_plain = material->blend == SURFACE_OPAQUE && material->texture_count < 2;
        for (uint32_t k = 0; k < material->texture_count && !differ; k++) {
            differ =
                texture_differs(contents, material->textures[k].name, material->textures[k].file_id,
                                is_plain ? TEXTURE_COLOR : TEXTURE_COLOR_AND_ALPHA);
        }
    }
    return differ;
}

static bool has_doodad(const void *value)
{
    const struct m2_asset *asset = value;
    return asset->model != NULL;
}

static bool doodads_differ(struct model_contents *contents, const void *const values[SIDES])
{
    const struct m2_asset *const *assets = (const void *)values;
    struct model_print prints[SIDES];
    for (size_t i = 0; i < SIDES; i++) {
        prints[i] = model_print_of_m2(assets[i]->model, contents->data[i]->assets);
    }
    return prints[OLD].shape != prints[NEW].shape ||
           textures_of_m2_differ(contents, assets[NEW]->model);
}

static bool has_wmo(const void *value)
{
    const struct wmo_model *model = value;
    return model->root != NULL;
}

static bool wmos_differ(struct model_contents *contents, const void *const values[SIDES])
{
    const struct wmo_model *const *models = (const void *)values;
    struct model_print prints[SIDES];
    for (size_t i = 0; i < SIDES; i++) {
        prints[i] = model_print_of_wmo(models[i], contents->data[i]->assets);
    }
    bool have_colors = models[OLD]->root->version > 14 && models[NEW]->root->version > 14;
    return prints[OLD].shape != prints[NEW].shape ||
           (have_colors && prints[OLD].colors != prints[NEW].colors) ||
           textures_of_wmo_differ(contents, models[NEW]->root);
}

/* The kinds of models, and what is done with the values of their caches. */
static const struct model_kind {
    const struct cache_kind *cached;
    enum adtmap_status (*pin)(struct cache *cache, const char *name, struct cache_pin *pin);
    bool (*is_read)(const void *value);
    bool (*differ)(struct model_contents *contents, const void *const values[SIDES]);
} model_kinds[PLACEMENT_KINDS] = {
    [PLACEMENT_WMO] = {&wmo_model_kind, wmo_cache_pin, has_wmo, wmos_differ},
    [PLACEMENT_DOODAD] = {&m2_asset_kind, m2_cache_pin, has_doodad, doodads_differ},
};

struct model_contents *model_contents_create(const struct adtmap_data *old_data,
                                             const struct adtmap_data *new_data,
                                             struct texture_contents *textures,
                                             const struct diag *diag)
{
    struct model_contents *contents = calloc(1, sizeof *contents);
    if (!contents) {
        return NULL;
    }
    *contents = (struct model_contents){.data = {old_data, new_data}, .textures = textures};
    for (size_t i = 0; i < SIDES && diag->log && diag->log->write; i++) {
        struct damage_log *damage = &contents->damage[i];
        *damage = (struct damage_log){contents->data[i]->assets, diag->log, {log_damage, damage}};
    }
    bool fine = true;
    for (size_t kind = 0; kind < PLACEMENT_KINDS; kind++) {
        for (size_t i = 0; i < SIDES; i++) {
            const struct adtmap_data *data = contents->data[i];
            contents->caches[kind][i] = cache_create(data->pool, model_kinds[kind].cached,
                                                     data->assets, &contents->damage[i].log);
            fine = fine && contents->caches[kind][i];
        }
    }
    if (!fine) {
        model_contents_destroy(contents);
        return NULL;
    }
    return contents;
}

void model_contents_destroy(struct model_contents *contents)
{
    for (size_t kind = 0; contents && kind < PLACEMENT_KINDS; kind++) {
        for (size_t i = 0; i < SIDES; i++) {
            cache_destroy(contents->caches[kind][i]);
        }
    }
    if (contents) {
        buffer_free(&contents->known);
    }
    free(contents);
}

bool model_contents_failed(const struct model_contents *contents)
{
    return contents->failed;
}

static bool compare_models(struct model_contents *contents, enum placement_kind kind,
                           const char *label)
{
    const struct model_kind *of_kind = &model_kinds[kind];
    struct cache_pin pins[SIDES] = {{0}};
    const void *values[SIDES];
    bool is_read[SIDES] = {false, false};
    for (size_t i = 0; i < SIDES && !contents->failed; i++) {
        struct asset file;
        assets_find(contents->data[i]->assets, asset_label_file(label), &file);
        contents->failed = of_kind->pin(contents->caches[kind][i], file.name, &pins[i]) != 0;
        values[i] = pins[i].value;
        is_read[i] = !contents->failed && of_kind->is_read(values[i]);
    }
    bool differ = is_read[OLD] && is_read[NEW] ? of_kind->differ(contents, values)
                                               : is_read[OLD] != is_read[NEW];
    for (size_t i = 0; i < SIDES; i++) {
        cache_release(&pins[i]);
    }
    return differ;
}

bool model_contents_differ(struct model_contents *contents, enum placement_kind kind,
                           const char *label)
{
    uint64_t hash = hash64(label, strlen(label)) + (uint64_t)kind;
    const struct known_model *known = (const void *)contents->known.data;
    for (size_t i = 0; i < contents->known.size / sizeof *known; i++) {
        if (known[i].label == hash) {
            return known[i].differs;
        }
    }
    const struct known_model made = {hash, compare_models(contents, kind, label)};
    buffer_append(&contents->known, &made, sizeof made);
    return made.differs;
}
