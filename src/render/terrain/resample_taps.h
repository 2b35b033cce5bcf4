/*
 * One-dimensional filter that takes a 64-texel map to the pixels of a chunk: the bilinear
 * interpolation of the texels (their centres at (i + 0.5) / 64, clamped at the chunk's edge),
 * averaged over each pixel. Applied along both axes it is the exact average over square pixels.
 */
#ifndef RENDER_TERRAIN_RESAMPLE_TAPS_H
#define RENDER_TERRAIN_RESAMPLE_TAPS_H

#include <stdint.h>

enum { RESAMPLE_TAPS_MAX = 12, RESAMPLE_ONE = 65536 };

/* Pixel = sum of weight[k] / 65536 * texel[first + k], k < count; weights add up to 65536. */
struct resample_taps {
    uint16_t first;
    uint16_t count;
    uint16_t weight[RESAMPLE_TAPS_MAX];
};

/*
 * Adds the integral over [begin, end), in texels, of the interpolation kernel of each texel to
 * integrals[texel - first]. The interval lies within one map of a row of maps; `first` is at most
 * the texel before `begin`.
 */
void resample_add(double begin, double end, int32_t first, double *integrals);

/* Rounds `count` integrals, of sum `total`, to whole weights that add up to RESAMPLE_ONE. The error
 * goes to the largest. */
void resample_round(const double *integrals, uint32_t count, double total, uint32_t *weights);

/* Fills taps[0 .. row_px - 1]; row_px is at least 8. */
void resample_taps_init(struct resample_taps *taps, uint32_t row_px);

#endif
