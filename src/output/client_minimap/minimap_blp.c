#include "output/client_minimap/minimap_blp.h"

#include <string.h>

#include "codec/bc1.h"
#include "output/client_minimap/color_palette.h"
#include "output/zoom/halve.h"

enum {
    HEADER_BYTES = 148,
    LEVELS_MAX = 16,
    VERSION = 1,
    ENCODING_PALETTE = 1,
    ENCODING_DXT = 2,
    HAS_LEVELS = 1,
};

/* Pixels of the input that an output pixel covers, in units of 1/out_px of a pixel. */
static uint64_t overlap(uint64_t in, uint64_t out, uint64_t size_px, uint64_t out_px)
{
    uint64_t low = in * out_px > out * size_px ? in * out_px : out * size_px;
    uint64_t end_in = (in + 1) * out_px;
    uint64_t end_out = (out + 1) * size_px;
    uint64_t high = end_in < end_out ? end_in : end_out;
    return high > low ? high - low : 0;
}

static void scale_pixel(const uint8_t *rgba, uint32_t size_px, uint32_t out_px, uint32_t x,
                        uint32_t y, uint8_t *pixel)
{
    uint64_t sums[3] = {0};
    uint64_t area = (uint64_t)size_px * size_px * 255;
    for (uint64_t row = (uint64_t)y * size_px / out_px; row * out_px < (y + 1ULL) * size_px;
         row++) {
        uint64_t height = overlap(row, y, size_px, out_px);
        for (uint64_t column = (uint64_t)x * size_px / out_px;
             column * out_px < (x + 1ULL) * size_px; column++) {
            const uint8_t *in = rgba + 4 * (row * size_px + column);
            uint64_t weight = height * overlap(column, x, size_px, out_px) * in[3];
            for (size_t i = 0; i < 3; i++) {
                sums[i] += weight * in[i];
            }
        }
    }
    for (size_t i = 0; i < 3; i++) {
        pixel[i] = (uint8_t)((sums[i] + area / 2) / area);
    }
    pixel[3] = 255;
}

void minimap_scale(const uint8_t *rgba, uint32_t size_px, uint32_t out_px, uint8_t *out)
{
    for (uint32_t y = 0; y < out_px; y++) {
        for (uint32_t x = 0; x < out_px; x++) {
            scale_pixel(rgba, size_px, out_px, x, y, out + 4 * ((size_t)y * out_px + x));
        }
    }
}

static size_t level_bytes(uint32_t size_px, enum minimap_encoding encoding)
{
    return encoding == MINIMAP_DXT1 ? bc1_bytes(size_px, size_px) : (size_t)size_px * size_px;
}

/* The header and, of each level, offset and size. */
static void print_header(struct buffer *file, uint32_t size_px, enum minimap_encoding encoding)
{
    uint32_t sizes[LEVELS_MAX] = {0};
    uint32_t offset = HEADER_BYTES + sizeof(struct color_palette);
    uint32_t level = 0;
    for (uint32_t edge = size_px; edge > 0; edge /= 2) {
        sizes[level++] = (uint32_t)level_bytes(edge, encoding);
    }
    buffer_append(file, "BLP2", 4);
    buffer_u32le(file, VERSION);
    buffer_u8(file, encoding == MINIMAP_DXT1 ? ENCODING_DXT : ENCODING_PALETTE);
    buffer_u8(file, 0); /* alpha depth */
    buffer_u8(file, 0); /* DXT1 */
    buffer_u8(file, HAS_LEVELS);
    buffer_u32le(file, size_px);
    buffer_u32le(file, size_px);
    for (size_t i = 0; i < LEVELS_MAX; i++) {
        buffer_u32le(file, sizes[i] ? offset : 0);
        offset += sizes[i];
    }
    for (size_t i = 0; i < LEVELS_MAX; i++) {
        buffer_u32le(file, sizes[i]);
    }
}

static void print_level(struct buffer *file, const uint8_t *rgba, uint32_t size_px,
                        enum minimap_encoding encoding, const struct color_palette *palette)
{
    uint8_t *out = buffer_extend(file, level_bytes(size_px, encoding));
    if (out && encoding == MINIMAP_DXT1) {
        bc1_encode(rgba, size_px, size_px, out);
    } else if (out) {
        color_palette_map(palette, rgba, (size_t)size_px * size_px, out);
    }
}

void minimap_blp_print(struct buffer *file, uint8_t *rgba, uint32_t size_px,
                       enum minimap_encoding encoding)
{
    struct color_palette palette = {0};
    if (encoding == MINIMAP_PALETTE &&
        !color_palette_make(rgba, (size_t)size_px * size_px, &palette)) {
        file->failed = true;
        return;
    }
    print_header(file, size_px, encoding);
    buffer_append(file, &palette, sizeof palette);
    for (uint32_t edge = size_px; edge > 0; edge /= 2) {
        print_level(file, rgba, edge, encoding, &palette);
        if (edge > 1) {
            halve_picture(rgba, edge, (size_t)edge * 4, rgba);
        }
    }
}
