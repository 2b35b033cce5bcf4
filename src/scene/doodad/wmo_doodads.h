/* Doodads of a WMO: in which of its groups they stand. */
#ifndef SCENE_DOODAD_WMO_DOODADS_H
#define SCENE_DOODAD_WMO_DOODADS_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "assets/wmo_model.h"
#include "base/arena.h"

/* Where the groups that name a doodad (MODR) are. */
enum wmo_doodad_place {
    WMO_DOODAD_INSIDE = 0x1,
    WMO_DOODAD_OUTSIDE = 0x2,
};

struct wmo_doodad_groups {
    uint32_t places; /* bits of enum wmo_doodad_place; 0: no group names it */
    uint32_t room;   /* the first group inside that does */
};

/* For each doodad of the WMO, in `arena`; NULL when out of memory. */
const struct wmo_doodad_groups *wmo_doodads_groups(const struct wmo_model *wmo,
                                                   struct arena *arena);

/* Whether the sun lights a doodad: a group outside names it, or no group does. */
static inline bool wmo_doodad_is_outside(const struct wmo_doodad_groups *groups)
{
    return groups->places != WMO_DOODAD_INSIDE;
}

/* Whether the settings leave out the shell of this WMO, so that doodads outside have no place. */
bool wmo_doodads_rooms_only(const struct wmo_model *wmo, const struct adtmap_settings *settings);

#endif
