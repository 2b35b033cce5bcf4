/*
 * Writes BLP2 files in every encoding that clients use for ground, with full mip chains: a header
 * of 0x94 bytes, a palette of 256 colours (in every encoding), the mip levels.
 */
#ifndef DEMO_TEXTURES_BLP_WRITE_H
#define DEMO_TEXTURES_BLP_WRITE_H

#include <stdint.h>

#include "base/buffer.h"

enum blp_layout {
    BLP_PALETTE_OPAQUE,
    BLP_PALETTE_ALPHA1,
    BLP_PALETTE_ALPHA4,
    BLP_PALETTE_ALPHA8,
    BLP_DXT1,
    BLP_DXT1_ALPHA,
    BLP_DXT3,
    BLP_DXT5,
    BLP_BGRA8,
};

/*
 * Appends a file. `rgba` holds size * size pixels, rows from the top; `size` is a power of two from
 * 4 to 1024. Errors show in buffer->failed.
 */
void blp_write(struct buffer *out, enum blp_layout kind, const uint8_t *rgba, uint32_t size);

#endif
