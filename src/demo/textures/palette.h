/* Makes a palette of 256 colours by splitting boxes at their mean, and finds nearest entries. */
#ifndef DEMO_TEXTURES_PALETTE_H
#define DEMO_TEXTURES_PALETTE_H

#include <stdbool.h>
#include <stdint.h>

enum { PALETTE_COLOURS = 256 };

struct palette {
    uint8_t rgb[PALETTE_COLOURS][3];
};

/* Makes a palette for `count` pixels; alpha is ignored. False when out of memory. */
bool palette_make(struct palette *palette, const uint8_t *rgba, uint32_t count);

/* The index of the entry nearest to a colour. */
uint8_t palette_nearest(const struct palette *palette, const uint8_t rgb[3]);

#endif
