/* Block compression of 4 x 4 pixels for BLP textures: DXT1, DXT3, DXT5. */
#ifndef DEMO_TEXTURES_DXT_WRITE_H
#define DEMO_TEXTURES_DXT_WRITE_H

#include <stdint.h>

/* Encodes 16 pixels (red, green, blue, alpha, rows from the top) as a four-colour block. */
void dxt_colour_block(const uint8_t rgba[64], uint8_t block[8]);

/* As dxt_colour_block, but three-colour: pixels with alpha below 128 are transparent. */
void dxt_keyed_block(const uint8_t rgba[64], uint8_t block[8]);

/* Encode the alpha half of DXT3 (16 nibbles) and DXT5 (two endpoints, 16 indices of 3 bits). */
void dxt3_alpha_block(const uint8_t rgba[64], uint8_t block[8]);
void dxt5_alpha_block(const uint8_t rgba[64], uint8_t block[8]);

#endif
