/*
 * Speed can be bought with pixels: by coarser mip levels, or fewer samples. So the distance to
 * brute force belongs to each figure. The reference is the program's own picture with 64 times as
 * many pixels, averaged without rounding.
 *
 * PSNR alone would prefer a blurred picture to one whose leaves are sharp and a quarter of a pixel
 * off. Detail says what is left of the contrast between neighbours.
 */
#include "distance.h"

#include <math.h>
#include <stdlib.h>

#include "bench.h"

enum { REFERENCE_PX = 4096, RGBA = 4, RGB = 3 };

static const double most_db = 99.0;

/* The mean of each channel over squares of `edge` pixels. */
static void average(const uint8_t *fine, uint32_t edge, uint32_t size_px, float *means)
{
    const size_t fine_px = (size_t)size_px * edge;
    const float share = 1.0F / (float)(edge * edge);
    for (size_t y = 0; y < size_px; y++) {
        for (size_t x = 0; x < size_px; x++, means += RGB) {
            uint32_t sums[RGB] = {0};
            for (size_t row = y * edge; row < (y + 1) * edge; row++) {
                const uint8_t *from = fine + RGBA * (row * fine_px + x * edge);
                for (size_t i = 0; i < edge; i++, from += RGBA) {
                    for (size_t c = 0; c < RGB; c++) {
                        sums[c] += from[c];
                    }
                }
            }
            for (size_t c = 0; c < RGB; c++) {
                means[c] = (float)sums[c] * share;
            }
        }
    }
}

static double luma(const float *rgb)
{
    return 0.299 * (double)rgb[0] + 0.587 * (double)rgb[1] + 0.114 * (double)rgb[2];
}

static double contrast(const float *rgb, size_t size_px)
{
    double sum = 0.0;
    for (size_t y = 0; y + 1 < size_px; y++) {
        for (size_t x = 0; x + 1 < size_px; x++) {
            const float *here = rgb + RGB * (y * size_px + x);
            double east = luma(here + RGB) - luma(here);
            double south = luma(here + RGB * size_px) - luma(here);
            sum += east * east + south * south;
        }
    }
    return sqrt(sum);
}

static struct tile_distance compare(const float *ours, const float *reference, size_t size_px)
{
    const size_t count = RGB * size_px * size_px;
    double sum = 0.0;
    double above = 0.0;
    for (size_t i = 0; i < count; i++) {
        double difference = (double)ours[i] - (double)reference[i];
        sum += difference * difference;
        above += difference;
    }
    double whole = contrast(reference, size_px);
    return (struct tile_distance){
        sum > 0.0 ? fmin(most_db, 10.0 * log10(255.0 * 255.0 * (double)count / sum)) : most_db,
        whole > 0.0 ? contrast(ours, size_px) / whole : 1.0, above / (double)count};
}

struct tile_distance distance_of_tile(struct adtmap_map *map, uint32_t x, uint32_t y,
                                      const struct adtmap_settings *settings,
                                      const struct picture *picture)
{
    struct adtmap_settings finer = *settings;
    struct adtmap_message failure = {0};
    const uint32_t size_px = picture->width;
    const size_t pixels = (size_t)size_px * size_px;
    if (REFERENCE_PX % size_px != 0) {
        bench_fail("%u px do not divide %d px", size_px, REFERENCE_PX);
    }
    finer.size_px = REFERENCE_PX;
    uint8_t *fine = bench_alloc((size_t)REFERENCE_PX * REFERENCE_PX, RGBA);
    float *reference = bench_alloc(pixels, RGB * sizeof *reference);
    float *ours = bench_alloc(pixels, RGB * sizeof *ours);
    bench_check(adtmap_tile_render(map, x, y, &finer, fine, (size_t)REFERENCE_PX * RGBA, &failure),
                &failure);
    average(fine, REFERENCE_PX / size_px, size_px, reference);
    average(picture->rgba, 1, size_px, ours);
    struct tile_distance distance = compare(ours, reference, size_px);
    free(fine);
    free(reference);
    free(ours);
    return distance;
}
