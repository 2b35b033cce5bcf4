/*
 * Interpolation over a quad of terrain: four triangles round the inner vertex, each quantity linear
 * in each triangle (ADT/v18 document, MCVT). With u east and v south in the quad, 0..1, the weights
 * of the corners are
 *
 *     north-west max(0, 1-u-v), north-east max(0, u-v), south-west max(0, v-u),
 *     south-east max(0, u+v-1), and the inner vertex has the rest.
 */
#ifndef FORMATS_FAN_H
#define FORMATS_FAN_H

enum fan_vertex { FAN_NW, FAN_NE, FAN_SW, FAN_SE, FAN_INNER, FAN_VERTICES };

#define FAN_WEIGHTS(name, real)                                                                    \
    static inline void name(real u, real v, real weights[FAN_VERTICES])                            \
    {                                                                                              \
        real nw = 1 - u - v, ne = u - v, sw = v - u, se = u + v - 1;                               \
        weights[FAN_NW] = nw > 0 ? nw : 0;                                                         \
        weights[FAN_NE] = ne > 0 ? ne : 0;                                                         \
        weights[FAN_SW] = sw > 0 ? sw : 0;                                                         \
        weights[FAN_SE] = se > 0 ? se : 0;                                                         \
        weights[FAN_INNER] =                                                                       \
            1 - weights[FAN_NW] - weights[FAN_NE] - weights[FAN_SW] - weights[FAN_SE];             \
    }

/* The weights at one point (u, v) of a quad: for pixels, and for answers in yards. */
FAN_WEIGHTS(fan_weights_at, float)
FAN_WEIGHTS(fan_weights_at_exactly, double)

#undef FAN_WEIGHTS

#endif
