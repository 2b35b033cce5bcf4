/* What painters of textures share. Places are 0..1 across a texture, x right and y down; patterns
 * repeat at its edges. */
#ifndef DEMO_TEXTURES_PAINT_H
#define DEMO_TEXTURES_PAINT_H

#include <stdint.h>

/* A colour on the way to a texel; channels 0..255. */
struct colour {
    double red, green, blue;
};

struct colour paint_blend(struct colour a, struct colour b, double t);

/* Multiplies by `light`. */
struct colour paint_lit(struct colour a, double light);

/* Noise of `cells` cells a texture in the first octave, about -1..1. */
double paint_grain(double x, double y, int cells, int octaves, uint32_t seed);

/* Sine of `phase` turns. */
double paint_ripple(double phase);

/* Stones packed side by side: each with a face of its own shade, lit from the north-west. */
struct colour paint_stones(double x, double y, int cells, struct colour face, double joint);

/* A channel as a byte. */
uint8_t paint_byte(double value);

#endif
