/* Which groups of a WMO are seen, and which of them are its rooms or its outside. */
#ifndef SCENE_WMO_WMO_ROOMS_H
#define SCENE_WMO_WMO_ROOMS_H

#include "adtmap/settings.h"
#include "map/nearby/wmo_set.h"

/* Whether a group, which may be NULL, has something to draw: antiportals and unreachable groups
 * have not. */
bool wmo_group_is_visible(const struct wmo_group *group);

/* Whether a group, which may be NULL, is seen and is none of the outside. */
bool wmo_group_is_room(const struct wmo_group *group);

/* Whether the WMO has rooms that its shell hides. */
bool wmo_has_rooms(const struct wmo_model *building);

/* Whether the settings leave out the shell of this WMO, so that what stands outside, as doodads
 * may, has no place. */
bool wmo_shows_rooms_only(const struct wmo_model *building, const struct adtmap_settings *settings);

/* Whether group `index` of a placed WMO is drawn on tile (x, y): it is visible and touches the
 * tile. Shells around rooms are drawn with ADTMAP_DRAW_ROOFS alone. */
bool wmo_group_is_drawn(const struct placed_wmo *placed, uint32_t index,
                        const struct adtmap_settings *settings, uint32_t x, uint32_t y);

#endif
