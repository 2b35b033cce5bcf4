/* Liquids without a texture, for scenes that tests put together. */
#ifndef TESTS_MESH_PLACED_PLAIN_LIQUIDS_H
#define TESTS_MESH_PLACED_PLAIN_LIQUIDS_H

#include "scene/scene.h"

static inline void plain_liquids(struct scene_tile *scene)
{
    static struct surface_material plain;
    plain = surface_material_of(SURFACE_ALPHA, SURFACE_ERA_UNKNOWN);
    plain.two_sided = true;
    for (uint32_t i = 0; i < LIQUID_CLASSES; i++) {
        scene->liquid_materials[i] = &plain;
    }
}

#endif
