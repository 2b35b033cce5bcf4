/* Which chunks of a tile are under liquid, so that a name on the map would not be on land. */
#ifndef SCENE_COVERED_CHUNKS_H
#define SCENE_COVERED_CHUNKS_H

#include "scene/scene.h"

/*
 * Sets a bit, row and column as those of the chunk, where liquid of the tile's own file lies over
 * the ground in the middle of more than half of the chunk's quads. Liquids of buildings do not
 * count; all chunks are dry if the scene has no liquids.
 */
void scene_find_covered(const struct scene_tile *scene, uint16_t covered[ADT_EDGE]);

#endif
