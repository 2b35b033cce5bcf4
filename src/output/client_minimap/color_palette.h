/* The 256 colours that stand for all colours of a picture, by median cut. */
#ifndef OUTPUT_CLIENT_MINIMAP_COLOR_PALETTE_H
#define OUTPUT_CLIENT_MINIMAP_COLOR_PALETTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PALETTE_COLORS = 256 };

/* As BLP files store it: blue, green, red, 0. */
struct color_palette {
    uint8_t bgr[PALETTE_COLORS][4];
};

/* Chooses the colours of `count` RGBA pixels, 1 or more. False when out of memory. */
bool color_palette_make(const uint8_t *rgba, size_t count, struct color_palette *palette);

/* The index of the nearest colour for each pixel; of equally near ones the first. */
void color_palette_map(const struct color_palette *palette, const uint8_t *rgba, size_t count,
                       uint8_t *indices);

#endif
