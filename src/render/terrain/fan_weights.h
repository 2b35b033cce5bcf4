/*
 * Interpolation over a quad: four triangles round the inner vertex, each quantity linear in each
 * triangle, averaged over pixels of which quad_px go to a quad's edge (ADT/v18
 * document, MCVT).
 *
 * With u east and v south in the quad, 0..1, the weights of the corners are
 *     north-west max(0, 1-u-v), north-east max(0, u-v), south-west max(0, v-u),
 *     south-east max(0, u+v-1), and the inner vertex has the rest.
 * Over a pixel that a diagonal cuts, the mean of max(0, .) is 1/6 of a pixel; elsewhere it is the
 * value at the middle. So the tables are exact up to rounding.
 */
#ifndef RENDER_TERRAIN_FAN_WEIGHTS_H
#define RENDER_TERRAIN_FAN_WEIGHTS_H

#include <stdint.h>

enum fan_vertex { FAN_NW, FAN_NE, FAN_SW, FAN_SE, FAN_INNER, FAN_VERTICES };

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

/* The weights at one point (u, v) of a quad. */
static inline void fan_weights_at(float u, float v, float weights[FAN_VERTICES])
{
    float nw = 1.0F - u - v, ne = u - v, sw = v - u, se = u + v - 1.0F;
    weights[FAN_NW] = nw > 0.0F ? nw : 0.0F;
    weights[FAN_NE] = ne > 0.0F ? ne : 0.0F;
    weights[FAN_SW] = sw > 0.0F ? sw : 0.0F;
    weights[FAN_SE] = se > 0.0F ? se : 0.0F;
    weights[FAN_INNER] =
        1.0F - weights[FAN_NW] - weights[FAN_NE] - weights[FAN_SW] - weights[FAN_SE];
}

/* Fills the tables; the caller has set weights[] to arrays of fan_weights_count elements. */
void fan_weights_init(struct fan_weights *fan, uint32_t quad_px);

#endif
