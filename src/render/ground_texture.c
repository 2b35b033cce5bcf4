#include "render/ground_texture.h"

#include <stdlib.h>

enum { CHANNELS = 3, RGBA = 4 };

size_t ground_texture_bytes(uint32_t quad_px)
{
    size_t plane = (size_t)quad_px * quad_px * QUADS_PER_CHUNK;
    return sizeof(struct ground_texture) + CHANNELS * plane * sizeof(uint16_t);
}

/*
 * In units of 1/quad_px texel, a texel is quad_px wide and pixel i covers [i * texels,
 * (i + 1) * texels): whole numbers, so the weights below are exact and add up to `texels`.
 */
struct span {
    uint32_t first;
    uint32_t last;
    uint32_t first_weight;
    uint32_t last_weight;
};

static struct span pixel_span(uint32_t pixel, uint32_t texels, uint32_t quad_px)
{
    uint64_t begin = (uint64_t)pixel * texels;
    uint64_t end = begin + texels;
    struct span span = {(uint32_t)(begin / quad_px), (uint32_t)((end - 1) / quad_px), 0, 0};
    uint64_t first_end = (uint64_t)(span.first + 1) * quad_px;
    span.first_weight = (uint32_t)((first_end < end ? first_end : end) - begin);
    span.last_weight = (uint32_t)(end - (uint64_t)span.last * quad_px);
    return span;
}

/* Sums texels first..last of one row, weighted; three channels. */
static void sum_row(const uint8_t *row, struct span span, uint32_t quad_px, uint32_t sums[CHANNELS])
{
    for (size_t c = 0; c < CHANNELS; c++) {
        sums[c] = row[RGBA * span.first + c] * span.first_weight;
        if (span.last == span.first) {
            continue;
        }
        uint32_t inner = 0;
        for (size_t x = span.first + 1; x < span.last; x++) {
            inner += row[RGBA * x + c];
        }
        sums[c] += inner * quad_px + row[RGBA * span.last + c] * span.last_weight;
    }
}

/* Adds rows first..last of the horizontal sums, weighted, and stores the averages. */
static void store_pixels(const uint32_t *sums, struct span span, uint64_t area,
                         struct ground_texture *texture, uint32_t y)
{
    uint32_t quad_px = texture->quad_px;
    for (size_t x = 0; x < quad_px; x++) {
        for (uint32_t c = 0; c < CHANNELS; c++) {
            const uint32_t *column = sums + CHANNELS * x + c;
            size_t stride = (size_t)CHANNELS * quad_px;
            uint64_t total = (uint64_t)column[stride * span.first] * span.first_weight;
            for (size_t row = span.first + 1; row < span.last; row++) {
                total += (uint64_t)column[stride * row] * quad_px;
            }
            if (span.last > span.first) {
                total += (uint64_t)column[stride * span.last] * span.last_weight;
            }
            uint16_t value = (uint16_t)((total * 256 + area / 2) / area);
            uint16_t *run = texture->planes + (size_t)(c * quad_px + y) * texture->row_px;
            for (size_t repeat = 0; repeat < QUADS_PER_CHUNK; repeat++) {
                run[repeat * quad_px + x] = value;
            }
        }
    }
}

int ground_texture_filter(const uint8_t *rgba, uint32_t width, uint32_t height, uint32_t quad_px,
                          struct ground_texture *texture)
{
    uint32_t *sums = malloc((size_t)height * quad_px * CHANNELS * sizeof *sums);
    if (!sums) {
        return 0;
    }
    texture->quad_px = quad_px;
    texture->row_px = QUADS_PER_CHUNK * quad_px;
    for (size_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < quad_px; x++) {
            sum_row(rgba + RGBA * width * y, pixel_span(x, width, quad_px), quad_px,
                    sums + (y * quad_px + x) * CHANNELS);
        }
    }
    uint64_t area = (uint64_t)width * height;
    for (uint32_t y = 0; y < quad_px; y++) {
        store_pixels(sums, pixel_span(y, height, quad_px), area, texture, y);
    }
    free(sums);
    return 1;
}

void ground_texture_fill(const uint8_t rgb[3], uint32_t quad_px, struct ground_texture *texture)
{
    texture->quad_px = quad_px;
    texture->row_px = QUADS_PER_CHUNK * quad_px;
    size_t plane = (size_t)quad_px * texture->row_px;
    for (size_t i = 0; i < CHANNELS * plane; i++) {
        texture->planes[i] = (uint16_t)(rgb[i / plane] * 256);
    }
}
