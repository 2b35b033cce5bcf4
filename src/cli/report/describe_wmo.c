/*
 * A root says how often its groups, textures and doodads are used instead of listing each use.
 * Chunks that the reader has no use for are read here from the bytes: `info` shows what a file
 * holds, drawn or not.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/size.h"
#include "cli/report/describe.h"
#include "cli/report/describe_chunks.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_parts.h"
#include "cli/report/flag_names.h"
#include "formats/wmo/wmo.h"
#include "formats/wmo/wmo_parts.h"

static void add_material(const struct wmo_material *material, size_t index, struct json *facts)
{
    json_number(facts, "material", (double)index);
    json_number(facts, "shader", material->shader);
    json_number(facts, "blend", material->blend);
    flag_names_add(facts, "flags", FLAGS_MOMT, material->flags);
    for (struct list_walk at =
             describe_values(facts, "textures", material->texture_count, SIZE_MAX);
         describe_next(&at);) {
        const struct wmo_texture *texture = &material->textures[at.index];
        describe_asset(facts, NULL, texture->name, texture->file_id);
    }
}

/* The materials, and each texture once, with how many of them use it. */
static void add_materials(const struct wmo *root, struct json *facts)
{
    for (struct list_walk at = describe_whole_list(facts, "material_list", root->material_count);
         describe_next(&at);) {
        add_material(&root->materials[at.index], at.index, facts);
    }
    size_t count = 0;
    struct used_file *files =
        malloc(((size_t)root->material_count * WMO_TEXTURES_MAX + 1) * sizeof *files);
    for (uint32_t i = 0; files && i < root->material_count; i++) {
        const struct wmo_material *material = &root->materials[i];
        for (uint32_t t = 0; t < material->texture_count; t++) {
            const struct wmo_texture *texture = &material->textures[t];
            files[count++] = (struct used_file){texture->name, texture->file_id, 0, 0};
        }
    }
    describe_used_files(facts, "textures", "materials", files, count);
}

/* GFID: the files of all groups at level of detail 0, then of all at level 1, and so on. */
static void add_group_files(const struct reader *ids, size_t groups, size_t group,
                            struct json *facts)
{
    size_t levels = (size_t)(ids->end - ids->begin) / sizeof(uint32_t) / groups;
    for (struct list_walk at = describe_values(facts, "file_ids", levels, DESCRIBE_LEVELS_MAX);
         describe_next(&at);) {
        struct reader id = reader_sub(ids, (at.index * groups + group) * sizeof(uint32_t), 4);
        json_number(facts, NULL, reader_u32(&id));
    }
}

static void add_groups(const struct wmo *root, const struct reader *file, struct json *facts)
{
    struct chunk gfid;
    bool has_ids = chunk_find(file, &id_GFID, &gfid);
    struct reader ids = has_ids ? reader_make(gfid.data, gfid.size) : (struct reader){0};
    for (struct list_walk at = describe_whole_list(facts, "groups", root->group_count);
         describe_next(&at);) {
        const struct wmo_group_info *group = &root->groups[at.index];
        json_string(facts, "name", group->name[0] ? group->name : "(no name)");
        flag_names_add(facts, "flags", FLAGS_MOGP, group->flags);
        if (has_ids) {
            add_group_files(&ids, root->group_count, at.index, facts);
        }
    }
}

/* The sets, and the files of all doodads with how often they are placed. */
static void add_doodads(const struct wmo *root, struct json *facts)
{
    for (struct list_walk at = describe_list(facts, "doodad_set_list", root->doodad_set_count);
         describe_next(&at);) {
        json_string(facts, "name", root->doodad_sets[at.index].name);
        json_number(facts, "first", root->doodad_sets[at.index].begin);
        json_number(facts, "count", root->doodad_sets[at.index].count);
    }
    struct used_file *files = malloc(((size_t)root->doodad_count + 1) * sizeof *files);
    for (uint32_t i = 0; files && i < root->doodad_count; i++) {
        files[i] = (struct used_file){root->doodads[i].name, root->doodads[i].file_id, 0, 0};
    }
    describe_used_files(facts, "doodad_files", "placed", files, root->doodad_count);
}

static void add_root(const struct wmo *root, const struct reader *file, struct json *facts)
{
    static const struct json_field fields[] = {
        JSON_FIELD("wmo_id", struct wmo, id),
        JSON_FIELD("ambient_color", struct wmo, ambient),
        JSON_FIELD("materials", struct wmo, material_count),
        JSON_FIELD("doodad_sets", struct wmo, doodad_set_count),
        JSON_FIELD("doodads", struct wmo, doodad_count),
    };
    json_number(facts, "version", root->version);
    flag_names_add(facts, "flags", FLAGS_MOHD, root->flags);
    json_fields(facts, fields, COUNT_OF(fields), root);
    if (root->has_box) {
        const struct wmo_box *box = &root->box;
        json_number(facts, "extent_x_yd", (double)(box->high[0] - box->low[0]));
        json_number(facts, "extent_y_yd", (double)(box->high[1] - box->low[1]));
        json_number(facts, "extent_z_yd", (double)(box->high[2] - box->low[2]));
    }
    add_groups(root, file, facts);
    add_materials(root, facts);
    add_doodads(root, facts);
    /* Lights, ambient volumes and others; v14 has them in MOMO. */
    struct reader body = *file;
    struct chunk chunk;
    if (root->version == 14 && chunk_find(file, &id_MOMO, &chunk)) {
        body = reader_make(chunk.data, chunk.size);
    }
    describe_wmo_extras(&body, root->version, facts);
}

enum adtmap_status describe_wmo(const uint8_t *data, size_t size, const struct diag *diag,
                                struct json *facts)
{
    struct arena arena = {0};
    struct wmo *root;
    struct reader file = reader_make(data, size);
    struct chunk chunk;
    enum adtmap_status status;
    /* A group's file is MVER and MOGP; so is that of a group at a lower level of detail. */
    if (chunk_is_at(&file, 0, &id_MVER, &chunk) &&
        chunk_is_at(&file, CHUNK_HEADER_BYTES + chunk.size, &id_MOGP, &chunk)) {
        status = describe_wmo_group(data, size, diag, facts);
    } else {
        status = wmo_read_root(data, size, &arena, diag, &root);
        if (!status) {
            add_root(root, &file, facts);
        }
        arena_free(&arena);
    }
    if (!status) {
        describe_chunks(data, size, facts);
    }
    return status;
}
