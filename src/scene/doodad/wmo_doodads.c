#include "scene/doodad/wmo_doodads.h"

#include "scene/wmo/wmo_rooms.h"

const uint8_t *wmo_doodads_places(const struct wmo_model *wmo, struct arena *arena)
{
    uint8_t *places = arena_alloc(arena, wmo->root->doodad_count, 1);
    for (uint32_t g = 0; places && g < wmo->root->group_count; g++) {
        const struct wmo_group *group = wmo->groups[g];
        for (uint32_t i = 0; group && i < group->doodad_count; i++) {
            places[group->doodads[i]] |=
                wmo_group_is_shell(group) ? WMO_DOODAD_OUTSIDE : WMO_DOODAD_INSIDE;
        }
    }
    return places;
}

bool wmo_doodads_rooms_only(const struct wmo_model *wmo, const struct adtmap_settings *settings)
{
    return !(settings->draw & ADTMAP_DRAW_ROOFS) && wmo_has_rooms(wmo);
}
