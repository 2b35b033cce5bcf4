#include "render/terrain/resample_taps.h"

#include <assert.h>

enum { TEXELS = 64 };

/* Integral up to x of the tent max(0, 1 - |t - 1|), which begins at 0 and ends, with 1, at 2. */
static double tent_integral(double x)
{
    if (x <= 0.0) {
        return 0.0;
    }
    if (x >= 2.0) {
        return 1.0;
    }
    return x <= 1.0 ? 0.5 * x * x : 1.0 - 0.5 * (2.0 - x) * (2.0 - x);
}

static int32_t clamp_texel(int32_t i, int32_t corner)
{
    if (i < corner) {
        return corner;
    }
    return i < corner + TEXELS ? i : corner + TEXELS - 1;
}

void resample_add(double begin, double end, int32_t first, double *integrals)
{
    int32_t corner = (int32_t)begin / TEXELS * TEXELS;
    for (int32_t i = (int32_t)(begin + 0.5) - 1; i <= (int32_t)(end + 0.5); i++) {
        double tent = (double)i - 0.5; /* where the tent of texel `i` begins */
        integrals[clamp_texel(i, corner) - first] +=
            tent_integral(end - tent) - tent_integral(begin - tent);
    }
}

void resample_round(const double *integrals, uint32_t count, double total, uint32_t *weights)
{
    uint32_t sum = 0;
    uint32_t largest = 0;
    assert(count > 0);
    for (uint32_t i = 0; i < count; i++) {
        weights[i] = (uint32_t)(integrals[i] / total * RESAMPLE_ONE + 0.5);
        sum += weights[i];
        largest = integrals[i] > integrals[largest] ? i : largest;
    }
    weights[largest] += RESAMPLE_ONE - sum;
}

/* Stores weights in 16 bits. A weight of 1 does not fit and leaves the last bit to its neighbour.
 */
static void store_weights(uint32_t *weights, struct resample_taps *taps)
{
    for (uint32_t k = 0; k < taps->count; k++) {
        if (weights[k] == RESAMPLE_ONE) {
            weights[k]--;
            weights[k == 0 ? 1 : k - 1]++;
        }
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
        double integrals[RESAMPLE_TAPS_MAX] = {0};
        uint32_t weights[RESAMPLE_TAPS_MAX] = {0};
        int32_t first = clamp_texel((int32_t)(begin + 0.5) - 1, 0);
        int32_t last = clamp_texel((int32_t)(end + 0.5), 0);
        first = first < TEXELS - 2 ? first : TEXELS - 2;
        taps[x].first = (uint16_t)first;
        taps[x].count = (uint16_t)(last - first < 1 ? 2 : last - first + 1);
        resample_add(begin, end, first, integrals);
        resample_round(integrals, taps[x].count, end - begin, weights);
        store_weights(weights, &taps[x]);
    }
}
