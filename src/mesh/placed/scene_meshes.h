/* What stands on a tile's ground, as the meshes that are drawn. */
#ifndef MESH_PLACED_SCENE_MESHES_H
#define MESH_PLACED_SCENE_MESHES_H

#include "assets/textures/mip_cache.h"
#include "scene/doodad/doodad_set.h"
#include "scene/scene.h"

/*
 * Turns the placements and liquids of `scene`, and its doodads, into scene->meshes, in drawing
 * order, for a tile of 128 * quad_px pixels. Their textures are pinned in `pins` with all levels
 * that drawing samples; `textures` is not looked at by a scene that names none. The meshes live in
 * `arena`. False when out of memory; what `pins` holds by then is the caller's to give back in any
 * case.
 */
bool scene_meshes_build(struct scene_tile *scene, const struct doodad_set *doodads,
                        const struct adtmap_settings *settings, uint32_t quad_px,
                        struct cache *textures, struct mip_set *pins, struct arena *arena);

#endif
