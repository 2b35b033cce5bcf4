/* The height of the ground at the samples of a band: what objects and liquids are tested against.
 */
#ifndef RENDER_TERRAIN_TERRAIN_HEIGHT_H
#define RENDER_TERRAIN_TERRAIN_HEIGHT_H

#include "formats/fan.h"
#include "mesh/sample_band.h"
#include "render/terrain/terrain_kernels.h"
#include "scene/scene.h"

/* The fan's weights (formats/fan.h) at the samples of a quad: the same in every quad. */
struct height_weights;

/* The fan's weights in sample `s` of pixel (x, y) of a quad, quad_px pixels wide. */
void height_weights_at(uint32_t quad_px, uint32_t x, uint32_t y, uint32_t s,
                       float weights[FAN_VERTICES]);

/* For tiles of 128 * quad_px pixels. NULL when out of memory. */
struct height_weights *height_weights_create(uint32_t quad_px);
void height_weights_destroy(struct height_weights *weights);

/* The heights of the vertices of the tile's quad (column, row), its north-west one first, as
 * grid.h leads to the others; NULL for a hole and where there is no terrain. */
const float *terrain_quad(const struct scene_tile *scene, uint32_t column, uint32_t row);

/* The same where ground is there and is not drawn, too: in holes, and in chunks without layers. */
const float *terrain_ground(const struct scene_tile *scene, uint32_t column, uint32_t row);

/* Fills band->depth in the samples of `area`, which lies in one quad; -INFINITY where `quad`
 * is NULL. */
void terrain_heights(const struct terrain_kernels *kernels, const struct height_weights *weights,
                     const float *quad, const struct pixel_area *area, struct sample_band *band);

#endif
