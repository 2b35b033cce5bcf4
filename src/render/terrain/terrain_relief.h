/* What relief.h draws of a chunk: tints in place of textures, lines, and what water above the
 * ground does to shadows on it. */
#ifndef RENDER_TERRAIN_TERRAIN_RELIEF_H
#define RENDER_TERRAIN_TERRAIN_RELIEF_H

#include "render/terrain/terrain_parts.h"

/* Fills scratch->colors with the tints of the chunk's vertices, 8.8, before light. */
void terrain_load_tints(const struct terrain_plan *plan, const struct adt_chunk *terrain,
                        struct terrain_scratch *scratch);

/* Fills what the functions below read of quad row `quad_row` of chunk `index`. is_clear: also
 * what terrain_relief_hide_shadow reads. */
void terrain_relief_begin(const struct terrain_plan *plan, const struct scene_tile *scene,
                          uint32_t index, uint32_t quad_row, bool is_clear,
                          struct terrain_scratch *scratch);

/* Takes from shadows of a strip, 0.16, what clear water over the ground hides of them. */
void terrain_relief_hide_shadow(const struct terrain_plan *plan, const struct strip *strip,
                                const struct terrain_scratch *scratch, uint16_t *shadow);

/* Draws contour lines and shores over a strip of RGBA pixels without gaps. */
void terrain_relief_lines(const struct terrain_plan *plan, const struct scene_tile *scene,
                          const struct strip *strip, const struct terrain_scratch *scratch,
                          uint8_t *rgba);

#endif
