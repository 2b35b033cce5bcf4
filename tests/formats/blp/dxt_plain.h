/* A DXT block decoded texel by texel, by the formulas of src/formats/blp/dxt.h. */
#ifndef TESTS_FORMATS_BLP_DXT_PLAIN_H
#define TESTS_FORMATS_BLP_DXT_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/blp/dxt.h"

/* Channel `c` of a 565 colour. */
static inline unsigned dxt_plain_channel(const uint8_t *color, unsigned c)
{
    static const unsigned shifts[3] = {11, 5, 0};
    static const unsigned bits[3] = {5, 6, 5};
    unsigned value = (unsigned)(color[0] | color[1] << 8) >> shifts[c] & ((1U << bits[c]) - 1);
    return value << (8 - bits[c]) | value >> (2 * bits[c] - 8);
}

static inline unsigned dxt_plain_color(const uint8_t *colors, bool is_three, unsigned index,
                                       unsigned c)
{
    unsigned c0 = dxt_plain_channel(colors, c);
    unsigned c1 = dxt_plain_channel(colors + 2, c);
    switch (index) {
    case 0:
        return c0;
    case 1:
        return c1;
    case 2:
        return is_three ? (c0 + c1 + 1) / 2 : (2 * c0 + c1 + 1) / 3;
    default:
        return is_three ? 0 : (c0 + 2 * c1 + 1) / 3;
    }
}

static inline unsigned dxt_plain_alpha5(const uint8_t *block, unsigned texel)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < 6; i++) {
        bits |= (uint64_t)block[2 + i] << 8 * i;
    }
    unsigned index = bits >> 3 * texel & 7;
    unsigned a0 = block[0];
    unsigned a1 = block[1];
    if (index < 2) {
        return index ? a1 : a0;
    }
    unsigned i = index - 1;
    if (a0 > a1) {
        return ((7 - i) * a0 + i * a1 + 3) / 7;
    }
    return i < 5 ? ((5 - i) * a0 + i * a1 + 2) / 5 : (index - 6) * 255;
}

/* 16 texels R, G, B, A. */
static inline void dxt_plain_block(enum dxt_kind kind, const uint8_t *block, uint8_t rgba[64])
{
    bool is_dxt1 = kind == DXT1_OPAQUE || kind == DXT1_ALPHA;
    const uint8_t *colors = is_dxt1 ? block : block + 8;
    bool is_three = is_dxt1 && (colors[0] | colors[1] << 8) <= (colors[2] | colors[3] << 8);
    for (unsigned i = 0; i < 16; i++) {
        unsigned index = colors[4 + i / 4] >> i % 4 * 2 & 3;
        unsigned alpha = kind == DXT1_ALPHA && is_three && index == 3 ? 0 : 255;
        if (kind == DXT3) {
            alpha = (block[i / 2] >> i % 2 * 4 & 15) * 17U;
        } else if (kind == DXT5) {
            alpha = dxt_plain_alpha5(block, i);
        }
        for (unsigned c = 0; c < 3; c++) {
            rgba[4 * i + c] = (uint8_t)dxt_plain_color(colors, is_three, index, c);
        }
        rgba[4 * i + 3] = (uint8_t)alpha;
    }
}

#endif
