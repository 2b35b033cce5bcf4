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

/* The caches are apart from those of the data, which log what is missing. */
struct model_contents {
    const struct adtmap_data *data[SIDES];
    struct cache *doodads[SIDES];
    struct cache *wmos[SIDES];
    struct texture_contents *textures;
    struct buffer known; /* struct known_model */
};

struct model_contents *model_contents_create(const struct adtmap_data *old_data,
                                             const struct adtmap_data *new_data,
                                             struct texture_contents *textures)
{
    struct model_contents *contents = calloc(1, sizeof *contents);
    if (!contents) {
        return NULL;
    }
    *contents = (struct model_contents){.data = {old_data, new_data}, .textures = textures};
    bool fine = true;
    for (size_t i = 0; i < SIDES; i++) {
        const struct adtmap_data *data = contents->data[i];
        contents->doodads[i] = cache_create(data->pool, &m2_asset_kind, data->assets, NULL);
        contents->wmos[i] = cache_create(data->pool, &wmo_model_kind, data->assets, NULL);
        fine = fine && contents->doodads[i] && contents->wmos[i];
    }
    if (!fine) {
        model_contents_destroy(contents);
        return NULL;
    }
    return contents;
}

void model_contents_destroy(struct model_contents *contents)
{
    for (size_t i = 0; contents && i < SIDES; i++) {
        cache_destroy(contents->doodads[i]);
        cache_destroy(contents->wmos[i]);
    }
    if (contents) {
        buffer_free(&contents->known);
    }
    free(contents);
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

/* Warns of a model whose file is there and is not read. */
static void tell_unread(struct model_contents *contents, const struct asset *file)
{
    char origin[512];
    if (file->file.source) {
        asset_origin(file, origin, sizeof origin);
        const struct diag at_file = diag_at(contents->textures->diag, origin);
        diag_warn(&at_file, NULL, NO_OFFSET,
                  "cannot be read (`adtmap info` says why); counts as missing");
    }
}

static bool doodads_differ(struct model_contents *contents,
                           const struct m2_asset *const assets[SIDES])
{
    struct model_print prints[SIDES];
    for (size_t i = 0; i < SIDES; i++) {
        prints[i] = model_print_of_m2(assets[i]->model, contents->data[i]->assets);
    }
    return prints[OLD].shape != prints[NEW].shape ||
           textures_of_m2_differ(contents, assets[NEW]->model);
}

static bool wmos_differ(struct model_contents *contents,
                        const struct wmo_model *const models[SIDES])
{
    struct model_print prints[SIDES];
    for (size_t i = 0; i < SIDES; i++) {
        prints[i] = model_print_of_wmo(models[i], contents->data[i]->assets);
    }
    bool have_colors = models[OLD]->root->version > 14 && models[NEW]->root->version > 14;
    return prints[OLD].shape != prints[NEW].shape ||
           (have_colors && prints[OLD].colors != prints[NEW].colors) ||
           textures_of_wmo_differ(contents, models[NEW]->root);
}

static enum adtmap_status compare_doodads(struct model_contents *contents, const char *label,
                                          bool *differ)
{
    struct cache_pin pins[SIDES] = {{0}};
    const struct m2_asset *assets[SIDES];
    bool is_read[SIDES] = {false, false};
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < SIDES && !status; i++) {
        struct asset file;
        assets_find(contents->data[i]->assets, asset_label_file(label), &file);
        status = m2_cache_pin(contents->doodads[i], file.name, &pins[i]);
        assets[i] = pins[i].value;
        is_read[i] = !status && assets[i]->model;
        if (!status && !is_read[i]) {
            (void)m2_asset_find(contents->data[i]->assets, file.name, &file);
            tell_unread(contents, &file);
        }
    }
    if (!status) {
        *differ = is_read[OLD] && is_read[NEW] ? doodads_differ(contents, assets)
                                               : is_read[OLD] != is_read[NEW];
    }
    for (size_t i = 0; i < SIDES; i++) {
        cache_release(&pins[i]);
    }
    return status;
}

static enum adtmap_status compare_wmos(struct model_contents *contents, const char *label,
                                       bool *differ)
{
    struct cache_pin pins[SIDES] = {{0}};
    const struct wmo_model *models[SIDES];
    bool is_read[SIDES] = {false, false};
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < SIDES && !status; i++) {
        struct asset file;
        assets_find(contents->data[i]->assets, asset_label_file(label), &file);
        status = wmo_cache_pin(contents->wmos[i], file.name, &pins[i]);
        models[i] = pins[i].value;
        is_read[i] = !status && models[i]->root;
        if (!status && !is_read[i]) {
            tell_unread(contents, &file);
        }
    }
    if (!status) {
        *differ = is_read[OLD] && is_read[NEW] ? wmos_differ(contents, models)
                                               : is_read[OLD] != is_read[NEW];
    }
    for (size_t i = 0; i < SIDES; i++) {
        cache_release(&pins[i]);
    }
    return status;
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
    struct known_model made = {hash, false};
    if ((kind == PLACEMENT_WMO ? compare_wmos : compare_doodads)(contents, label, &made.differs)) {
        contents->textures->failed = true;
    }
    buffer_append(&contents->known, &made, sizeof made);
    return made.differs;
}
