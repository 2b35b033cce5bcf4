#include "assets/wmo_doodad_groups.h"

const struct wmo_doodad_groups *wmo_doodad_groups_of(const struct wmo *root,
                                                     const struct wmo_group *const *groups,
                                                     struct arena *arena)
{
    struct wmo_doodad_groups *all = arena_alloc(arena, root->doodad_count, sizeof *all);
    for (uint32_t g = 0; all && g < root->group_count; g++) {
        const struct wmo_group *group = groups[g];
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
