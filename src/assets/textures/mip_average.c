#include "assets/textures/mip_average.h"

#include <stddef.h>
#include <string.h>

enum { RGBA = 4 };

uint32_t mip_next_edge(uint32_t edge)
{
    return edge > 1 ? edge / 2 : 1;
}

/* The four texels that become one, of which some are the same where an edge of the level is 1. */
typedef const uint8_t *const texel_square[4];

/*
 * Colours weigh as much as their alpha, so that what is cut out by alpha does not bleed; where all
 * is transparent they weigh alike.
 */
static void average_by_alpha(texel_square square, uint8_t *out)
{
    uint32_t colors[3] = {0};
    uint32_t plain[3] = {0};
    uint32_t alpha = 0;
    for (size_t i = 0; i < 4; i++) {
        const uint8_t *texel = square[i];
        for (size_t c = 0; c < 3; c++) {
            colors[c] += (uint32_t)texel[c] * texel[3];
            plain[c] += texel[c];
        }
        alpha += texel[3];
    }
    for (size_t c = 0; c < 3; c++) {
        out[c] = (uint8_t)(alpha ? (colors[c] + alpha / 2) / alpha : (plain[c] + 2) / 4);
    }
    out[3] = (uint8_t)((alpha + 2) / 4);
}

/* What average_by_alpha gives where all are opaque: two channels at a time, 16 bits for each. */
static void average_opaque(texel_square square, uint8_t *out)
{
    const uint32_t lanes = 0x00ff00ff;
    uint32_t even = 0x00020002;
    uint32_t odd = 0x00020002;
    for (size_t i = 0; i < 4; i++) {
        uint32_t texel;
        memcpy(&texel, square[i], RGBA);
        even += texel & lanes;
        odd += texel >> 8 & lanes;
    }
    uint32_t average = (even >> 2 & lanes) | (odd >> 2 & lanes) << 8;
    memcpy(out, &average, RGBA);
}

void mip_average_rows(const uint8_t *north, const uint8_t *south, uint32_t width, uint8_t *out)
{
    size_t count = mip_next_edge(width);
    size_t right = width > 1 ? RGBA : 0;
    for (size_t x = 0; x < count; x++) {
        size_t left = 2 * RGBA * x;
        texel_square square = {north + left, north + left + right, south + left,
                               south + left + right};
        if ((square[0][3] & square[1][3] & square[2][3] & square[3][3]) == 255) {
            average_opaque(square, out + RGBA * x);
        } else {
            average_by_alpha(square, out + RGBA * x);
        }
    }
}
