/* Parts of a DXT block that decoding and averaging share; dxt.h has the formulas. */
#ifndef FORMATS_BLP_DXT_BLOCK_H
#define FORMATS_BLP_DXT_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "formats/blp/dxt.h"

enum { DXT_BLOCK_BYTES_MAX = 16 };

/* The quotient of 2^16 by 3. Products with it are exact up to 766 = 3 * 255 + 1. */
enum { DXT_THIRD = 21846 };

static inline size_t dxt_block_bytes(enum dxt_kind kind)
{
    return kind == DXT1_OPAQUE || kind == DXT1_ALPHA ? 8 : 16;
}

/*
 * Texels travel as uint32_t that hold the bytes R, G, B, A in memory order, so that a texel is one
 * store on any machine. Where `out` is a place in the image it has no alignment, hence memcpy.
 */
static inline uint32_t dxt_texel(unsigned r, unsigned g, unsigned b, unsigned a)
{
    uint8_t bytes[4] = {(uint8_t)r, (uint8_t)g, (uint8_t)b, (uint8_t)a};
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static inline void dxt_store(uint8_t *out, uint32_t value)
{
    memcpy(out, &value, sizeof value);
}

static inline uint32_t dxt_load32(const uint8_t *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/*
 * Colours are computed with three channels in one number, 21 bits for each: red in the lowest. One
 * multiplication then weighs all channels. The largest sum of a channel is below 2^20: 16 texels of
 * 255, times an alpha of 255, and half of the divisor.
 */
enum { DXT_CHANNEL_BITS = 21, DXT_CHANNEL_MASK = (1 << DXT_CHANNEL_BITS) - 1 };

/* A number in every channel. */
static inline uint64_t dxt_each(uint64_t value)
{
    return value | value << DXT_CHANNEL_BITS | value << 2 * DXT_CHANNEL_BITS;
}

/* 565 to 8 bits a channel: v << 3 | v >> 2 is v * 33 / 4, and v << 2 | v >> 4 is v * 65 / 16. */
static inline uint64_t dxt_expand(const uint8_t *color)
{
    uint64_t c = (uint64_t)(color[0] | color[1] << 8);
    uint64_t red_and_blue = c >> 11 | (c & 31) << 2 * DXT_CHANNEL_BITS;
    uint64_t green = (c >> 5 & 63) << DXT_CHANNEL_BITS;
    return (red_and_blue * (33 * 4) + green * 65) >> 4 & dxt_each(255);
}

/* The quotient by 3, rounded. A product with 683 / 2^11 is exact for sums up to 766. */
static inline uint64_t dxt_third(uint64_t near, uint64_t far)
{
    return (2 * near + far + dxt_each(1)) * 683 >> 11 & dxt_each(255);
}

/* The four colours of a block that always has four. */
static inline void dxt_four_colors(const uint8_t *block, uint64_t colors[4])
{
    colors[0] = dxt_expand(block);
    colors[1] = dxt_expand(block + 2);
    colors[2] = dxt_third(colors[0], colors[1]);
    colors[3] = dxt_third(colors[1], colors[0]);
}

static inline void dxt_fill_missing(enum dxt_kind kind, uint8_t *rgba, size_t count)
{
    uint32_t value = dxt_texel(0, 0, 0, kind == DXT1_OPAQUE ? 255 : 0);
    for (size_t i = 0; i < count; i++) {
        dxt_store(rgba + 4 * i, value);
    }
}

#endif
