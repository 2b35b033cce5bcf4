/* Helpers of the texture painters. Coordinates are 0..1 across a texture, x right and y down; all
 * patterns are tileable. */
#ifndef DEMO_TEXTURES_PAINT_H
#define DEMO_TEXTURES_PAINT_H

#include <stdint.h>

/* A colour; channels 0..255. */
struct colour {
    double red, green, blue;
};

/* The colour 0xRRGGBB. */
struct colour paint_rgb(uint32_t rgb);

/* Interpolates from a (t = 0) to b (t = 1). */
struct colour paint_blend(struct colour a, struct colour b, double t);

/* Multiplies by `light`. */
struct colour paint_lit(struct colour a, double light);

/* Noise of `cells` cells a texture in the first octave, about -1..1. */
double paint_grain(double x, double y, int cells, int octaves, uint32_t seed);

/* Sine of `phase` full turns. */
double paint_ripple(double phase);

/* Packed stones of different shades, lit from the north-west; `joint` is the width of the joints.
 */
struct colour paint_stones(double x, double y, int cells, struct colour face, double joint);

/*
 * Evens out what is larger than 1/8 of a picture of size x size pixels, red, green, blue, alpha.
 * Such patches would repeat as a weave where a picture lies on the ground hundreds of times.
 */
void paint_flatten(uint8_t *rgba, int32_t size);

/* A channel rounded and clamped to a byte. */
uint8_t paint_byte(double value);

#endif
