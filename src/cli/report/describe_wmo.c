#include <cjson/cJSON.h>

#include "base/arena.h"
#include "cli/common.h"
#include "cli/report/describe.h"
#include "formats/wmo/wmo.h"

static void add_textures(const struct wmo *root, cJSON *facts)
{
    cJSON *names = cJSON_AddArrayToObject(facts, "textures");
    for (uint32_t i = 0; i < root->material_count; i++) {
        const struct wmo_material *material = &root->materials[i];
        for (uint32_t t = 0; t < material->texture_count; t++) {
            if (material->textures[t].name) {
                common_json_append(names, cJSON_CreateString(material->textures[t].name));
            }
        }
    }
}

static void add_groups(const struct wmo *root, cJSON *facts)
{
    cJSON *names = cJSON_AddArrayToObject(facts, "groups");
    for (uint32_t i = 0; i < root->group_count; i++) {
        const struct wmo_group_info *group = &root->groups[i];
        common_json_append(names, cJSON_CreateString(group->name[0] ? group->name : "(no name)"));
    }
}

static void add_box(const struct wmo_box *box, cJSON *facts)
{
    const char *const names[3] = {"extent_x_yd", "extent_y_yd", "extent_z_yd"};
    for (int axis = 0; axis < 3; axis++) {
        cJSON_AddNumberToObject(facts, names[axis], (double)(box->high[axis] - box->low[axis]));
    }
}

enum adtmap_status describe_wmo(const uint8_t *data, size_t size, const struct diag *diag,
                                cJSON *facts)
{
    struct arena arena = {0};
    struct wmo *root;
    enum adtmap_status status = wmo_read_root(data, size, &arena, diag, &root);
    if (!status) {
        cJSON_AddNumberToObject(facts, "version", root->version);
        cJSON_AddNumberToObject(facts, "flags", root->flags);
        cJSON_AddNumberToObject(facts, "materials", root->material_count);
        cJSON_AddNumberToObject(facts, "doodad_sets", root->doodad_set_count);
        cJSON_AddNumberToObject(facts, "doodads", root->doodad_count);
        cJSON_AddNumberToObject(facts, "portals", root->portal_count);
        if (root->has_box) {
            add_box(&root->box, facts);
        }
        add_groups(root, facts);
        add_textures(root, facts);
    }
    arena_free(&arena);
    return status;
}
