/* BC1, which is DXT1: blocks of 4x4 pixels in 8 bytes, two colours of 565 and 2 bits a pixel. */
#ifndef CODEC_BC1_H
#define CODEC_BC1_H

#include <stddef.h>
#include <stdint.h>

/* The size of an encoded picture, in bytes. */
size_t bc1_bytes(uint32_t width, uint32_t height);

/*
 * Encodes RGBA pixels, rows without gaps; alpha is ignored, and every pixel is opaque. Blocks go
 * row by row; one that reaches over an edge repeats the last pixel. `blocks` has bc1_bytes.
 */
void bc1_encode(const uint8_t *rgba, uint32_t width, uint32_t height, uint8_t *blocks);

/* The same, but pixels whose alpha is below 128 are transparent. */
void bc1_encode_keyed(const uint8_t *rgba, uint32_t width, uint32_t height, uint8_t *blocks);

#endif
