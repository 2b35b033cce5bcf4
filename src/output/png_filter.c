#include "output/png_filter.h"

#include <stdlib.h>
#include <string.h>

enum { FILTERS = 5, LANES = 4 };

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

/* 16 bits are enough here, and twice as many of them fit a vector. */
static inline int16_t magnitude(int16_t value)
{
    return (int16_t)abs(value);
}

static inline int16_t minus(int16_t a, int16_t b)
{
    return (int16_t)(a - b);
}

static inline int16_t smaller(int16_t a, int16_t b)
{
    return (int16_t)(a < b ? (int)a : (int)b);
}

static inline uint8_t paeth(uint8_t left, uint8_t up, uint8_t corner)
{
    int16_t to_left = minus(up, corner);
    int16_t to_up = minus(left, corner);
    int16_t to_corner = (int16_t)(to_left + to_up);
    to_left = magnitude(to_left);
    to_up = magnitude(to_up);
    to_corner = magnitude(to_corner);
    uint8_t nearest = to_up <= to_corner ? up : corner;
    return to_left <= smaller(to_up, to_corner) ? left : nearest;
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

/* count * log2(count) in 1/4096 bit, the logarithm right to 0.001; the same on every machine. */
static uint64_t count_bits(uint32_t count)
{
    if (count < 2) {
        return 0;
    }
    /* log2(m) for a mantissa m = 1 + f is about f + 0.3437 * f * (1 - f). */
    unsigned exponent = 31U - (unsigned)__builtin_clz(count);
    uint32_t fraction = (uint32_t)(((uint64_t)count << 12 >> exponent) - 4096);
    uint32_t bend = fraction * (4096 - fraction) / 4096 * 1408 / 4096;
    return (uint64_t)count * (exponent * 4096U + fraction + bend);
}

/* Sum of count * log2(count) over the values: the larger, the less entropy. */
static uint64_t order_of(const uint8_t *bytes, size_t count)
{
    /* Neighbours are often equal: counting them in one place would wait for the last store. */
    uint32_t counts[LANES][256] = {{0}};
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        counts[0][bytes[i]]++;
        counts[1][bytes[i + 1]]++;
        counts[2][bytes[i + 2]]++;
        counts[3][bytes[i + 3]]++;
    }
    for (; i < count; i++) {
        counts[0][bytes[i]]++;
    }
    uint64_t order = 0;
    for (size_t value = 0; value < 256; value++) {
        order +=
            count_bits(counts[0][value] + counts[1][value] + counts[2][value] + counts[3][value]);
    }
    return order;
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
    uint64_t best_order = 0;
    for (unsigned i = 0; i < FILTERS; i++) {
        uint64_t order = order_of(candidates[i], row_bytes);
        if (order > best_order) {
            best = i;
            best_order = order;
        }
    }
    out[0] = (uint8_t)best;
    memcpy(out + 1, candidates[best], row_bytes);
}
