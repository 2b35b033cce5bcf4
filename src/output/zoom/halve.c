#include "output/zoom/halve.h"

enum { RGBA = 4 };

static void average_weighted(const uint8_t *const pixels[4], uint8_t *out)
{
    uint32_t sums[3] = {0};
    uint32_t alpha = 0;
    for (int i = 0; i < 4; i++) {
        for (int c = 0; c < 3; c++) {
            sums[c] += (uint32_t)pixels[i][c] * pixels[i][3];
        }
        alpha += pixels[i][3];
    }
    for (int c = 0; c < 3; c++) {
        out[c] = alpha ? (uint8_t)((sums[c] + alpha / 2) / alpha) : 0;
    }
    out[3] = (uint8_t)((alpha + 2) / 4);
}

static void average_opaque(const uint8_t *const pixels[4], uint8_t *out)
{
    for (int c = 0; c < 3; c++) {
        out[c] = (uint8_t)((pixels[0][c] + pixels[1][c] + pixels[2][c] + pixels[3][c] + 2) / 4);
    }
    out[3] = 255;
}

void halve_picture(const uint8_t *in, uint32_t edge_px, size_t stride_bytes, uint8_t *out)
{
    size_t half = edge_px / 2;
    for (size_t y = 0; y < half; y++) {
        const uint8_t *upper = in + 2 * y * stride_bytes;
        const uint8_t *lower = upper + stride_bytes;
        for (size_t x = 0; x < half; x++) {
            size_t at = 2 * RGBA * x;
            const uint8_t *const pixels[4] = {upper + at, upper + at + RGBA, lower + at,
                                              lower + at + RGBA};
            uint8_t average[RGBA];
            if ((pixels[0][3] & pixels[1][3] & pixels[2][3] & pixels[3][3]) == 255) {
                average_opaque(pixels, average);
            } else {
                average_weighted(pixels, average);
            }
            for (int c = 0; c < RGBA; c++) {
                out[(y * half + x) * RGBA + (size_t)c] = average[c];
            }
        }
    }
}
