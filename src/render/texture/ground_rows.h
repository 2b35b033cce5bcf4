/* Pixel rows of a ground texture, as a chunk shows them. */
#ifndef RENDER_TEXTURE_GROUND_ROWS_H
#define RENDER_TEXTURE_GROUND_ROWS_H

#include <stdint.h>

#include "assets/textures/ground_texture.h"

/* Rows y..y + count - 1 of the chunk in column `chunk_x` and row `chunk_y` of the world; they lie
 * in one row of quads. */
struct ground_strip {
    uint32_t chunk_x, chunk_y;
    uint32_t y; /* 0..row_px - 1 */
    uint32_t count;
};

/* row_px values of the plane for each of the rows, one row behind the other, in the texture or in
 * `scratch`, which has room for as many. */
const uint16_t *ground_rows(const struct ground_texture *texture, enum ground_plane plane,
                            const struct ground_strip *strip, uint16_t *scratch);

#endif
