/*
 * The alphas of a DXT block in the 16 bytes of one vector, rows from the top.
 *
 * A DXT5 alpha is an index of 3 bits into a row of steps from a0 to a1. The row is not made: an
 * index gives the number of its step, 0 to 7 or 0 to 5, and the step is interpolated for 16
 * texels together. Quotients by 7 and 5 are products with 9363 / 2^16 and 13108 / 2^16, which are
 * exact up to 1788 = 7 * 255 + 3 and 1277 = 5 * 255 + 2.
 */
#ifndef FORMATS_BLP_DXT_ALPHAS_H
#define FORMATS_BLP_DXT_ALPHAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/lanes.h"
#include "formats/blp/dxt.h"
#include "formats/blp/dxt_block.h"

/* Each three bits of 48 become the low bits of a byte. */
static inline lanes_i8 dxt_spread_triples(uint64_t triples)
{
    lanes_u64 quads = {triples & 0xffffff, triples >> 24};
    quads = (quads | quads << 20) & 0x00000fff00000fff;
    quads = (quads | quads << 10) & 0x003f003f003f003f;
    return (lanes_i8)lanes_quads_le((quads | quads << 5) & 0x0707070707070707);
}

static inline lanes_i8 dxt3_alphas(const uint8_t *block)
{
    lanes_u64 quads = {dxt_load32(block), dxt_load32(block + 4)};
    quads = (quads | quads << 16) & 0x0000ffff0000ffff;
    quads = (quads | quads << 8) & 0x00ff00ff00ff00ff;
    quads = (quads | quads << 4) & 0x0f0f0f0f0f0f0f0f;
    return (lanes_i8)lanes_quads_le(quads | quads << 4);
}

/* ((last - i) * a0 + i * a1) / last, rounded, for each step i; `reciprocal` is 2^16 / last. */
static inline lanes_i8 dxt_interpolate_alphas(lanes_i8 steps, unsigned a0, unsigned a1,
                                              unsigned last, uint16_t reciprocal)
{
    lanes_u16 pairs = (lanes_u16)steps;
    uint16_t slope = (uint16_t)(a1 - a0);
    uint16_t first = (uint16_t)(last * a0 + last / 2);
    lanes_u16 even =
        lanes_multiply_high((pairs & 0xff) * slope + first, lanes_splat_words(reciprocal));
    lanes_u16 odd =
        lanes_multiply_high((pairs >> 8) * slope + first, lanes_splat_words(reciprocal));
    return (lanes_i8)(even | odd << 8);
}

/* Index 0 is the first step, 1 the last, and the others lie between. Without the two that are
 * constants there are six. */
static inline lanes_i8 dxt5_alphas(const uint8_t *block)
{
    unsigned a0 = block[0];
    unsigned a1 = block[1];
    lanes_i8 indices =
        dxt_spread_triples((dxt_load32(block) | (uint64_t)dxt_load32(block + 4) << 32) >> 16);
    lanes_i8 steps = indices - 1 - (indices == 0);
    lanes_i8 is_last = indices == 1;
    if (a0 > a1) {
        return dxt_interpolate_alphas(steps | (is_last & 7), a0, a1, 7, 9363);
    }
    lanes_i8 is_constant = indices > 5;
    lanes_i8 between =
        dxt_interpolate_alphas((steps | (is_last & 5)) & ~is_constant, a0, a1, 5, 13108);
    return (between & ~is_constant) | (indices == 7);
}

static inline lanes_i8 dxt_alphas(enum dxt_kind kind, const uint8_t *block)
{
    return kind == DXT3 ? dxt3_alphas(block) : dxt5_alphas(block);
}

/* Whether all texels of a block have the first one's alpha, by the bytes that encoders write. */
static inline bool dxt_alpha_is_even(enum dxt_kind kind, const uint8_t *block)
{
    uint32_t first = dxt_load32(block);
    uint32_t last = dxt_load32(block + 4);
    return kind == DXT3 ? (first & last) == UINT32_MAX : first >> 16 == 0 && last == 0;
}

#endif
