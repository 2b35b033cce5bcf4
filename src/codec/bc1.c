/*
 * stb_dxt makes the blocks. Two things are added: edges of pictures whose size is no multiple of 4
 * repeat their last pixel, and blocks with transparent pixels, which the library does not write.
 */
#include "codec/bc1.h"

#include <stdbool.h>
#include <string.h>

#define STB_DXT_STATIC
#define STB_DXT_IMPLEMENTATION
#include <stb/stb_dxt.h>

enum { EDGE = 4, BLOCK_BYTES = 8, ALPHA_MIN = 128 };

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

static void take_block(const uint8_t *rgba, uint32_t width, uint32_t height, uint32_t left,
                       uint32_t top, uint8_t pixels[EDGE * EDGE * 4])
{
    for (uint32_t i = 0; i < EDGE * EDGE; i++) {
        uint32_t x = at_most(left + i % EDGE, width - 1);
        uint32_t y = at_most(top + i / EDGE, height - 1);
        memcpy(pixels + (size_t)4 * i, rgba + 4 * ((size_t)y * width + x), 4);
    }
}

static void encode_opaque(uint8_t pixels[EDGE * EDGE * 4], uint8_t *block)
{
    for (size_t i = 0; i < EDGE * EDGE; i++) {
        pixels[4 * i + 3] = 255;
    }
    stb_compress_dxt_block(block, pixels, false, STB_DXT_HIGHQUAL);
}

static bool is_clear(const uint8_t *pixel)
{
    return pixel[3] < ALPHA_MIN;
}

/* Gives transparent pixels the colour of the first opaque one, so that they do not draw the two
 * colours of the block away from those that are seen. Returns how many are transparent. */
static unsigned fill_clear(const uint8_t in[EDGE * EDGE * 4], uint8_t out[EDGE * EDGE * 4])
{
    unsigned count = 0;
    const uint8_t *seen = in;
    for (size_t i = EDGE * EDGE; i-- > 0;) {
        seen = is_clear(in + 4 * i) ? seen : in + 4 * i;
    }
    for (size_t i = 0; i < EDGE * EDGE; i++) {
        bool clear = is_clear(in + 4 * i);
        memcpy(out + 4 * i, clear ? seen : in + 4 * i, 4);
        count += clear;
    }
    return count;
}

/* The three colours of a block with transparent pixels: its two, and their average. */
static void unpack_colors(unsigned low, unsigned high, int colors[3][3])
{
    const unsigned packed[] = {low, high};
    for (size_t i = 0; i < 2; i++) {
        int red = (int)(packed[i] >> 11);
        int green = (int)(packed[i] >> 5 & 63);
        int blue = (int)(packed[i] & 31);
        colors[i][0] = red << 3 | red >> 2;
        colors[i][1] = green << 2 | green >> 4;
        colors[i][2] = blue << 3 | blue >> 2;
    }
    for (size_t k = 0; k < 3; k++) {
        colors[2][k] = (colors[0][k] + colors[1][k]) / 2;
    }
}

static uint32_t nearest_color(const uint8_t *pixel, int colors[3][3])
{
    uint32_t nearest = 0;
    int least = 0;
    for (uint32_t i = 0; i < 3; i++) {
        int sum = 0;
        for (size_t k = 0; k < 3; k++) {
            int difference = pixel[k] - colors[i][k];
            sum += difference * difference;
        }
        if (i == 0 || sum < least) {
            least = sum;
            nearest = i;
        }
    }
    return nearest;
}

/*
 * A block whose first colour is not above the second has three colours, and index 3 is transparent.
 * The two colours are those of the block without transparent pixels.
 */
static void encode_keyed(uint8_t pixels[EDGE * EDGE * 4], uint8_t *block)
{
    uint8_t filled[EDGE * EDGE * 4];
    int colors[3][3];
    uint32_t indices = 0;
    bool is_keyed = fill_clear(pixels, filled) > 0;
    encode_opaque(filled, block);
    if (!is_keyed) {
        return;
    }
    unsigned first = block[0] | (unsigned)block[1] << 8;
    unsigned second = block[2] | (unsigned)block[3] << 8;
    unsigned low = first < second ? first : second;
    unsigned high = first < second ? second : first;
    unpack_colors(low, high, colors);
    for (uint32_t i = 0; i < EDGE * EDGE; i++) {
        const uint8_t *pixel = pixels + (size_t)4 * i;
        indices |= (is_clear(pixel) ? 3U : nearest_color(pixel, colors)) << 2 * i;
    }
    const uint8_t bytes[BLOCK_BYTES] = {(uint8_t)low,
                                        (uint8_t)(low >> 8),
                                        (uint8_t)high,
                                        (uint8_t)(high >> 8),
                                        (uint8_t)indices,
                                        (uint8_t)(indices >> 8),
                                        (uint8_t)(indices >> 16),
                                        (uint8_t)(indices >> 24)};
    memcpy(block, bytes, sizeof bytes);
}

static void encode(const uint8_t *rgba, uint32_t width, uint32_t height,
                   void (*encode_block)(uint8_t pixels[EDGE * EDGE * 4], uint8_t *block),
                   uint8_t *blocks)
{
    uint32_t columns = blocks_on(width);
    for (uint32_t i = 0; i < columns * blocks_on(height); i++) {
        uint8_t pixels[EDGE * EDGE * 4];
        take_block(rgba, width, height, i % columns * EDGE, i / columns * EDGE, pixels);
        encode_block(pixels, blocks + (size_t)i * BLOCK_BYTES);
    }
}

void bc1_encode(const uint8_t *rgba, uint32_t width, uint32_t height, uint8_t *blocks)
{
    encode(rgba, width, height, encode_opaque, blocks);
}

void bc1_encode_keyed(const uint8_t *rgba, uint32_t width, uint32_t height, uint8_t *blocks)
{
    encode(rgba, width, height, encode_keyed, blocks);
}
