#include "render/texture/resample.h"

#include <stdlib.h>
#include <string.h>

enum { RGBA = 4 };

/*
 * In units of 1/size_px source pixel a source pixel is size_px wide, and output pixel i covers
 * [i * from_px, (i + 1) * from_px): weights are whole numbers that add up to from_px.
 */
static uint32_t overlap(uint32_t source, uint32_t pixel, uint32_t from_px, uint32_t size_px)
{
    uint64_t begin = (uint64_t)pixel * from_px;
    uint64_t end = begin + from_px;
    uint64_t source_begin = (uint64_t)source * size_px;
    uint64_t source_end = source_begin + size_px;
    begin = begin > source_begin ? begin : source_begin;
    end = end < source_end ? end : source_end;
    return begin < end ? (uint32_t)(end - begin) : 0;
}

static uint32_t first_source(uint32_t pixel, uint32_t from_px, uint32_t size_px)
{
    return (uint32_t)((uint64_t)pixel * from_px / size_px);
}

/* Adds `weight` times the horizontal sums of one source row, colours multiplied by alpha. */
static void add_row(const uint8_t *row, uint32_t from_px, uint32_t size_px, uint32_t weight,
                    uint64_t *sums)
{
    for (uint32_t x = 0; x < size_px; x++) {
        uint32_t totals[RGBA] = {0};
        uint32_t last = first_source(x + 1, from_px, size_px);
        for (uint32_t s = first_source(x, from_px, size_px); s <= last && s < from_px; s++) {
            const uint8_t *pixel = row + (size_t)RGBA * s;
            uint32_t alpha = overlap(s, x, from_px, size_px) * pixel[3];
            for (size_t c = 0; c < 3; c++) {
                totals[c] += alpha * pixel[c];
            }
            totals[3] += alpha;
        }
        for (size_t c = 0; c < RGBA; c++) {
            sums[(size_t)RGBA * x + c] += (uint64_t)totals[c] * weight;
        }
    }
}

static void store_row(const uint64_t *sums, uint32_t from_px, uint32_t size_px, uint8_t *out)
{
    uint64_t area = (uint64_t)from_px * from_px;
    for (size_t x = 0; x < size_px; x++) {
        const uint64_t *sum = sums + RGBA * x;
        for (size_t c = 0; c < 3; c++) {
            out[RGBA * x + c] = sum[3] ? (uint8_t)((sum[c] + sum[3] / 2) / sum[3]) : 0;
        }
        out[RGBA * x + 3] = (uint8_t)((sum[3] + area / 2) / area);
    }
}

bool resample_area(const uint8_t *in, uint32_t from_px, uint8_t *out, uint32_t size_px,
                   size_t out_stride_bytes, unsigned threads)
{
    bool failed = false;
#pragma omp parallel num_threads(threads) reduction(|| : failed)
    {
        size_t bytes = (size_t)RGBA * size_px * sizeof(uint64_t);
        uint64_t *sums = malloc(bytes);
        failed = !sums;
#pragma omp for schedule(static)
        for (uint32_t y = 0; y < size_px; y++) {
            if (!sums) {
                continue;
            }
            memset(sums, 0, bytes);
            uint32_t last = first_source(y + 1, from_px, size_px);
            for (uint32_t s = first_source(y, from_px, size_px); s <= last && s < from_px; s++) {
                uint32_t weight = overlap(s, y, from_px, size_px);
                add_row(in + (size_t)RGBA * from_px * s, from_px, size_px, weight, sums);
            }
            store_row(sums, from_px, size_px, out + y * out_stride_bytes);
        }
        free(sums);
    }
    return !failed;
}
