/* What relief.h draws of a row of a chunk's quads: tints in place of textures, lines, and what
 * water above the ground does to shadows on it. */
#ifndef RENDER_TERRAIN_TERRAIN_RELIEF_H
#define RENDER_TERRAIN_TERRAIN_RELIEF_H

#include "render/terrain/terrain_parts.h"

/* Fills what the functions below read of quad row `quad_row` of chunk `index`. */
void terrain_relief_begin(const struct terrain_plan *plan, const struct scene_tile *scene,
                          uint32_t index, uint32_t quad_row, struct terrain_scratch *scratch);

/* The tints of a strip, before light, into scratch->color. */
void terrain_relief_tint(const struct terrain_plan *plan, const struct strip *strip,
                         struct terrain_scratch *scratch);

/* Takes from shadows of a strip, 0.16, what clear water over the ground hides of them. */
void terrain_relief_hide_shadow(const struct terrain_plan *plan, const struct strip *strip,
                                const struct terrain_scratch *scratch, uint16_t *shadow);

/* Draws contour lines and shores over a strip of RGBA pixels without gaps. */
void terrain_relief_lines(const struct terrain_plan *plan, const struct scene_tile *scene,
                          const struct strip *strip, const struct terrain_scratch *scratch,
                          uint8_t *rgba);

#endif
