#include "scene/doodad/wmo_doodads.h"

#include "scene/wmo/wmo_rooms.h"

const struct wmo_doodad_groups *wmo_doodads_groups(const struct wmo_model *wmo, struct arena *arena)
{
    struct wmo_doodad_groups *all = arena_alloc(arena, wmo->root->doodad_count, sizeof *all);
    for (uint32_t g = 0; all && g < wmo->root->group_count; g++) {
        const struct wmo_group *group = wmo->groups[g];
        for (uint32_t i = 0; group && i < group->doodad_count; i++) {
            struct wmo_doodad_groups *of_doodad = &all[group->doodads[i]];
            enum wmo_doodad_place place =
                wmo_group_is_shell(group) ? WMO_DOODAD_OUTSIDE : WMO_DOODAD_INSIDE;
            if (place == WMO_DOODAD_INSIDE && !(of_doodad->places & WMO_DOODAD_INSIDE)) {
                of_doodad->room = g;
            }
            of_doodad->places |= place;
        }
    }
    return all;
}

bool wmo_doodads_rooms_only(const struct wmo_model *wmo, const struct adtmap_settings *settings)
{
    return !(settings->draw & ADTMAP_DRAW_ROOFS) && wmo_has_rooms(wmo);
}
