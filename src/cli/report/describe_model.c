#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/path.h"
#include "cli/common.h"
#include "cli/report/describe.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_parts.h"
#include "cli/report/flag_names.h"
#include "formats/m2/m2_parts.h"
#include "os/file.h"
#include "os/file_beside.h"

static void add_box(const struct m2_box *box, const char *low, const char *high, cJSON *facts)
{
    common_json_put(facts, low, describe_vector(box->low, 3));
    common_json_put(facts, high, describe_vector(box->high, 3));
}

static void add_textures(const struct m2_file *file, cJSON *facts)
{
    cJSON *list = cJSON_AddArrayToObject(facts, "textures");
    size_t shown = describe_shown(facts, "textures", file->texture_count, DESCRIBE_LIST_MAX);
    for (size_t i = 0; i < shown; i++) {
        const struct m2_texture *texture = &file->textures[i];
        bool is_replaceable = !texture->name && !texture->file_id;
        common_json_append(list, is_replaceable ? cJSON_CreateString("(replaceable)")
                                                : describe_asset(texture->name, texture->file_id));
    }
}

static void add_sequences(const struct m2_file *file, cJSON *facts)
{
    cJSON *list = cJSON_AddArrayToObject(facts, "sequence_list");
    size_t shown = describe_shown(facts, "sequence_list", file->sequence_count, DESCRIBE_LIST_MAX);
    for (size_t i = 0; i < shown; i++) {
        const struct m2_sequence *sequence = &file->sequences[i];
        cJSON *entry = cJSON_CreateObject();
        if (sequence->name) {
            cJSON_AddStringToObject(entry, "name", sequence->name);
        } else {
            cJSON_AddNumberToObject(entry, "id", sequence->id);
            cJSON_AddNumberToObject(entry, "variation", sequence->variation);
        }
        cJSON_AddNumberToObject(entry, "length_ms", sequence->length_ms);
        common_json_append(list, entry);
    }
}

static void add_file(const struct m2_file *file, cJSON *facts)
{
    cJSON_AddStringToObject(facts, "format", file->is_mdx ? "MDX" : "M2");
    cJSON_AddNumberToObject(facts, "version", file->version);
    if (!file->is_mdx) {
        flag_names_add(facts, "flags", FLAGS_M2, file->flags);
    }
    add_box(&file->box, "box_low", "box_high", facts);
    cJSON_AddNumberToObject(facts, "bones", file->bone_count);
    cJSON_AddNumberToObject(facts, "sequences", file->sequence_count);
    if (file->skin_id) {
        cJSON_AddNumberToObject(facts, "skin_id", file->skin_id);
    }
    if (file->skeleton_id) {
        cJSON_AddNumberToObject(facts, "skeleton_id", file->skeleton_id);
    }
    add_textures(file, facts);
    add_sequences(file, facts);
}

/* What a batch has that the others do not, by name. */
static cJSON *describe_flags(const struct m2_batch *batch)
{
    const struct {
        bool is_set;
        const char *name;
    } flags[] = {
        {batch->unlit, "unlit"},
        {batch->two_sided, "two_sided"},
        {!batch->depth_test, "no_depth_test"},
        {!batch->depth_write, "no_depth_write"},
    };
    cJSON *names = cJSON_CreateArray();
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (flags[i].is_set) {
            common_json_append(names, cJSON_CreateString(flags[i].name));
        }
    }
    return names;
}

static cJSON *describe_batch(const struct m2_model *model, const struct m2_batch *batch)
{
    cJSON *entry = cJSON_CreateObject();
    cJSON *textures = cJSON_CreateArray();
    for (uint32_t i = 0; i < batch->stage_count; i++) {
        const struct m2_texture *texture = &model->textures[batch->stages[i].texture];
        common_json_append(textures, describe_asset(texture->name, texture->file_id));
    }
    cJSON_AddStringToObject(entry, "blend", m2_blend_name(batch->blend));
    cJSON_AddNumberToObject(entry, "triangles", batch->index_count / 3);
    cJSON_AddStringToObject(entry, "mix", m2_mix_name(batch->mix));
    common_json_put(entry, "textures", textures);
    common_json_put(entry, "flags_set", describe_flags(batch));
    common_json_put(entry, "color", describe_vector(batch->color, 4));
    cJSON_AddNumberToObject(entry, "priority", batch->priority);
    cJSON_AddNumberToObject(entry, "layer", batch->layer);
    return entry;
}

static void add_drawn(const struct m2_model *model, cJSON *facts)
{
    cJSON_AddNumberToObject(facts, "vertices", model->vertex_count);
    cJSON_AddNumberToObject(facts, "triangles", model->index_count / 3);
    add_box(&model->box, "drawn_low", "drawn_high", facts);
    cJSON_AddNumberToObject(facts, "hidden_batches", model->hidden_count);
    cJSON_AddNumberToObject(facts, "batches", model->batch_count);
    cJSON *list = cJSON_AddArrayToObject(facts, "batch_list");
    size_t shown = describe_shown(facts, "batch_list", model->batch_count, DESCRIBE_LIST_MAX);
    for (size_t i = 0; i < shown; i++) {
        common_json_append(list, describe_batch(model, &model->batches[i]));
    }
}

/* Maps the file that belongs to the model at `path`, if it lies next to it. */
static enum adtmap_status map_part(const char *path, const char *ending, const struct diag *diag,
                                   struct blob *blob)
{
    struct adtmap_message unread;
    const struct diag own = {path, diag->log, &unread};
    DIR *entries = NULL;
    char *found = NULL;
    char *directory = path_directory(path);
    const char *stem = path_base(path);
    const char *dot = strrchr(stem, '.');
    bool has_memory = directory;
    if (directory && file_list(directory, &own, &entries) == ADTMAP_OK) {
        has_memory = file_beside(entries, directory, stem,
                                 dot ? (size_t)(dot - stem) : strlen(stem), ending, &found);
        closedir(entries);
    }
    enum adtmap_status status = has_memory ? ADTMAP_OK : diag_fail_memory(diag);
    if (found) {
        status = file_map(found, diag, blob);
    }
    free(found);
    free(directory);
    return status;
}

/* The skin and the skeleton, as far as they lie next to the model. */
static enum adtmap_status describe_drawn(const struct m2_file *file, struct arena *arena,
                                         const struct diag *diag, cJSON *facts)
{
    struct blob skin = {0};
    struct blob skeleton = {0};
    struct m2_model *model;
    enum adtmap_status status =
        file->needs_skin ? map_part(diag->file, "00.skin", diag, &skin) : ADTMAP_OK;
    if (!status && file->skeleton_id) {
        status = map_part(diag->file, ".skel", diag, &skeleton);
    }
    if (!status && file->needs_skin && !skin.data) {
        diag_warn(diag, "SKIN", NO_OFFSET,
                  "its skin, *00.skin, is not next to it; batches are not listed");
    } else if (!status) {
        status = m2_build(file, (struct m2_bytes){skin.data, skin.size},
                          (struct m2_bytes){skeleton.data, skeleton.size}, arena, diag, &model);
        if (!status) {
            add_drawn(model, facts);
            describe_minimap(diag->file, model, facts);
        }
    }
    blob_release(&skin);
    blob_release(&skeleton);
    return status;
}

enum adtmap_status describe_model(const uint8_t *data, size_t size, const struct diag *diag,
                                  cJSON *facts)
{
    struct arena arena = {0};
    struct m2_file *file;
    enum adtmap_status status = m2_read(data, size, &arena, diag, &file);
    if (!status) {
        add_file(file, facts);
        status = describe_drawn(file, &arena, diag, facts);
    }
    arena_free(&arena);
    return status;
}

static void add_skin(const struct m2_skin *skin, cJSON *facts)
{
    cJSON_AddNumberToObject(facts, "vertices", skin->vertices.count);
    cJSON_AddNumberToObject(facts, "triangles", skin->indices.count / 3);
    cJSON_AddNumberToObject(facts, "sections", skin->section_count);
    cJSON *list = cJSON_AddArrayToObject(facts, "batch_list");
    size_t shown = describe_shown(facts, "batch_list", skin->batch_count, DESCRIBE_LIST_MAX);
    for (size_t i = 0; i < shown; i++) {
        const struct m2_skin_batch *batch = &skin->batches[i];
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddNumberToObject(entry, "triangles", skin->sections[batch->section].index_count / 3);
        flag_names_add_hex(entry, "shader", batch->shader);
        cJSON_AddNumberToObject(entry, "material", batch->material);
        cJSON_AddNumberToObject(entry, "textures", batch->texture_count);
        cJSON_AddNumberToObject(entry, "priority", batch->priority);
        cJSON_AddNumberToObject(entry, "layer", batch->layer);
        common_json_append(list, entry);
    }
}

enum adtmap_status describe_skin(const uint8_t *data, size_t size, const struct diag *diag,
                                 cJSON *facts)
{
    struct arena arena = {0};
    struct m2_skin skin;
    enum adtmap_status status = m2_read_skin_file(reader_make(data, size), &arena, diag, &skin);
    if (!status) {
        add_skin(&skin, facts);
    }
    arena_free(&arena);
    return status;
}
