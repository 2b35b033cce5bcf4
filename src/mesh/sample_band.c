#include "mesh/sample_band.h"

#include <string.h>

#include "base/pixel.h"

enum { RGBA = 4 };

const uint8_t sample_middles[1 << SAMPLES][2] = {
    {0, 0},     {96, 32},   {224, 96},  {160, 64},  {32, 160}, {64, 96},  {128, 128}, {117, 96},
    {160, 224}, {128, 128}, {192, 160}, {160, 117}, {96, 192}, {96, 138}, {138, 160}, {128, 128},
};

void sample_set(uint8_t sample[4], const uint8_t rgba[4])
{
    for (size_t c = 0; c < 3; c++) {
        sample[c] = (uint8_t)byte_scale((uint32_t)rgba[c] * rgba[3]);
    }
    sample[3] = rgba[3];
}

void sample_band_load(struct sample_band *band, const struct pixel_area *area, const uint8_t *rgba,
                      size_t stride_bytes)
{
    for (size_t y = area->first_row - band->first_row; y < area->end_row - band->first_row; y++) {
        for (size_t x = area->first_column; x < area->end_column; x++) {
            const uint8_t *pixel = rgba + y * stride_bytes + RGBA * x;
            uint8_t *out = band->rgba + RGBA * SAMPLES * (y * band->width_px + x);
            uint8_t color[RGBA];
            if (pixel[3] == 255) {
                memcpy(color, pixel, RGBA);
            } else {
                sample_set(color, pixel);
            }
            for (size_t s = 0; s < SAMPLES; s++) {
                memcpy(out + RGBA * s, color, RGBA);
            }
        }
    }
}

static void store_open_pixel(const uint8_t *samples, uint8_t *pixel)
{
    uint32_t sums[RGBA];
    for (size_t c = 0; c < RGBA; c++) {
        sums[c] = (uint32_t)samples[c] + samples[RGBA + c] + samples[2 * RGBA + c] +
                  samples[3 * RGBA + c];
    }
    pixel[3] = (uint8_t)((sums[3] + SAMPLES / 2) / SAMPLES);
    for (size_t c = 0; c < 3; c++) {
        uint32_t color = sums[3] ? (sums[c] * 255 + sums[3] / 2) / sums[3] : 0;
        pixel[c] = (uint8_t)(color < 255 ? color : 255);
    }
}

/* Where all samples are opaque, they are averaged as pixels. */
static inline void store_pixel(const uint8_t *samples, uint8_t *pixel)
{
    if ((samples[3] & samples[RGBA + 3] & samples[2 * RGBA + 3] & samples[3 * RGBA + 3]) != 255) {
        store_open_pixel(samples, pixel);
        return;
    }
    uint32_t colors[SAMPLES];
    memcpy(colors, samples, sizeof colors);
    uint32_t color = pixel_average(colors[0], colors[1], colors[2], colors[3]);
    memcpy(pixel, &color, RGBA);
}

void sample_band_store(const struct sample_band *band, const struct pixel_area *area, uint8_t *rgba,
                       size_t stride_bytes)
{
    for (size_t y = area->first_row - band->first_row; y < area->end_row - band->first_row; y++) {
        for (size_t x = area->first_column; x < area->end_column; x++) {
            store_pixel(band->rgba + RGBA * SAMPLES * (y * band->width_px + x),
                        rgba + y * stride_bytes + RGBA * x);
        }
    }
}
