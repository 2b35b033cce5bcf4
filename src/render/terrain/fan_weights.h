/*
 * The fan of a quad (formats/fan.h) averaged over pixels of which quad_px go to a quad's edge. Over
 * a pixel that a diagonal cuts, the mean of max(0, .) is 1/6 of a pixel; elsewhere it is the value
 * at the middle. So the tables are exact up to rounding.
 */
#ifndef RENDER_TERRAIN_FAN_WEIGHTS_H
#define RENDER_TERRAIN_FAN_WEIGHTS_H

#include <stdint.h>

#include "formats/fan.h"

/*
 * Weights with 16 fractional bits, of rows 0..quad_px-1 of a quad, repeated for the 8 quads of a
 * chunk: weights[vertex][row * row_px + x]. For each pixel they add up to 65536.
 */
struct fan_weights {
    uint32_t quad_px;
    uint32_t row_px;
    uint16_t *weights[FAN_VERTICES];
};

/* Elements of each weights[] array. */
static inline uint32_t fan_weights_count(uint32_t quad_px)
{
    return quad_px * quad_px * 8;
}

/* Fills the tables; the caller has set weights[] to arrays of fan_weights_count elements. */
void fan_weights_init(struct fan_weights *fan, uint32_t quad_px);

#endif
