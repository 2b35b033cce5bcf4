/*
 * A model's file is described alone, since `info` gets single files: skin and skeleton are looked
 * for next to it and left out if they are not there. Whether a minimap shows it is asked of the
 * rule that draws, with the name that placements would have.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/m2_model.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/path.h"
#include "base/size.h"
#include "cli/report/describe.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_parts.h"
#include "cli/report/flag_names.h"
#include "formats/m2/m2_parts.h"
#include "os/file.h"
#include "os/folder.h"
#include "scene/doodad/doodad_rule.h"

static void add_textures(const struct m2_file *file, struct json *facts)
{
    for (struct list_walk at =
             describe_values(facts, "textures", file->texture_count, DESCRIBE_LIST_MAX);
         describe_next(&at);) {
        const struct m2_texture *texture = &file->textures[at.index];
        bool is_replaceable = !texture->name && !texture->file_id;
        describe_asset(facts, NULL, is_replaceable ? "(replaceable)" : texture->name,
                       texture->file_id);
    }
}

static void add_sequences(const struct m2_file *file, struct json *facts)
{
    for (struct list_walk at = describe_list(facts, "sequence_list", file->sequence_count);
         describe_next(&at);) {
        const struct m2_sequence *sequence = &file->sequences[at.index];
        if (sequence->name) {
            json_string(facts, "name", sequence->name);
        } else {
            json_number(facts, "id", sequence->id);
            json_number(facts, "variation", sequence->variation);
        }
        json_number(facts, "length_ms", sequence->length_ms);
    }
}

static void add_file(const struct m2_file *file, struct json *facts)
{
    static const struct json_field fields[] = {
        JSON_FIELD("box_low", struct m2_file, box.low),
        JSON_FIELD("box_high", struct m2_file, box.high),
        JSON_FIELD("bones", struct m2_file, bone_count),
        JSON_FIELD("sequences", struct m2_file, sequence_count),
    };
    json_string(facts, "format", file->is_mdx ? "MDX" : "M2");
    json_number(facts, "version", file->version);
    if (!file->is_mdx) {
        flag_names_add(facts, "flags", FLAGS_M2, file->flags);
    }
    json_fields(facts, fields, COUNT_OF(fields), file);
    if (file->skin_id) {
        json_number(facts, "skin_id", file->skin_id);
    }
    if (file->skeleton_id) {
        json_number(facts, "skeleton_id", file->skeleton_id);
    }
    add_textures(file, facts);
    add_sequences(file, facts);
}

static void add_batch(const struct m2_model *model, const struct m2_batch *batch,
                      struct json *facts)
{
    static const struct json_field fields[] = {
        JSON_FIELD("color", struct m2_batch, color),
        JSON_FIELD("priority", struct m2_batch, priority),
        JSON_FIELD("layer", struct m2_batch, layer),
    };
    json_string(facts, "blend", surface_blend_name(batch->blend));
    json_number(facts, "triangles", batch->index_count / 3);
    json_string(facts, "mix", surface_mix_name(batch->mix));
    for (struct list_walk at = describe_values(facts, "textures", batch->stage_count, SIZE_MAX);
         describe_next(&at);) {
        const struct m2_texture *texture = &model->textures[batch->stages[at.index].texture];
        describe_asset(facts, NULL, texture->name, texture->file_id);
    }
    json_array(facts, "flags_set"); /* what the others do not have */
    json_string(facts, NULL, batch->unlit ? "unlit" : NULL);
    json_string(facts, NULL, batch->two_sided ? "two_sided" : NULL);
    json_string(facts, NULL, batch->depth_test ? NULL : "no_depth_test");
    json_string(facts, NULL, batch->depth_write ? NULL : "no_depth_write");
    json_end(facts);
    json_fields(facts, fields, COUNT_OF(fields), batch);
}

static void add_drawn(const struct m2_model *model, struct json *facts)
{
    static const struct json_field fields[] = {
        JSON_FIELD("drawn_low", struct m2_model, box.low),
        JSON_FIELD("drawn_high", struct m2_model, box.high),
        JSON_FIELD("hidden_batches", struct m2_model, hidden_count),
        JSON_FIELD("batches", struct m2_model, batch_count),
    };
    json_number(facts, "vertices", model->vertex_count);
    json_number(facts, "triangles", model->index_count / 3);
    json_fields(facts, fields, COUNT_OF(fields), model);
    for (struct list_walk at = describe_list(facts, "batch_list", model->batch_count);
         describe_next(&at);) {
        add_batch(model, &model->batches[at.index], facts);
    }
}

/* The name that placements have for the file at `path`: from "world/" on, or its last part. */
static void name_of_path(const char *path, char name[NAME_BYTES])
{
    snprintf(name, NAME_BYTES, "%s", path);
    for (char *at = name; *at; at++) {
        *at = (char)(*at == '\\' ? '/' : tolower((unsigned char)*at));
    }
    const char *from = strstr(name, "world/");
    from = from ? from : path_base(name);
    memmove(name, from, strlen(from) + 1);
}

/* Whether `--doodads minimap` draws the model at `path`, and why. */
static void describe_minimap(const char *path, const struct m2_model *model, struct json *facts)
{
    static const struct adtmap_doodad_rules no_rules;
    char name[NAME_BYTES];
    struct doodad_verdict verdict;
    name_of_path(path, name);
    if (!doodad_judge_name(&no_rules, name, &verdict)) {
        verdict = doodad_judge_model(model, m2_cut_share(model));
    }
    json_bool(facts, "minimap", verdict.is_drawn);
    json_string(facts, "minimap_reason", doodad_reason_name(verdict.reason));
    if (verdict.word) {
        json_string(facts, "minimap_word", verdict.word);
    }
    json_number(facts, "cut_share", (double)m2_cut_share(model));
    json_number(facts, "longest_side_yd", (double)doodad_longest_side(model));
}

/* Maps the file that belongs to the model at `path`, if it lies next to it. */
static enum adtmap_status map_part(const char *path, const char *ending, const struct diag *diag,
                                   struct blob *blob)
{
    struct adtmap_message unread;
    const struct diag own = {path, diag->log, &unread};
    struct folder *entries = NULL;
    char *found = NULL;
    char *directory = path_directory(path);
    const char *stem = path_base(path);
    const char *dot = strrchr(stem, '.');
    bool has_memory = directory;
    if (directory && folder_list(directory, &own, &entries) == ADTMAP_OK) {
        has_memory = folder_find_file(entries, directory, stem,
                                      dot ? (size_t)(dot - stem) : strlen(stem), ending, &found);
        folder_close(entries);
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
                                         const struct diag *diag, struct json *facts)
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
                                  struct json *facts)
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

static void add_skin(const struct m2_skin *skin, struct json *facts)
{
    static const struct json_field fields[] = {
        JSON_FIELD("material", struct m2_skin_batch, material),
        JSON_FIELD("textures", struct m2_skin_batch, texture_count),
        JSON_FIELD("priority", struct m2_skin_batch, priority),
        JSON_FIELD("layer", struct m2_skin_batch, layer),
    };
    json_number(facts, "vertices", skin->vertices.count);
    json_number(facts, "triangles", skin->indices.count / 3);
    json_number(facts, "sections", skin->section_count);
    for (struct list_walk at = describe_list(facts, "batch_list", skin->batch_count);
         describe_next(&at);) {
        const struct m2_skin_batch *batch = &skin->batches[at.index];
        json_number(facts, "triangles", skin->sections[batch->section].index_count / 3);
        flag_names_add_hex(facts, "shader", batch->shader);
        json_fields(facts, fields, COUNT_OF(fields), batch);
    }
}

enum adtmap_status describe_skin(const uint8_t *data, size_t size, const struct diag *diag,
                                 struct json *facts)
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
