/*
 * One-dimensional filter that takes a 64-texel map to the pixels of a chunk: the bilinear
 * interpolation of the texels (their centres at (i + 0.5) / 64, clamped at the chunk's edge),
 * averaged over each pixel. Applied along both axes it is the exact average over square pixels.
 */
#ifndef RENDER_TERRAIN_RESAMPLE_TAPS_H
#define RENDER_TERRAIN_RESAMPLE_TAPS_H

#include <stdint.h>

enum { RESAMPLE_TAPS_MAX = 12 };

/* Pixel = sum of weight[k] / 65536 * texel[first + k], k < count; weights add up to 65536. */
struct resample_taps {
    uint16_t first;
    uint16_t count;
    uint16_t weight[RESAMPLE_TAPS_MAX];
};

/* Integral up to x of the tent max(0, 1 - |t - 1|), which begins at 0 and ends, with 1, at 2. */
double map_tent_integral(double x);

/* Fills taps[0 .. row_px - 1]; row_px is at least 8. */
void resample_taps_init(struct resample_taps *taps, uint32_t row_px);

#endif
