#include "scene/wmo/wmo_rooms.h"

/* The flag of groups for distant views has no say: these groups are files of their own, and files
 * have the flag where the group is the building itself. */
bool wmo_group_is_visible(const struct wmo_group *group)
{
    uint32_t hidden = WMO_GROUP_ANTIPORTAL | WMO_GROUP_UNREACHABLE;
    bool has_contents = group && (group->vertex_count > 0 || group->liquid);
    return has_contents && !(group->flags & hidden);
}

bool wmo_group_is_room(const struct wmo_group *group)
{
    return wmo_group_is_visible(group) && group->triangle_count > 0 && !wmo_group_is_shell(group);
}

bool wmo_has_rooms(const struct wmo_model *building)
{
    for (uint32_t i = 0; i < building->root->group_count; i++) {
        if (wmo_group_is_room(building->groups[i])) {
            return true;
        }
    }
    return false;
}

bool wmo_shows_rooms_only(const struct wmo_model *building, const struct adtmap_settings *settings)
{
    return !(settings->draw & ADTMAP_DRAW_ROOFS) && wmo_has_rooms(building);
}

bool wmo_group_is_drawn(const struct placed_wmo *placed, uint32_t index,
                        const struct adtmap_settings *settings, uint32_t x, uint32_t y)
{
    const struct wmo_model *building = placed->building;
    const struct wmo_group *group = building->groups[index];
    if (!wmo_group_is_visible(group) ||
        (wmo_group_is_shell(group) && wmo_shows_rooms_only(building, settings))) {
        return false;
    }
    const struct adt_box box = placement_box(&placed->matrix, building->group_boxes[index].low,
                                             building->group_boxes[index].high);
    return placement_touches_tile(&box, x, y);
}
