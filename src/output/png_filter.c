#include "output/png_filter.h"

#include <string.h>

/* Magnitudes reach 128, so the sum of a block fits 16 bits: twice the lanes of a 32-bit sum. */
enum { FILTERS = 5, SUM_BLOCK = 256 };

void png_pack_row(const uint8_t *rgba, uint32_t width, unsigned channels, uint8_t *packed)
{
    if (channels == 4) {
        memcpy(packed, rgba, (size_t)width * 4);
        return;
    }
    /* Copies of 4 bytes at steps of 3: the next pixel overwrites the alpha of the one before. */
    for (size_t i = 0; i < width; i++) {
        memcpy(packed + 3 * i, rgba + 4 * i, 4);
    }
}

static inline uint8_t paeth(uint8_t left, uint8_t up, uint8_t corner)
{
    int16_t to_left = (int16_t)(up - corner);
    int16_t to_up = (int16_t)(left - corner);
    int16_t to_corner = (int16_t)(to_left + to_up);
    to_left = (int16_t)(to_left < 0 ? -to_left : to_left);
    to_up = (int16_t)(to_up < 0 ? -to_up : to_up);
    to_corner = (int16_t)(to_corner < 0 ? -to_corner : to_corner);
    uint8_t nearest = to_up <= to_corner ? up : corner;
    int16_t distance = to_up <= to_corner ? to_up : to_corner;
    return to_left <= distance ? left : nearest;
}

static void filter_sub(const uint8_t *restrict row, size_t row_bytes, unsigned channels,
                       uint8_t *restrict out)
{
    const uint8_t *left = row - channels;
    for (size_t i = 0; i < row_bytes; i++) {
        out[i] = (uint8_t)(row[i] - left[i]);
    }
}

static void filter_up(const uint8_t *restrict row, const uint8_t *restrict above, size_t row_bytes,
                      uint8_t *restrict out)
{
    for (size_t i = 0; i < row_bytes; i++) {
        out[i] = (uint8_t)(row[i] - above[i]);
    }
}

static void filter_average(const uint8_t *restrict row, const uint8_t *restrict above,
                           size_t row_bytes, unsigned channels, uint8_t *restrict out)
{
    const uint8_t *left = row - channels;
    for (size_t i = 0; i < row_bytes; i++) {
        out[i] = (uint8_t)(row[i] - (uint8_t)((left[i] + above[i]) >> 1));
    }
}

static void filter_paeth(const uint8_t *restrict row, const uint8_t *restrict above,
                         size_t row_bytes, unsigned channels, uint8_t *restrict out)
{
    const uint8_t *left = row - channels;
    const uint8_t *corner = above - channels;
    for (size_t i = 0; i < row_bytes; i++) {
        out[i] = (uint8_t)(row[i] - paeth(left[i], above[i], corner[i]));
    }
}

static inline uint16_t magnitude(uint8_t value)
{
    uint8_t negated = (uint8_t)-value;
    return value < negated ? value : negated;
}

static uint64_t sum_of_magnitudes(const uint8_t *bytes, size_t count)
{
    uint64_t total = 0;
    size_t i = 0;
    for (; i + SUM_BLOCK <= count; i += SUM_BLOCK) {
        uint16_t sum = 0;
        for (size_t j = 0; j < SUM_BLOCK; j++) {
            sum = (uint16_t)(sum + magnitude(bytes[i + j]));
        }
        total += sum;
    }
    for (; i < count; i++) {
        total += magnitude(bytes[i]);
    }
    return total;
}

size_t png_filter_scratch_bytes(size_t row_bytes)
{
    return (FILTERS - 1) * row_bytes;
}

void png_filter_row(const uint8_t *row, const uint8_t *above, size_t row_bytes, unsigned channels,
                    uint8_t *scratch, uint8_t *out)
{
    uint8_t *sub = scratch;
    uint8_t *up = sub + row_bytes;
    uint8_t *average = up + row_bytes;
    uint8_t *paeth_bytes = average + row_bytes;
    filter_sub(row, row_bytes, channels, sub);
    filter_up(row, above, row_bytes, up);
    filter_average(row, above, row_bytes, channels, average);
    filter_paeth(row, above, row_bytes, channels, paeth_bytes);

    const uint8_t *candidates[FILTERS] = {row, sub, up, average, paeth_bytes};
    unsigned best = 0;
    uint64_t best_sum = UINT64_MAX;
    for (unsigned i = 0; i < FILTERS; i++) {
        uint64_t sum = sum_of_magnitudes(candidates[i], row_bytes);
        if (sum < best_sum) {
            best = i;
            best_sum = sum;
        }
    }
    out[0] = (uint8_t)best;
    memcpy(out + 1, candidates[best], row_bytes);
}
