#include "render/terrain/resample_taps.h"

#include <assert.h>

enum { TEXELS = 64, ONE = 65536 };

double map_tent_integral(double x)
{
    if (x <= 0.0) {
        return 0.0;
    }
    if (x >= 2.0) {
        return 1.0;
    }
    return x <= 1.0 ? 0.5 * x * x : 1.0 - 0.5 * (2.0 - x) * (2.0 - x);
}

/* Mean over [begin, end) of the tent round the centre of texel `i`, texels as unit. */
static double tent_mean(int32_t i, double begin, double end)
{
    double left = (double)i - 0.5; /* where the tent begins */
    return (map_tent_integral(end - left) - map_tent_integral(begin - left)) / (end - begin);
}

static int32_t clamp_texel(int32_t i)
{
    if (i < 0) {
        return 0;
    }
    return i < TEXELS ? i : TEXELS - 1;
}

/*
 * Rounds the means to 16 bits, the error going to the largest, so that they add up to 1. A weight
 * of 1, which does not fit, leaves the last bit to its neighbour.
 */
static void round_weights(const double *means, struct resample_taps *taps)
{
    uint32_t weights[RESAMPLE_TAPS_MAX];
    uint32_t sum = 0;
    uint32_t largest = 0;
    assert(taps->count > 0);
    for (uint32_t k = 0; k < taps->count; k++) {
        weights[k] = (uint32_t)(means[k] * ONE + 0.5);
        sum += weights[k];
        largest = means[k] > means[largest] ? k : largest;
    }
    weights[largest] += ONE - sum;
    if (weights[largest] == ONE) {
        weights[largest]--;
        weights[largest == 0 ? 1 : largest - 1]++;
    }
    for (uint32_t k = 0; k < taps->count; k++) {
        taps->weight[k] = (uint16_t)weights[k];
    }
}

void resample_taps_init(struct resample_taps *taps, uint32_t row_px)
{
    double step = (double)TEXELS / (double)row_px;
    for (uint32_t x = 0; x < row_px; x++) {
        double begin = (double)x * step;
        double end = begin + step;
        int32_t from = (int32_t)(begin + 0.5) - 1;
        int32_t to = (int32_t)(end + 0.5);
        double means[RESAMPLE_TAPS_MAX] = {0};
        int32_t first = clamp_texel(from) < TEXELS - 2 ? clamp_texel(from) : TEXELS - 2;
        taps[x] = (struct resample_taps){.first = (uint16_t)first, .count = 2};
        for (int32_t i = from; i <= to; i++) {
            int32_t k = clamp_texel(i) - first;
            means[k] += tent_mean(i, begin, end);
            taps[x].count = (uint16_t)(k < 2 ? 2 : k + 1);
        }
        round_weights(means, &taps[x]);
    }
}
