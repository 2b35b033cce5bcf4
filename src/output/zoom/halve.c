/*
 * Averages go through a run of 256 pixels, as the result may lie over the picture that it is made
 * of: rows are read before they are overwritten. Transparent pixels become zeros, which compress
 * best and are equal everywhere.
 */
#include "output/zoom/halve.h"

#include <string.h>

#include "output/zoom/average_by_alpha.h"

enum {
    RGBA = 4,
    RUN_PX = 256, /* pixels averaged before they are stored, as `out` may be `in` */
};

static void halve_rows(const uint8_t *upper, const uint8_t *lower, size_t half, uint8_t *out)
{
    uint8_t averages[RUN_PX * RGBA];
    for (size_t x = 0; x < half; x += RUN_PX) {
        size_t count = half - x < RUN_PX ? half - x : RUN_PX;
        size_t at = 2 * x * RGBA;
        average_rows_by_alpha(upper + at, lower + at, count, averages);
        for (size_t i = 0; i < count; i++) {
            if (averages[i * RGBA + 3] == 0) {
                memset(averages + i * RGBA, 0, RGBA);
            }
        }
        memcpy(out + x * RGBA, averages, count * RGBA);
    }
}

void halve_picture(const uint8_t *in, uint32_t edge_px, size_t stride_bytes, uint8_t *out)
{
    size_t half = edge_px / 2;
    for (size_t y = 0; y < half; y++) {
        const uint8_t *upper = in + 2 * y * stride_bytes;
        halve_rows(upper, upper + stride_bytes, half, out + y * half * RGBA);
    }
}
