/*
 * Heights as colours, in the encoding that web maps call Terrarium: red * 256 + green + blue / 256
 * - 32768, here in yards. Readers take all pixels for heights: where there is none the height is
 * exactly 0, which is that of most seas, and heights that would round to it are 1/256 yard.
 */
#ifndef RENDER_LAYERS_TERRARIUM_H
#define RENDER_LAYERS_TERRARIUM_H

#include <stdint.h>

enum { TERRARIUM_NOTHING = 0x800000, TERRARIUM_TOP = 0xffffff };

static inline uint32_t terrarium_read(const uint8_t *rgba)
{
    return (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
}

static inline void terrarium_write(uint32_t code, uint8_t *rgba)
{
    rgba[0] = (uint8_t)(code >> 16);
    rgba[1] = (uint8_t)(code >> 8);
    rgba[2] = (uint8_t)code;
    rgba[3] = UINT8_MAX;
}

/* The code of a height, clamped to what there are codes for. */
static inline uint32_t terrarium_of(double z_yd)
{
    double value = (z_yd + 32768.0) * 256.0 + 0.5;
    value = value > 0.0 ? value : 0.0;
    uint32_t code = value < TERRARIUM_TOP ? (uint32_t)value : TERRARIUM_TOP;
    return code == TERRARIUM_NOTHING ? TERRARIUM_NOTHING + 1 : code;
}

#endif
