/* What turning the parts of a scene into meshes takes, and the way of these into the list. */
#ifndef MESH_MESH_BUILDER_H
#define MESH_MESH_BUILDER_H

#include "adtmap/settings.h"
#include "assets/textures/mip_cache.h"
#include "base/arena.h"
#include "mesh/mesh_list.h"
#include "scene/scene.h"

struct mesh_builder {
    const struct scene_tile *scene;
    const struct adtmap_settings *settings;
    uint32_t quad_px; /* the tile has 128 * quad_px pixels */
    struct mip_cache *textures;
    struct mip_set *pins;
    struct arena *arena;
    struct mesh_list *list;
};

/*
 * Pins texture `t` of a material whose blend and alpha key are set: the first one is filtered with
 * the key, and its alpha is opacity where the blend uses it. That of others is what the mix says.
 * False when out of memory.
 */
bool mesh_builder_pin(const struct mesh_builder *target, struct mesh_material *material, unsigned t,
                      const char *name);

/*
 * The longest edge with which textures are to be pinned. It is enough for most, those that repeat
 * within 16 quads, and little in comparison with all levels.
 */
uint32_t mesh_builder_edge(const struct mesh_builder *target);

/*
 * Appends triangles with `material`, whose textures then have all levels that drawing them samples:
 * those that are too coarse are pinned again. False when out of memory.
 */
bool mesh_builder_append(const struct mesh_builder *target, struct mesh_material *material,
                         const struct mesh_batch *batch);

#endif
