/* Values of pixels. */
#ifndef BASE_PIXEL_H
#define BASE_PIXEL_H

#include <stdint.h>

/* A share: what is outside 0..1 is the nearer end, no number is 0. */
static inline float clamp01(float x)
{
    x = x > 0.0F ? x : 0.0F;
    return x < 1.0F ? x : 1.0F;
}

/* A product of two bytes, of which 255 stands for 1, as a byte: / 255, rounded. A sum of products
 * must be at most 255 * 255, too. */
static inline uint32_t byte_scale(uint32_t product)
{
    return (product + 128 + ((product + 128) >> 8)) >> 8;
}

/*
 * Each of four bytes is the mean of those of the four pixels, rounded: bytes 0 and 2, then 1 and 3,
 * 16 bits for each. Compilers make vectors of it.
 */
static inline uint32_t pixel_average(uint32_t nw, uint32_t ne, uint32_t sw, uint32_t se)
{
    const uint32_t lanes = 0x00ff00ff;
    uint32_t even = (nw & lanes) + (ne & lanes) + (sw & lanes) + (se & lanes) + 0x00020002;
    uint32_t odd =
        (nw >> 8 & lanes) + (ne >> 8 & lanes) + (sw >> 8 & lanes) + (se >> 8 & lanes) + 0x00020002;
    return (even >> 2 & lanes) | (odd >> 2 & lanes) << 8;
}

#endif
