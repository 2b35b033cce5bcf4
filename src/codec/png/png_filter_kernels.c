/*
 * Compiled once per instruction set; KERNELS names the table of the variant.
 *
 * Everything is computed in bytes, so that a vector register holds as many values as possible: 16
 * with SSE2, 32 with AVX2, 64 with AVX-512. That needs forms of Paeth, average and the sum of
 * magnitudes that do not exceed 8 bits; they are explained below.
 */
#include "codec/png/png_filter_kernels.h"

#ifndef KERNELS
#define KERNELS png_filter_kernels_base
#define KERNELS_NAME "base"
#endif

extern const struct png_filter_kernels KERNELS;

enum { MAGNITUDE_MAX = 12, LANES = 32, ROUNDS = 16 /* 16 * 12: sums stay below 256 */ };

static inline uint8_t min_u8(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}

static inline uint8_t max_u8(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

static inline uint8_t difference(uint8_t a, uint8_t b)
{
    return (uint8_t)(max_u8(a, b) - min_u8(a, b));
}

/*
 * The Paeth predictor in bytes. It chooses whichever of left, up and corner is nearest to
 * p = left + up - corner. The distances are
 *
 *     |p - left|   = |up - corner|
 *     |p - up|     = |left - corner|
 *     |p - corner| = |(left - corner) + (up - corner)|
 *
 * A corner outside the range left..up is replaced by the nearer end of the range (`between`), which
 * does not change the choice. Then left - corner and up - corner have opposite signs, so that the
 * third distance is the difference of the other two, and all three fit a byte.
 */
static inline uint8_t paeth(uint8_t left, uint8_t up, uint8_t corner)
{
    uint8_t between = max_u8(min_u8(left, up), min_u8(corner, max_u8(left, up)));
    uint8_t to_left = difference(up, between);
    uint8_t to_up = difference(left, between);
    uint8_t to_corner = difference(to_left, to_up);
    uint8_t other = to_up <= to_corner ? up : between;
    return to_left <= min_u8(to_up, to_corner) ? left : other;
}

static void pack_rgb(const uint8_t *restrict rgba, size_t width, uint8_t *restrict packed)
{
    for (size_t i = 0; i < width; i++) {
        packed[3 * i] = rgba[4 * i];
        packed[3 * i + 1] = rgba[4 * i + 1];
        packed[3 * i + 2] = rgba[4 * i + 2];
    }
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
        /* floor((left + above) / 2) without a ninth bit. */
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

/* min(|byte|, 12) as a signed number: byte and -byte are both unsigned, the smaller is |byte|. */
static inline uint8_t magnitude(uint8_t byte)
{
    return min_u8(min_u8(byte, (uint8_t)-byte), MAGNITUDE_MAX);
}

/* Adds ROUNDS bytes in each 8-bit lane, in registers, then widens. */
static uint64_t weigh(const uint8_t *restrict bytes, size_t count)
{
    uint64_t weight = 0;
    for (; count >= LANES * ROUNDS; count -= LANES * ROUNDS, bytes += LANES * ROUNDS) {
        uint8_t sums[LANES];
        for (size_t i = 0; i < LANES; i++) {
            uint8_t sum = 0;
            for (size_t round = 0; round < ROUNDS; round++) {
                sum = (uint8_t)(sum + magnitude(bytes[round * LANES + i]));
            }
            sums[i] = sum;
        }
        uint32_t all = 0;
        for (size_t i = 0; i < LANES; i++) {
            all += sums[i];
        }
        weight += all;
    }
    uint32_t rest = 0;
    for (size_t i = 0; i < count; i++) {
        rest += magnitude(bytes[i]);
    }
    return weight + rest;
}

const struct png_filter_kernels KERNELS = {
    .name = KERNELS_NAME,
    .pack_rgb = pack_rgb,
    .filter = {NULL, filter_sub, filter_up, filter_average, filter_paeth},
    .weigh = weigh,
};
