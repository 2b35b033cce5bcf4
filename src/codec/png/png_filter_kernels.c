/* See png_filter_kernels.h. Built once a variant, with KERNELS naming the table. */
#include "codec/png/png_filter_kernels.h"

#ifndef KERNELS
#define KERNELS png_filter_kernels_base
#define KERNELS_NAME "base"
#endif

extern const struct png_filter_kernels KERNELS;

enum { MAGNITUDE_MAX = 16, LANES = 32, ROUNDS = 15 /* of LANES bytes, before a sum overflows */ };

static inline uint8_t smaller(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}

static inline uint8_t larger(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

static inline uint8_t difference(uint8_t a, uint8_t b)
{
    return (uint8_t)(larger(a, b) - smaller(a, b));
}

/*
 * A corner outside of left..up leads to the one of both that is further from it, and so does the
 * end of left..up that the corner lies beyond. Moved there, no difference leaves a byte.
 */
static inline uint8_t paeth(uint8_t left, uint8_t up, uint8_t corner)
{
    uint8_t between = larger(smaller(left, up), smaller(corner, larger(left, up)));
    uint8_t to_left = difference(up, between);
    uint8_t to_up = difference(left, between);
    uint8_t to_corner = difference(to_left, to_up);
    uint8_t other = to_up <= to_corner ? up : between;
    return to_left <= smaller(to_up, to_corner) ? left : other;
}

static void filter_sub(const struct png_filter_row *in, uint8_t *restrict out)
{
    const uint8_t *restrict row = in->row;
    const uint8_t *restrict left = in->row - in->pixel_bytes;
    size_t bytes = in->bytes;
    for (size_t i = 0; i < bytes; i++) {
        out[i] = (uint8_t)(row[i] - left[i]);
    }
}

static void filter_up(const struct png_filter_row *in, uint8_t *restrict out)
{
    const uint8_t *restrict row = in->row;
    const uint8_t *restrict above = in->above;
    size_t bytes = in->bytes;
    for (size_t i = 0; i < bytes; i++) {
        out[i] = (uint8_t)(row[i] - above[i]);
    }
}

static void filter_average(const struct png_filter_row *in, uint8_t *restrict out)
{
    const uint8_t *restrict row = in->row;
    const uint8_t *restrict above = in->above;
    const uint8_t *restrict left = in->row - in->pixel_bytes;
    size_t bytes = in->bytes;
    for (size_t i = 0; i < bytes; i++) {
        uint8_t half = (uint8_t)((left[i] & above[i]) + ((uint8_t)(left[i] ^ above[i]) >> 1));
        out[i] = (uint8_t)(row[i] - half);
    }
}

static void filter_paeth(const struct png_filter_row *in, uint8_t *restrict out)
{
    const uint8_t *restrict row = in->row;
    const uint8_t *restrict above = in->above;
    const uint8_t *restrict left = in->row - in->pixel_bytes;
    const uint8_t *restrict corner = in->above - in->pixel_bytes;
    size_t bytes = in->bytes;
    for (size_t i = 0; i < bytes; i++) {
        out[i] = (uint8_t)(row[i] - paeth(left[i], above[i], corner[i]));
    }
}

static inline uint8_t magnitude(uint8_t byte)
{
    return smaller(smaller(byte, (uint8_t)-byte), MAGNITUDE_MAX);
}

static uint64_t weigh(const uint8_t *restrict bytes, size_t count)
{
    uint64_t weight = 0;
    while (count >= LANES) {
        uint8_t sums[LANES] = {0};
        for (int round = 0; round < ROUNDS && count >= LANES; round++) {
            for (size_t i = 0; i < LANES; i++) {
                sums[i] = (uint8_t)(sums[i] + magnitude(bytes[i]));
            }
            bytes += LANES;
            count -= LANES;
        }
        for (size_t i = 0; i < LANES; i++) {
            weight += sums[i];
        }
    }
    for (size_t i = 0; i < count; i++) {
        weight += magnitude(bytes[i]);
    }
    return weight;
}

const struct png_filter_kernels KERNELS = {
    .name = KERNELS_NAME,
    .filter = {NULL, filter_sub, filter_up, filter_average, filter_paeth},
    .weigh = weigh,
};
