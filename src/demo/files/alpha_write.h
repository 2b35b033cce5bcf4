/* Encodes the alpha and shadow maps of a chunk. */
#ifndef DEMO_FILES_ALPHA_WRITE_H
#define DEMO_FILES_ALPHA_WRITE_H

#include "base/buffer.h"
#include "demo/files/era.h"

/* Appends 2048 bytes: two texels a byte, the left one in the low half. */
void alpha_write_4bit(struct buffer *buffer, const uint8_t alpha[CHUNK_TEXELS],
                      enum alpha_map_size map_size);

/* Appends the run-length code: runs (0x80 | count, value) and copies (count, values) that do not
 * cross the end of a row. */
void alpha_write_rle(struct buffer *buffer, const uint8_t alpha[CHUNK_TEXELS]);

/* Appends 512 bytes: one bit a texel, the leftmost in the lowest bit. */
void shadow_write(struct buffer *buffer, const bool shadow[CHUNK_TEXELS],
                  enum alpha_map_size map_size);

/*
 * Converts covers, for clients that blend layers one after the other, to weights, for clients that
 * add all layers in one step. The weights of layers 1 and up sum to at most 255.
 */
void alpha_shares(const struct ground_chunk *chunk, uint8_t shares[GROUND_LAYERS][CHUNK_TEXELS]);

#endif
