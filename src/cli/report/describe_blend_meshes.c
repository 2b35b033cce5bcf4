#include "base/json.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_parts.h"
#include "formats/adt/blend_meshes.h"

enum adtmap_status describe_blend_meshes(const struct adt_bytes *root, struct arena *arena,
                                         const struct diag *diag, struct json *facts)
{
    struct blend_meshes blend;
    enum adtmap_status status = blend_meshes_read(root, arena, diag, &blend);
    if (status || blend.mesh_count == 0) {
        return status;
    }
    json_number(facts, "blend_meshes", blend.mesh_count);
    json_number(facts, "blend_vertices", blend.vertex_count);
    json_number(facts, "blend_triangles", blend.index_count / 3);
    json_number(facts, "blend_batches", blend.batch_count);
    for (struct list_walk at = describe_list(facts, "blend_mesh_list", blend.mesh_count);
         describe_next(&at);) {
        const struct blend_mesh *mesh = &blend.meshes[at.index];
        json_number(facts, "unique_id", mesh->unique_id);
        json_number(facts, "texture", mesh->texture);
        json_number(facts, "triangles", mesh->index_count / 3);
        json_number(facts, "vertices", mesh->vertex_count);
        if (mesh->has_box) {
            json_floats(facts, "box_low", mesh->box_low, 3);
            json_floats(facts, "box_high", mesh->box_high, 3);
        }
    }
    return ADTMAP_OK;
}
