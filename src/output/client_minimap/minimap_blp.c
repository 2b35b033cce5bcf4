/*
 * Sizes are changed by exact averages in whole numbers. Each level is made of the one before, in
 * place.
 */
#include "output/client_minimap/minimap_blp.h"

#include <string.h>

#include "codec/bc1.h"
#include "output/client_minimap/color_palette.h"

enum {
    HEADER_BYTES = 148,
    LEVELS_MAX = 16,
    VERSION = 1,
    ENCODING_PALETTE = 1,
    ENCODING_DXT = 2,
    HAS_LEVELS = 1,
    ALPHA_MIN = 128,
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

/* One mip level of a picture. */
struct shrunk_level {
    uint8_t *rgba;
    uint32_t width, height;
};

static size_t alpha_bytes(const struct shrunk_level *level)
{
    return ((size_t)level->width * level->height + 7) / 8;
}

static size_t level_bytes(const struct shrunk_level *level, bool has_alpha,
                          enum minimap_encoding encoding)
{
    return encoding == MINIMAP_DXT1
               ? bc1_bytes(level->width, level->height)
               : (size_t)level->width * level->height + (has_alpha ? alpha_bytes(level) : 0);
}

/* Steps to the next level; false behind the last one. */
static bool next_level(struct shrunk_level *level)
{
    bool is_last = level->width == 1 && level->height == 1;
    level->width = level->width > 1 ? level->width / 2 : 1;
    level->height = level->height > 1 ? level->height / 2 : 1;
    return !is_last;
}

/* The header and, of each level, offset and size. */
static void print_header(struct buffer *file, const struct minimap_picture *picture,
                         enum minimap_encoding encoding)
{
    uint32_t sizes[LEVELS_MAX] = {0};
    uint32_t offset = HEADER_BYTES + sizeof(struct color_palette);
    struct shrunk_level level = {picture->rgba, picture->width, picture->height};
    uint32_t count = 0;
    do {
        sizes[count++] = (uint32_t)level_bytes(&level, picture->has_alpha, encoding);
    } while (next_level(&level));
    buffer_append(file, "BLP2", 4);
    buffer_u32le(file, VERSION);
    buffer_u8(file, encoding == MINIMAP_DXT1 ? ENCODING_DXT : ENCODING_PALETTE);
    buffer_u8(file, picture->has_alpha); /* alpha depth */
    buffer_u8(file, 0);                  /* DXT1 */
    buffer_u8(file, HAS_LEVELS);
    buffer_u32le(file, picture->width);
    buffer_u32le(file, picture->height);
    for (size_t i = 0; i < LEVELS_MAX; i++) {
        buffer_u32le(file, sizes[i] ? offset : 0);
        offset += sizes[i];
    }
    for (size_t i = 0; i < LEVELS_MAX; i++) {
        buffer_u32le(file, sizes[i]);
    }
}

static void print_level(struct buffer *file, const struct shrunk_level *level, bool has_alpha,
                        enum minimap_encoding encoding, const struct color_palette *palette)
{
    uint8_t *out = buffer_extend(file, level_bytes(level, has_alpha, encoding));
    size_t count = (size_t)level->width * level->height;
    if (out && encoding == MINIMAP_DXT1) {
        (has_alpha ? bc1_encode_keyed : bc1_encode)(level->rgba, level->width, level->height, out);
    } else if (out) {
        color_palette_map(palette, level->rgba, count, out);
    }
    if (out && encoding == MINIMAP_PALETTE && has_alpha) {
        memset(out + count, 0, alpha_bytes(level)); /* a bit a pixel, the first one lowest */
        for (size_t i = 0; i < count; i++) {
            out[count + i / 8] |= (uint8_t)((level->rgba[4 * i + 3] >= ALPHA_MIN) << i % 8);
        }
    }
}

/* The average of four pixels, colours weighed by alpha; `step` leads to the next column and row, 0
 * where there is one alone. */
static void average(const uint8_t *pixel, size_t column_step, size_t row_step, uint8_t out[4])
{
    const uint8_t *const four[] = {pixel, pixel + column_step, pixel + row_step,
                                   pixel + column_step + row_step};
    unsigned alpha = 0;
    unsigned sums[3] = {0};
    for (size_t i = 0; i < 4; i++) {
        alpha += four[i][3];
        for (size_t k = 0; k < 3; k++) {
            sums[k] += four[i][k] * four[i][3];
        }
    }
    for (size_t k = 0; k < 3; k++) {
        out[k] = alpha ? (uint8_t)((sums[k] + alpha / 2) / alpha) : 0;
    }
    out[3] = (uint8_t)((alpha + 2) / 4);
}

/* Makes `small`, of the size of the next level, of `level`; both may have the same pixels. */
static void halve_level(const struct shrunk_level *level, const struct shrunk_level *small)
{
    size_t columns = level->width / small->width;
    size_t rows = level->height / small->height;
    for (size_t i = 0; i < (size_t)small->width * small->height; i++) {
        size_t x = i % small->width * columns;
        size_t y = i / small->width * rows;
        uint8_t pixel[4];
        average(level->rgba + 4 * (y * level->width + x), 4 * (columns - 1),
                4 * level->width * (rows - 1), pixel);
        memcpy(small->rgba + 4 * i, pixel, sizeof pixel);
    }
}

void minimap_blp_print(struct buffer *file, const struct minimap_picture *picture,
                       enum minimap_encoding encoding)
{
    struct color_palette palette = {0};
    struct shrunk_level level = {picture->rgba, picture->width, picture->height};
    if (encoding == MINIMAP_PALETTE &&
        !color_palette_make(level.rgba, (size_t)level.width * level.height, &palette)) {
        file->failed = true;
        return;
    }
    print_header(file, picture, encoding);
    buffer_append(file, &palette, sizeof palette);
    print_level(file, &level, picture->has_alpha, encoding, &palette);
    for (struct shrunk_level small = level; next_level(&small); level = small) {
        halve_level(&level, &small);
        print_level(file, &small, picture->has_alpha, encoding, &palette);
    }
}
