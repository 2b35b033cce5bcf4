/* What the root of a WMO and its groups have in common. */
#include <string.h>

#include "demo/bytes/chunk_write.h"
#include "demo/files/wmo_write.h"

void wmo_list_materials(const struct model *model, struct wmo_materials *materials)
{
    bool used[WALL_MATERIAL_COUNT] = {false};
    for (int g = 0; g < model->group_count; g++) {
        const struct model_group *group = &model->groups[g];
        for (uint32_t t = 0; t < group->triangle_count; t++) {
            if (group->triangles[t].material != WALL_COLLISION_ONLY) {
                used[group->triangles[t].material] = true;
            }
        }
    }
    materials->count = 0;
    for (int f = 0; f < WALL_MATERIAL_COUNT; f++) {
        materials->index[f] = used[f] ? materials->count : -1;
        if (used[f]) {
            materials->material[materials->count++] = (enum wall_material)f;
        }
    }
}

uint32_t wmo_name_offset(const struct model *model, int group)
{
    size_t offset = 2;
    for (int g = 0; g < group; g++) {
        offset += strlen(model->groups[g].name) + 1;
    }
    return (uint32_t)offset;
}

void wmo_write_version(struct buffer *out, enum wmo_version version)
{
    static const uint32_t numbers[] = {
        [WMO_V17] = 17, [WMO_V17_BY_ID] = 17, [WMO_V16] = 16, [WMO_V14] = 14};
    CHUNK_U32(out, "MVER", numbers[version]);
}
