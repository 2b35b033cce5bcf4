#include "render/layers/storey.h"

#include "base/array.h"

void storey_cut(const struct data_layer_storey *storey, struct adtmap_settings *settings)
{
    float *low = &settings->cut_below_yd;
    float *high = &settings->objects.cut_height_yd;
    const bool is_all = storey->range_yd[0] == 0.0F && storey->range_yd[1] == 0.0F;
    if (!is_all) {
        *low = storey->range_yd[0] > *low ? storey->range_yd[0] : *low;
        *high = storey->range_yd[1] < *high ? storey->range_yd[1] : *high;
    }
}

static bool is_on(const void *user, const struct mesh_batch *batch)
{
    const struct data_layer_storey *storey = user;
    if (batch->is_shell) {
        return false;
    }
    if (storey->groups && batch->group > 0) {
        return array_find(&batch->group, storey->groups, storey->group_count, sizeof batch->group,
                          array_compare_u16) != NULL;
    }
    return !storey->groups || !batch->is_doodad ||
           (batch->height_yd >= storey->range_yd[0] && batch->height_yd < storey->range_yd[1]);
}

bool storey_meshes(const struct mesh_list *meshes, const struct data_layer_storey *storey,
                   struct arena *arena, struct mesh_list *own)
{
    return mesh_list_pick(meshes, is_on, storey, arena, own);
}
