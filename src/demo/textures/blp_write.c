#include "demo/textures/blp_write.h"

#include <stdlib.h>
#include <string.h>

#include "demo/textures/dxt_write.h"
#include "demo/textures/palette.h"

enum {
    MIP_COUNT = 16,
    OFFSETS_AT = 0x14,
    SIZES_AT = 0x54,
    ENCODING_PALETTE = 1,
    ENCODING_DXT = 2,
    ENCODING_BGRA8 = 3,
    FORMAT_DXT1 = 0,
    FORMAT_DXT3 = 1,
    FORMAT_ARGB8888 = 2,
    FORMAT_DXT5 = 7,
    FORMAT_UNSPECIFIED = 8,
};

struct layout {
    uint8_t encoding, alpha_bits, format;
};

static const struct layout layouts[] = {
    [BLP_PALETTE_OPAQUE] = {ENCODING_PALETTE, 0, FORMAT_UNSPECIFIED},
    [BLP_PALETTE_ALPHA1] = {ENCODING_PALETTE, 1, FORMAT_UNSPECIFIED},
    [BLP_PALETTE_ALPHA4] = {ENCODING_PALETTE, 4, FORMAT_UNSPECIFIED},
    [BLP_PALETTE_ALPHA8] = {ENCODING_PALETTE, 8, FORMAT_UNSPECIFIED},
    [BLP_DXT1] = {ENCODING_DXT, 0, FORMAT_DXT1},
    [BLP_DXT1_ALPHA] = {ENCODING_DXT, 1, FORMAT_DXT1},
    [BLP_DXT3] = {ENCODING_DXT, 8, FORMAT_DXT3},
    [BLP_DXT5] = {ENCODING_DXT, 8, FORMAT_DXT5},
    [BLP_BGRA8] = {ENCODING_BGRA8, 8, FORMAT_ARGB8888},
};

/* Copies the 4 x 4 pixels of a block. A smaller mip level is repeated. */
static void block_pixels(const uint8_t *rgba, uint32_t size, uint32_t x, uint32_t y,
                         uint8_t pixels[64])
{
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t column = (x + i % 4) % size;
        uint32_t row = (y + i / 4) % size;
        memcpy(pixels + 4 * i, rgba + 4 * ((size_t)row * size + column), 4);
    }
}

static void write_blocks(struct buffer *buffer, enum blp_kind kind, const uint8_t *rgba,
                         uint32_t size)
{
    for (uint32_t y = 0; y < size; y += 4) {
        for (uint32_t x = 0; x < size; x += 4) {
            uint8_t pixels[64];
            uint8_t block[8];
            block_pixels(rgba, size, x, y, pixels);
            if (kind == BLP_DXT3) {
                dxt3_alpha_block(pixels, block);
                buffer_append(buffer, block, sizeof block);
            } else if (kind == BLP_DXT5) {
                dxt5_alpha_block(pixels, block);
                buffer_append(buffer, block, sizeof block);
            }
            if (kind == BLP_DXT1_ALPHA) {
                dxt_keyed_block(pixels, block);
            } else {
                dxt_colour_block(pixels, block);
            }
            buffer_append(buffer, block, sizeof block);
        }
    }
}

/* Appends alpha with `bits` bits a pixel, the first pixel in the lowest bits. */
static void write_alpha(struct buffer *buffer, const uint8_t *rgba, uint32_t pixels, uint32_t bits)
{
    uint32_t most = (1u << bits) - 1u;
    uint32_t packed = 0;
    uint32_t filled = 0;
    for (uint32_t i = 0; i < pixels; i++) {
        packed |= (rgba[4 * i + 3] * most + 127u) / 255u << filled;
        filled += bits;
        if (filled == 8 || i + 1 == pixels) {
            buffer_u8(buffer, (uint8_t)packed);
            packed = 0;
            filled = 0;
        }
    }
}

static void write_indexed(struct buffer *buffer, const struct palette *palette, const uint8_t *rgba,
                          uint32_t pixels, uint32_t alpha_bits)
{
    for (uint32_t i = 0; i < pixels; i++) {
        buffer_u8(buffer, palette_nearest(palette, rgba + 4 * i));
    }
    if (alpha_bits) {
        write_alpha(buffer, rgba, pixels, alpha_bits);
    }
}

static void write_bgra(struct buffer *buffer, const uint8_t *rgba, uint32_t pixels)
{
    for (uint32_t i = 0; i < pixels; i++) {
        const uint8_t *pixel = rgba + 4 * i;
        uint8_t bgra[4] = {pixel[2], pixel[1], pixel[0], pixel[3]};
        buffer_append(buffer, bgra, sizeof bgra);
    }
}

/* Halves a picture in place: each pixel becomes the mean of four. */
static void halve(uint8_t *rgba, uint32_t size)
{
    uint32_t half = size / 2;
    for (uint32_t y = 0; y < half; y++) {
        for (uint32_t x = 0; x < half; x++) {
            const uint8_t *from = rgba + 4 * ((size_t)2 * y * size + 2 * x);
            uint8_t *to = rgba + 4 * ((size_t)y * half + x);
            for (uint32_t c = 0; c < 4; c++) {
                int sum = from[c] + from[4 + c] + from[4 * size + c] + from[4 * size + 4 + c];
                to[c] = (uint8_t)((sum + 2) / 4);
            }
        }
    }
}

static void put_u32(struct buffer *buffer, size_t at, size_t value)
{
    for (size_t k = 0; k < 4 && !buffer->failed; k++) {
        buffer->data[at + k] = (uint8_t)(value >> 8 * k);
    }
}

static void write_header(struct buffer *buffer, const struct layout *layout, uint32_t size,
                         const struct palette *palette)
{
    buffer_append(buffer, "BLP2", 4);
    buffer_u32le(buffer, 1);
    buffer_u8(buffer, layout->encoding);
    buffer_u8(buffer, layout->alpha_bits);
    buffer_u8(buffer, layout->format);
    buffer_u8(buffer, 1);
    buffer_u32le(buffer, size);
    buffer_u32le(buffer, size);
    for (int k = 0; k < 2 * MIP_COUNT; k++) {
        buffer_u32le(buffer, 0);
    }
    for (int k = 0; k < PALETTE_COLOURS; k++) {
        const uint8_t *rgb = palette->rgb[k];
        uint8_t bgrx[4] = {rgb[2], rgb[1], rgb[0], 0};
        buffer_append(buffer, bgrx, sizeof bgrx);
    }
}

static void write_mips(struct buffer *buffer, enum blp_kind kind, const struct palette *palette,
                       uint8_t *rgba, uint32_t size, size_t start)
{
    const struct layout *layout = &layouts[kind];
    for (size_t mip = 0; size > 0; mip++, size /= 2) {
        size_t begin = buffer->size;
        if (layout->encoding == ENCODING_DXT) {
            write_blocks(buffer, kind, rgba, size);
        } else if (layout->encoding == ENCODING_PALETTE) {
            write_indexed(buffer, palette, rgba, size * size, layout->alpha_bits);
        } else {
            write_bgra(buffer, rgba, size * size);
        }
        put_u32(buffer, start + OFFSETS_AT + 4 * mip, begin - start);
        put_u32(buffer, start + SIZES_AT + 4 * mip, buffer->size - begin);
        halve(rgba, size);
    }
}

void blp_write(struct buffer *buffer, enum blp_kind kind, const uint8_t *rgba, uint32_t size)
{
    struct palette palette = {0};
    size_t bytes = (size_t)size * size * 4;
    uint8_t *copy = malloc(bytes);
    bool ready = copy != NULL;
    if (ready && layouts[kind].encoding == ENCODING_PALETTE) {
        ready = palette_make(&palette, rgba, size * size);
    }
    if (ready) {
        memcpy(copy, rgba, bytes);
        size_t start = buffer->size;
        write_header(buffer, &layouts[kind], size, &palette);
        write_mips(buffer, kind, &palette, copy, size, start);
    } else {
        buffer->failed = true;
    }
    free(copy);
}
