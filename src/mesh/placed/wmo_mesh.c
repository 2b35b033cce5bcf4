#include "mesh/placed/wmo_mesh.h"

#include "mesh/placed/wmo_mesh_batch.h"
#include "mesh/placed/wmo_mesh_group.h"
#include "mesh/placed/wmo_mesh_lightmap.h"
#include "mesh/placed/wmo_mesh_liquid.h"
#include "mesh/placed/wmo_mesh_material.h"
#include "scene/wmo/wmo_rooms.h"

static bool append_group(const struct wmo_mesh_group *drawing)
{
    for (uint32_t i = 0; i < drawing->group->batch_count; i++) {
        const struct wmo_batch *batch = &drawing->group->batches[i];
        if (batch->index_count == 0) {
            continue;
        }
        if (wmo_mesh_is_lightmapped(drawing, batch) ? !wmo_mesh_append_lightmapped(drawing, batch)
                                                    : !wmo_mesh_append_batch(drawing, batch)) {
            return false;
        }
    }
    bool liquid = (drawing->target->settings->draw & ADTMAP_DRAW_LIQUID) != 0;
    return !liquid || wmo_mesh_liquid(drawing->target, &drawing->view, drawing->group);
}

static bool append_object(const struct mesh_builder *target, const struct scene_placement *object,
                          struct wmo_mesh_lightmaps *lightmaps, struct mesh_visible *seen)
{
    const struct wmo_model *building = object->building;
    struct wmo_mesh_group drawing = {
        .target = target,
        .object = object,
        .view = mesh_view_of(target, &object->matrix),
        .materials = wmo_mesh_materials(target, building->root),
        .lightmaps = lightmaps,
        .seen = seen,
    };
    if (!drawing.materials) {
        return false;
    }
    bool shells = (target->settings->draw & ADTMAP_DRAW_ROOFS) || !wmo_has_rooms(building);
    for (uint32_t g = 0; g < building->root->group_count; g++) {
        drawing.group = building->groups[g];
        if (!wmo_group_is_visible(drawing.group) ||
            (!shells && wmo_group_is_shell(drawing.group))) {
            continue;
        }
        struct adt_box box = placement_box(&object->matrix, building->group_boxes[g].low,
                                           building->group_boxes[g].high);
        if (placement_touches_tile(&box, target->scene->x, target->scene->y) &&
            !append_group(&drawing)) {
            return false;
        }
    }
    return true;
}

bool wmo_meshes(const struct mesh_builder *target)
{
    struct wmo_mesh_lightmaps lightmaps = {0};
    struct mesh_visible seen = {0};
    for (uint32_t i = 0; i < target->scene->placement_count; i++) {
        if (!append_object(target, &target->scene->placements[i], &lightmaps, &seen)) {
            return false;
        }
    }
    return true;
}
