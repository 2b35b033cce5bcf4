/* The materials of what stands on a tile and of its liquids. */
#ifndef SCENE_TILE_SCENE_MATERIALS_H
#define SCENE_TILE_SCENE_MATERIALS_H

#include "scene/doodad/doodad_set.h"
#include "scene/scene.h"
#include "scene/surface_textures.h"

/*
 * Gives the scene's buildings, its doodads and the liquids that its settings draw their materials.
 * `textures` are new, and are to be closed after the scene's last drawing; mesh/ may ask for finer
 * levels (surface_textures_read). False when out of memory.
 */
bool scene_add_materials(struct surface_textures *textures, struct scene_tile *scene);

#endif
