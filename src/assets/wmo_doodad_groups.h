/* Doodads of a WMO: in which of its groups they stand. */
#ifndef ASSETS_WMO_DOODAD_GROUPS_H
#define ASSETS_WMO_DOODAD_GROUPS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "formats/wmo/wmo.h"

/* Where the groups that name a doodad (MODR) are. */
enum wmo_doodad_place {
    WMO_DOODAD_INSIDE = 0x1,
    WMO_DOODAD_OUTSIDE = 0x2,
};

struct wmo_doodad_groups {
    uint32_t places; /* bits of enum wmo_doodad_place; 0: no group names it */
    uint32_t room;   /* the first group inside that does */
};

/* For each doodad of the root, in `arena`; `groups` has one for each of the root's, NULL where it
 * is missing. NULL when out of memory. */
const struct wmo_doodad_groups *wmo_doodad_groups_of(const struct wmo *root,
                                                     const struct wmo_group *const *groups,
                                                     struct arena *arena);

/* Whether the sun lights a doodad: a group outside names it, or no group does. */
static inline bool wmo_doodad_is_outside(const struct wmo_doodad_groups *groups)
{
    return groups->places != WMO_DOODAD_INSIDE;
}

#endif
