/* The height of the ground at the samples of a band: what objects and liquids are tested against.
 */
#ifndef RENDER_TERRAIN_HEIGHT_H
#define RENDER_TERRAIN_HEIGHT_H

#include "render/sample_band.h"
#include "scene/scene.h"

/* Fills band->height_yd in these columns of chunks; -INFINITY in holes and where there is no
 * terrain. The tile has 128 * quad_px pixels. */
void terrain_heights(const struct scene_tile *scene, uint32_t quad_px,
                     const struct band_columns *columns, struct sample_band *band);

#endif
