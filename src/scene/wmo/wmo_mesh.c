#include "scene/wmo/wmo_mesh.h"

#include "scene/wmo/wmo_mesh_batch.h"
#include "scene/wmo/wmo_mesh_group.h"
#include "scene/wmo/wmo_mesh_lightmap.h"
#include "scene/wmo/wmo_mesh_liquid.h"
#include "scene/wmo/wmo_mesh_material.h"

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

bool wmo_mesh_is_shell(const struct wmo_group *group)
{
    return (group->flags & (WMO_GROUP_EXTERIOR | WMO_GROUP_EXTERIOR_LIT)) != 0;
}

/* The flag of groups for distant views has no say: these groups are files of their own, and files
 * have the flag where the group is the building itself. */
static bool is_visible(const struct wmo_group *group)
{
    uint32_t hidden = WMO_GROUP_ANTIPORTAL | WMO_GROUP_UNREACHABLE;
    bool has_contents = group && (group->vertex_count > 0 || group->liquid);
    return has_contents && !(group->flags & hidden);
}

bool wmo_mesh_is_room(const struct wmo_group *group)
{
    return is_visible(group) && group->triangle_count > 0 && !wmo_mesh_is_shell(group);
}

bool wmo_mesh_has_rooms(const struct wmo_model *building)
{
    for (uint32_t i = 0; i < building->root->group_count; i++) {
        if (wmo_mesh_is_room(building->groups[i])) {
            return true;
        }
    }
    return false;
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
    bool shells = (target->settings->draw & ADTMAP_DRAW_ROOFS) || !wmo_mesh_has_rooms(building);
    for (uint32_t g = 0; g < building->root->group_count; g++) {
        drawing.group = building->groups[g];
        if (!is_visible(drawing.group) || (!shells && wmo_mesh_is_shell(drawing.group))) {
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
