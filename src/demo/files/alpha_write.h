/* Alpha and shadow maps of a chunk in the forms that files hold. */
#ifndef DEMO_FILES_ALPHA_WRITE_H
#define DEMO_FILES_ALPHA_WRITE_H

#include "base/buffer.h"
#include "demo/world/ground.h"

/* How the last row and column of 4-bit and shadow maps are to be read (MCNK flag 0x8000). */
enum map_edge {
    EDGE_KEPT,     /* 64 x 64 texels */
    EDGE_REPEATED, /* 63 x 63 texels; the last row and column hold bytes that mean nothing */
};

/* 2048 bytes, the left of two texels in the low half. */
void alpha_write_4bit(struct buffer *buffer, const uint8_t alpha[CHUNK_TEXELS], enum map_edge edge);

/* 4096 bytes. */
void alpha_write_8bit(struct buffer *buffer, const uint8_t alpha[CHUNK_TEXELS]);

/* Runs (0x80 | count, value) and copies (count, values), none across the end of a row. */
void alpha_write_runs(struct buffer *buffer, const uint8_t alpha[CHUNK_TEXELS]);

/* 512 bytes, one bit a texel, the left one lowest. */
void shadow_write(struct buffer *buffer, const bool shadow[CHUNK_TEXELS], enum map_edge edge);

/*
 * Covers of layers that lie over one another, as shares of the whole: what clients want that add
 * layers up in one step. Shares of layers 1 and up sum to 255 at most.
 */
void alpha_shares(const struct ground_chunk *chunk, uint8_t shares[GROUND_LAYERS][CHUNK_TEXELS]);

#endif
