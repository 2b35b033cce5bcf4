#include "codec/bc1.h"

#include <stdbool.h>
#include <string.h>

#define STB_DXT_STATIC
#define STB_DXT_IMPLEMENTATION
#include <stb/stb_dxt.h>

enum { EDGE = 4, BLOCK_BYTES = 8 };

static uint32_t blocks_on(uint32_t pixels)
{
    return (pixels + EDGE - 1) / EDGE;
}

size_t bc1_bytes(uint32_t width, uint32_t height)
{
    return (size_t)blocks_on(width) * blocks_on(height) * BLOCK_BYTES;
}

static uint32_t at_most(uint32_t value, uint32_t most)
{
    return value < most ? value : most;
}

/* The pixels of a block, opaque. */
static void take_block(const uint8_t *rgba, uint32_t width, uint32_t height, uint32_t left,
                       uint32_t top, uint8_t pixels[EDGE * EDGE * 4])
{
    for (uint32_t i = 0; i < EDGE * EDGE; i++) {
        uint32_t x = at_most(left + i % EDGE, width - 1);
        uint32_t y = at_most(top + i / EDGE, height - 1);
        memcpy(pixels + (size_t)4 * i, rgba + 4 * ((size_t)y * width + x), 4);
        pixels[4 * i + 3] = 255;
    }
}

void bc1_encode(const uint8_t *rgba, uint32_t width, uint32_t height, uint8_t *blocks)
{
    uint32_t columns = blocks_on(width);
    for (uint32_t i = 0; i < columns * blocks_on(height); i++) {
        uint8_t pixels[EDGE * EDGE * 4];
        take_block(rgba, width, height, i % columns * EDGE, i / columns * EDGE, pixels);
        stb_compress_dxt_block(blocks + (size_t)i * BLOCK_BYTES, pixels, false, STB_DXT_HIGHQUAL);
    }
}
