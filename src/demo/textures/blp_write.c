/*
 * Three encodings. A palette is made from the picture's own colours: its pixels sorted by
 * brightness, of which 256 at equal distances are taken. Blocks of DXT have their brightest and
 * darkest pixels as endpoints, and each pixel takes the nearest colour between them; the order of
 * the endpoints selects four colours (first > second) or three and transparent. Green counts most,
 * as it does for the eye.
 */
#include "demo/textures/blp_write.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "demo/bytes/chunk_write.h"

enum {
    COLORS = 256,
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

static const struct {
    uint8_t encoding, alpha_bits, format;
} layouts[] = {
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

static int brightness(const uint8_t *rgb)
{
    return 2 * rgb[0] + 4 * rgb[1] + rgb[2];
}

/* The number of the colour, each of 4 bytes, that is nearest to a pixel. */
static int nearest(const uint8_t *pixel, const uint8_t *colors, int count)
{
    int best = 0;
    int least = INT_MAX;
    for (int k = 0; k < count; k++) {
        int red = pixel[0] - colors[4 * k + 0];
        int green = pixel[1] - colors[4 * k + 1];
        int blue = pixel[2] - colors[4 * k + 2];
        int error = 2 * red * red + 4 * green * green + blue * blue;
        if (error < least) {
            least = error;
            best = k;
        }
    }
    return best;
}

/* By brightness, then by all bytes: the same order everywhere. */
static int compare_pixels(const void *a, const void *b)
{
    int order = brightness(a) - brightness(b);
    return order ? order : memcmp(a, b, 4);
}

static bool make_palette(uint8_t palette[COLORS][4], const uint8_t *rgba, size_t pixels)
{
    uint8_t *sorted = malloc(pixels * 4);
    if (sorted) {
        memcpy(sorted, rgba, pixels * 4);
        array_sort(sorted, pixels, 4, compare_pixels);
        for (size_t k = 0; k < COLORS; k++) {
            memcpy(palette[k], sorted + (pixels - 1) * k / (COLORS - 1) * 4, 4);
        }
    }
    free(sorted);
    return sorted != NULL;
}

static void write_color_block(struct buffer *out, const uint8_t rgba[64], bool keyed)
{
    const uint8_t *ends[2] = {NULL, NULL}; /* the brightest and the darkest */
    for (int i = 0; i < 16; i++) {
        const uint8_t *pixel = rgba + 4 * i;
        if (!keyed || pixel[3] >= 128) {
            ends[0] = !ends[0] || brightness(pixel) > brightness(ends[0]) ? pixel : ends[0];
            ends[1] = !ends[1] || brightness(pixel) < brightness(ends[1]) ? pixel : ends[1];
        }
    }
    uint16_t packed[2] = {0, 0};
    for (int k = 0; k < 2 && ends[0]; k++) {
        packed[k] = (uint16_t)((ends[k][0] * 31 + 127) / 255 << 11 |
                               (ends[k][1] * 63 + 127) / 255 << 5 | (ends[k][2] * 31 + 127) / 255);
    }
    if ((packed[0] < packed[1]) != keyed) {
        uint16_t swap = packed[0];
        packed[0] = packed[1];
        packed[1] = swap;
    }
    uint8_t colors[4][4] = {{0}};
    for (int k = 0; k < 2; k++) {
        const int parts[3] = {packed[k] >> 11, packed[k] >> 5 & 63, packed[k] & 31};
        colors[k][0] = (uint8_t)(parts[0] << 3 | parts[0] >> 2);
        colors[k][1] = (uint8_t)(parts[1] << 2 | parts[1] >> 4);
        colors[k][2] = (uint8_t)(parts[2] << 3 | parts[2] >> 2);
    }
    for (int c = 0; c < 3; c++) {
        int a = colors[0][c];
        int b = colors[1][c];
        colors[2][c] = (uint8_t)(keyed ? (a + b) / 2 : (2 * a + b) / 3);
        colors[3][c] = (uint8_t)((a + 2 * b) / 3);
    }
    int count = keyed ? 3 : packed[0] == packed[1] ? 1 : 4;
    uint32_t indices = 0;
    for (int i = 0; i < 16; i++) {
        const uint8_t *pixel = rgba + 4 * i;
        int index = keyed && pixel[3] < 128 ? 3 : nearest(pixel, colors[0], count);
        indices |= (uint32_t)index << 2 * i;
    }
    buffer_u16le(out, packed[0]);
    buffer_u16le(out, packed[1]);
    buffer_u32le(out, indices);
}

/* DXT5: the alphas of a block between its largest and its smallest. */
static void write_alpha_block(struct buffer *out, const uint8_t rgba[64])
{
    int high = 0;
    int low = 255;
    for (int i = 0; i < 16; i++) {
        int alpha = rgba[4 * i + 3];
        high = alpha > high ? alpha : high;
        low = alpha < low ? alpha : low;
    }
    uint64_t indices = 0;
    for (int i = 0; high > low && i < 16; i++) {
        int step = ((high - rgba[4 * i + 3]) * 14 + (high - low)) / (2 * (high - low));
        uint64_t index = step == 0 ? 0 : step == 7 ? 1 : (uint64_t)step + 1;
        indices |= index << 3 * i;
    }
    buffer_u8(out, (uint8_t)high);
    buffer_u8(out, (uint8_t)low);
    buffer_u16le(out, (uint16_t)indices);
    buffer_u32le(out, (uint32_t)(indices >> 16));
}

/* Appends alpha with `bits` bits a pixel, the first pixel in the lowest bits. */
static void write_alpha(struct buffer *out, const uint8_t *rgba, uint32_t pixels, uint32_t bits)
{
    uint32_t most = (1u << bits) - 1u;
    uint32_t packed = 0;
    uint32_t filled = 0;
    for (uint32_t i = 0; i < pixels && bits > 0; i++) {
        packed |= (rgba[4 * i + 3] * most + 127u) / 255u << filled;
        filled += bits;
        if (filled == 8 || i + 1 == pixels) {
            buffer_u8(out, (uint8_t)packed);
            packed = 0;
            filled = 0;
        }
    }
}

/* Blocks of 4 x 4 pixels. A smaller mip level is repeated. */
static void write_blocks(struct buffer *out, enum blp_layout kind, const uint8_t *rgba,
                         uint32_t size)
{
    for (uint32_t block = 0; block < (size + 3) / 4 * ((size + 3) / 4); block++) {
        uint32_t x = block % ((size + 3) / 4) * 4;
        uint32_t y = block / ((size + 3) / 4) * 4;
        uint8_t pixels[64];
        for (uint32_t i = 0; i < 16; i++) {
            size_t at = (size_t)((y + i / 4) % size) * size + (x + i % 4) % size;
            memcpy(pixels + 4 * i, rgba + 4 * at, 4);
        }
        if (kind == BLP_DXT3) {
            write_alpha(out, pixels, 16, 4);
        } else if (kind == BLP_DXT5) {
            write_alpha_block(out, pixels);
        }
        write_color_block(out, pixels, kind == BLP_DXT1_ALPHA);
    }
}

/* Halves a picture in place: each pixel becomes the mean of four. */
static void halve(uint8_t *rgba, uint32_t size)
{
    uint32_t half = size / 2;
    for (uint32_t i = 0; i < half * half * 4; i++) {
        const uint8_t *from = rgba + 8 * ((size_t)(i / 4 / half) * size + i / 4 % half) + i % 4;
        int sum = from[0] + from[4] + from[4 * size] + from[4 * size + 4];
        rgba[i] = (uint8_t)((sum + 2) / 4);
    }
}

static void write_mip(struct buffer *out, enum blp_layout kind, const uint8_t *palette,
                      const uint8_t *rgba, uint32_t size)
{
    if (layouts[kind].encoding == ENCODING_DXT) {
        write_blocks(out, kind, rgba, size);
        return;
    }
    for (uint32_t i = 0; i < size * size; i++) {
        const uint8_t *pixel = rgba + 4 * i;
        if (layouts[kind].encoding == ENCODING_PALETTE) {
            buffer_u8(out, (uint8_t)nearest(pixel, palette, COLORS));
        } else {
            buffer_append(out, (const uint8_t[]){pixel[2], pixel[1], pixel[0], pixel[3]}, 4);
        }
    }
    if (layouts[kind].encoding == ENCODING_PALETTE) {
        write_alpha(out, rgba, size * size, layouts[kind].alpha_bits);
    }
}

void blp_write(struct buffer *out, enum blp_layout kind, const uint8_t *rgba, uint32_t size)
{
    uint8_t palette[COLORS][4] = {{0}};
    size_t pixels = (size_t)size * size;
    size_t start = out->size;
    uint8_t *copy = malloc(pixels * 4);
    bool has_palette = layouts[kind].encoding == ENCODING_PALETTE;
    if (!copy || (has_palette && !make_palette(palette, rgba, pixels))) {
        out->failed = true;
        free(copy);
        return;
    }
    memcpy(copy, rgba, pixels * 4);
    buffer_append(out, "BLP2\1\0\0", 8);
    buffer_append(out, &layouts[kind], 3);
    buffer_u8(out, 1);
    PUT_U32(out, size, size);
    chunk_zeros(out, (size_t)2 * 4 * MIP_COUNT);
    for (int k = 0; k < COLORS; k++) {
        buffer_append(out, (const uint8_t[]){palette[k][2], palette[k][1], palette[k][0], 0}, 4);
    }
    for (size_t mip = 0; size > 0; mip++, size /= 2) {
        size_t begin = out->size;
        write_mip(out, kind, palette[0], copy, size);
        chunk_put_u32(out, start + OFFSETS_AT + 4 * mip, begin - start);
        chunk_put_u32(out, start + SIZES_AT + 4 * mip, out->size - begin);
        halve(copy, size);
    }
    free(copy);
}
