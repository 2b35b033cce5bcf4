#include <cjson/cJSON.h>

#include "cli/common.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_parts.h"
#include "formats/adt/blend_meshes.h"

static cJSON *describe_mesh(const struct blend_mesh *mesh)
{
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddNumberToObject(entry, "unique_id", mesh->unique_id);
    cJSON_AddNumberToObject(entry, "texture", mesh->texture);
    cJSON_AddNumberToObject(entry, "triangles", mesh->index_count / 3);
    cJSON_AddNumberToObject(entry, "vertices", mesh->vertex_count);
    if (mesh->has_box) {
        common_json_put(entry, "box_low", describe_vector(mesh->box_low, 3));
        common_json_put(entry, "box_high", describe_vector(mesh->box_high, 3));
    }
    return entry;
}

enum adtmap_status describe_blend_meshes(const struct adt_bytes *root, struct arena *arena,
                                         const struct diag *diag, cJSON *facts)
{
    struct blend_meshes blend;
    enum adtmap_status status = blend_meshes_read(root, arena, diag, &blend);
    if (status || blend.mesh_count == 0) {
        return status;
    }
    cJSON_AddNumberToObject(facts, "blend_meshes", blend.mesh_count);
    cJSON_AddNumberToObject(facts, "blend_vertices", blend.vertex_count);
    cJSON_AddNumberToObject(facts, "blend_triangles", blend.index_count / 3);
    cJSON_AddNumberToObject(facts, "blend_batches", blend.batch_count);
    cJSON *list = cJSON_AddArrayToObject(facts, "blend_mesh_list");
    size_t shown = describe_shown(facts, "blend_mesh_list", blend.mesh_count, DESCRIBE_LIST_MAX);
    for (size_t i = 0; i < shown; i++) {
        common_json_append(list, describe_mesh(&blend.meshes[i]));
    }
    return ADTMAP_OK;
}
