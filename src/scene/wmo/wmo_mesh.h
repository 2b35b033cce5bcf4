/* Buildings of a scene to meshes: what is drawn of a WMO, where, and in which light. */
#ifndef SCENE_WMO_WMO_MESH_H
#define SCENE_WMO_WMO_MESH_H

#include "scene/mesh/mesh_builder.h"

/*
 * Appends the batches of all objects of the scene, and their liquids. Left out are antiportals
 * and unreachable groups; shells around rooms without ADTMAP_DRAW_ROOFS;
 * groups outside the tile. A batch without a material is drawn in grey. False when out of memory.
 */
bool wmo_meshes(const struct mesh_builder *target);

/* Whether a group is of the outside of its WMO. */
bool wmo_mesh_is_shell(const struct wmo_group *group);

/* Whether a group, which may be NULL, is seen and is none of the outside. */
bool wmo_mesh_is_room(const struct wmo_group *group);

/* Whether the WMO has rooms that its shell hides. */
bool wmo_mesh_has_rooms(const struct wmo_model *building);

#endif
