/* A palette of 256 colours for a picture, by median cut, and the nearest entry of a colour. */
#ifndef DEMO_TEXTURES_PALETTE_H
#define DEMO_TEXTURES_PALETTE_H

#include <stdbool.h>
#include <stdint.h>

enum { PALETTE_COLOURS = 256 };

struct palette {
    uint8_t rgb[PALETTE_COLOURS][3];
};

/* False when out of memory. `rgba` holds `count` pixels; alpha does not matter. */
bool palette_make(struct palette *palette, const uint8_t *rgba, uint32_t count);

uint8_t palette_nearest(const struct palette *palette, const uint8_t rgb[3]);

#endif
