/* What turning the parts of a scene into meshes takes. */
#ifndef RENDER_MESH_TARGET_H
#define RENDER_MESH_TARGET_H

#include "adtmap/settings.h"
#include "base/arena.h"
#include "render/mesh_list.h"
#include "render/mip_cache.h"
#include "scene/scene.h"

struct mesh_target {
    const struct scene_tile *scene;
    const struct adtmap_settings *settings;
    uint32_t quad_px; /* the tile has 128 * quad_px pixels */
    struct mip_cache *textures;
    struct mip_set *pins;
    struct arena *arena;
    struct mesh_list *list;
};

#endif
