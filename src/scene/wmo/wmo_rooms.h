/* Which groups of a WMO are seen, and which of them are its rooms or its outside. */
#ifndef SCENE_WMO_WMO_ROOMS_H
#define SCENE_WMO_WMO_ROOMS_H

#include "assets/wmo_model.h"

/* Whether a group, which may be NULL, has something to draw: antiportals and unreachable groups
 * have not. */
bool wmo_group_is_visible(const struct wmo_group *group);

/* Whether a group, which may be NULL, is seen and is none of the outside. */
bool wmo_group_is_room(const struct wmo_group *group);

/* Whether the WMO has rooms that its shell hides. */
bool wmo_has_rooms(const struct wmo_model *building);

#endif
