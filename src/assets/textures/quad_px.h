/*
 * The size of a drawing: it has a whole number of pixels on a quad's edge, 1..QUAD_PX_MAX, and is
 * averaged down to sizes that are no multiple of a tile's quads (render/draw_scene.c).
 */
#ifndef ASSETS_TEXTURES_QUAD_PX_H
#define ASSETS_TEXTURES_QUAD_PX_H

#include "adtmap/settings.h"
#include "formats/grid.h"

enum { QUAD_PX_MAX = ADTMAP_SIZE_MAX_PX / QUADS_PER_TILE };

#endif
