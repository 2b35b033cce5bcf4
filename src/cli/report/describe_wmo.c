#include <stdio.h>

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "cli/common.h"
#include "cli/report/describe.h"
#include "cli/report/describe_chunks.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_parts.h"
#include "cli/report/flag_names.h"
#include "formats/wmo/wmo.h"
#include "formats/wmo/wmo_parts.h"

static cJSON *describe_material(const struct wmo *root, uint32_t index)
{
    const struct wmo_material *material = &root->materials[index];
    cJSON *entry = cJSON_CreateObject();
    cJSON *own = cJSON_CreateArray();
    for (uint32_t t = 0; t < material->texture_count; t++) {
        const struct wmo_texture *texture = &material->textures[t];
        common_json_append(own, describe_asset(texture->name, texture->file_id));
    }
    cJSON_AddNumberToObject(entry, "material", index);
    cJSON_AddNumberToObject(entry, "shader", material->shader);
    cJSON_AddNumberToObject(entry, "blend", material->blend);
    flag_names_add(entry, "flags", FLAGS_MOMT, material->flags);
    common_json_put(entry, "textures", own);
    return entry;
}

/* Each texture once, with how many materials use it. */
static void add_textures(const struct wmo *root, cJSON *facts)
{
    size_t count = 0;
    struct used_file *files = used_files_alloc((size_t)root->material_count * WMO_TEXTURES_MAX);
    for (uint32_t i = 0; files && i < root->material_count; i++) {
        const struct wmo_material *material = &root->materials[i];
        for (uint32_t t = 0; t < material->texture_count; t++) {
            const struct wmo_texture *texture = &material->textures[t];
            files[count++] = (struct used_file){texture->name, texture->file_id, 0, 0};
        }
    }
    describe_used_files(facts, "textures", "materials", files, count);
}

static void add_materials(const struct wmo *root, cJSON *facts)
{
    cJSON *list = cJSON_AddArrayToObject(facts, "material_list");
    for (uint32_t i = 0; i < root->material_count; i++) {
        common_json_append(list, describe_material(root, i));
    }
    add_textures(root, facts);
}

/* More levels of detail than clients draw; each group lists its files. */
enum { LEVELS_MAX = 16 };

/* GFID: the files of all groups at level of detail 0, then of all at level 1, and so on. */
static void add_group_files(const struct reader *ids, uint32_t groups, uint32_t group, cJSON *entry)
{
    size_t levels = (size_t)(ids->end - ids->begin) / sizeof(uint32_t) / groups;
    cJSON *files = cJSON_AddArrayToObject(entry, "file_ids");
    size_t shown = describe_shown(entry, "file_ids", levels, LEVELS_MAX);
    for (size_t level = 0; level < shown; level++) {
        struct reader id = reader_sub(ids, (level * groups + group) * sizeof(uint32_t), 4);
        common_json_append(files, cJSON_CreateNumber(reader_u32(&id)));
    }
}

static void add_groups(const struct wmo *root, const struct reader *file, cJSON *facts)
{
    struct chunk gfid;
    bool has_ids = chunk_find(file, "GFID", &gfid);
    struct reader ids = has_ids ? reader_make(gfid.data, gfid.size) : (struct reader){0};
    cJSON *list = cJSON_AddArrayToObject(facts, "groups");
    for (uint32_t i = 0; i < root->group_count; i++) {
        const struct wmo_group_info *group = &root->groups[i];
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddStringToObject(entry, "name", group->name[0] ? group->name : "(no name)");
        flag_names_add(entry, "flags", FLAGS_MOGP, group->flags);
        if (has_ids) {
            add_group_files(&ids, root->group_count, i, entry);
        }
        common_json_append(list, entry);
    }
}

static void add_doodad_sets(const struct wmo *root, cJSON *facts)
{
    cJSON *sets = cJSON_AddArrayToObject(facts, "doodad_set_list");
    size_t shown =
        describe_shown(facts, "doodad_set_list", root->doodad_set_count, DESCRIBE_LIST_MAX);
    for (size_t i = 0; i < shown; i++) {
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddStringToObject(entry, "name", root->doodad_sets[i].name);
        cJSON_AddNumberToObject(entry, "first", root->doodad_sets[i].begin);
        cJSON_AddNumberToObject(entry, "count", root->doodad_sets[i].count);
        common_json_append(sets, entry);
    }
}

static void add_doodads(const struct wmo *root, cJSON *facts)
{
    struct used_file *files = used_files_alloc(root->doodad_count);
    for (uint32_t i = 0; files && i < root->doodad_count; i++) {
        files[i] = (struct used_file){root->doodads[i].name, root->doodads[i].file_id, 0, 0};
    }
    describe_used_files(facts, "doodad_files", "placed", files, root->doodad_count);
}

static void add_box(const struct wmo_box *box, cJSON *facts)
{
    const char *const names[3] = {"extent_x_yd", "extent_y_yd", "extent_z_yd"};
    for (int axis = 0; axis < 3; axis++) {
        cJSON_AddNumberToObject(facts, names[axis], (double)(box->high[axis] - box->low[axis]));
    }
}

/* Lights, ambient volumes and others; v14 has them in MOMO. */
static void add_extras(const struct reader *file, uint32_t version, cJSON *facts)
{
    struct reader body = *file;
    struct chunk chunk;
    if (version == 14 && chunk_find(file, "MOMO", &chunk)) {
        body = reader_make(chunk.data, chunk.size);
    }
    describe_wmo_extras(&body, version, facts);
}

static void add_root(const struct wmo *root, const struct reader *file, cJSON *facts)
{
    cJSON_AddNumberToObject(facts, "version", root->version);
    flag_names_add(facts, "flags", FLAGS_MOHD, root->flags);
    cJSON_AddNumberToObject(facts, "wmo_id", root->id);
    common_json_put(facts, "ambient_color", describe_color(root->ambient));
    cJSON_AddNumberToObject(facts, "materials", root->material_count);
    cJSON_AddNumberToObject(facts, "doodad_sets", root->doodad_set_count);
    cJSON_AddNumberToObject(facts, "doodads", root->doodad_count);
    if (root->has_box) {
        add_box(&root->box, facts);
    }
    add_groups(root, file, facts);
    add_materials(root, facts);
    add_doodad_sets(root, facts);
    add_doodads(root, facts);
    add_extras(file, root->version, facts);
}

/* A group's file is MVER and MOGP; so is that of a group at a lower level of detail. */
static bool is_group(const struct reader *file)
{
    struct chunk version;
    struct chunk second;
    return chunk_is_at(file, 0, "MVER", &version) &&
           chunk_is_at(file, CHUNK_HEADER_BYTES + version.size, "MOGP", &second);
}

enum adtmap_status describe_wmo(const uint8_t *data, size_t size, const struct diag *diag,
                                cJSON *facts)
{
    struct arena arena = {0};
    struct wmo *root;
    struct reader file = reader_make(data, size);
    enum adtmap_status status;
    if (is_group(&file)) {
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
