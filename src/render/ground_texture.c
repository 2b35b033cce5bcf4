#include "render/ground_texture.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { COLORS = 3, RGBA = 4 };

static uint32_t stored_bits(const struct ground_size *size)
{
    uint32_t bits = 0;
    while (bits < size->shift && (size->quad_px << (bits + 1)) <= GROUND_STORED_MAX_PX) {
        bits++;
    }
    return bits;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

void ground_texture_init(const struct ground_size *size, struct ground_texture *texture)
{
    uint32_t bits = stored_bits(size);
    uint32_t row_px = QUADS_PER_CHUNK * size->quad_px;
    uint32_t stored_px = size->quad_px << bits;
    *texture = (struct ground_texture){
        .row_px = row_px,
        .stored_px = stored_px,
        .zoom_bits = size->shift - bits,
        .stride = larger(row_px, stored_px),
        .plane_count = size->has_height ? COLORS + 1 : COLORS,
    };
}

size_t ground_texture_bytes(const struct ground_size *size)
{
    struct ground_texture texture;
    ground_texture_init(size, &texture);
    size_t plane = (size_t)texture.stored_px * texture.stride;
    return sizeof texture + texture.plane_count * plane * sizeof(uint16_t);
}

/*
 * One pixel along one axis: texels first..last (which may be past the end: the texture repeats),
 * the first and the last with weights of their own, those between with `inner`; they add up to
 * `total`.
 *
 * In units of 1/size_px texel, a texel is size_px wide and pixel i covers [i * texels,
 * (i + 1) * texels): whole numbers, so averages are exact. Pixels smaller than texels take the two
 * nearest texels by the distance of their centres, in units of 1/(2 size_px) texel.
 */
struct span {
    uint32_t first, last;
    uint32_t first_weight, last_weight, inner;
    uint32_t total;
};

static struct span average_span(uint32_t pixel, uint32_t texels, uint32_t size_px)
{
    uint64_t begin = (uint64_t)pixel * texels;
    uint64_t end = begin + texels;
    struct span span = {.first = (uint32_t)(begin / size_px),
                        .last = (uint32_t)((end - 1) / size_px),
                        .inner = size_px,
                        .total = texels};
    uint64_t first_end = (uint64_t)(span.first + 1) * size_px;
    span.first_weight = (uint32_t)((first_end < end ? first_end : end) - begin);
    if (span.last > span.first) {
        span.last_weight = (uint32_t)(end - (uint64_t)span.last * size_px);
    }
    return span;
}

static struct span between_span(uint32_t pixel, uint32_t texels, uint32_t size_px)
{
    assert(texels > 0 && size_px > 0);
    uint64_t texel = 2 * (uint64_t)size_px;
    uint64_t at = (2 * (uint64_t)pixel + 1) * texels + (texels - 1) * texel + size_px;
    uint32_t part = (uint32_t)(at % texel);
    struct span span = {.first = (uint32_t)(at / texel % texels),
                        .first_weight = (uint32_t)texel - part,
                        .last_weight = part,
                        .total = (uint32_t)texel};
    span.last = span.first + 1;
    return span;
}

static struct span pixel_span(uint32_t pixel, uint32_t texels, uint32_t size_px)
{
    return texels < size_px ? between_span(pixel, texels, size_px)
                            : average_span(pixel, texels, size_px);
}

/* What is filtered: channels channel..channel + count - 1, into planes from `plane` on. */
struct filter {
    const uint8_t *rgba;
    uint32_t width, height;
    size_t channel, count;
    uint32_t plane;
    bool is_height;
};

/* Sums the texels of one pixel along a row of the image. */
static void sum_row(const struct filter *filter, size_t y, const struct span *span, uint64_t *sums)
{
    const uint8_t *row = filter->rgba + (size_t)RGBA * filter->width * y + filter->channel;
    const uint8_t *last = row + RGBA * (size_t)(span->last % filter->width);
    for (size_t c = 0; c < filter->count; c++) {
        uint64_t inner = 0;
        for (size_t x = span->first + 1; x < span->last; x++) {
            inner += row[RGBA * x + c];
        }
        sums[c] = (uint64_t)row[RGBA * (size_t)span->first + c] * span->first_weight +
                  inner * span->inner + (uint64_t)last[c] * span->last_weight;
    }
}

/* Colours of 0..255 with 8 fractional bits, heights so that 255 becomes 65535. */
static uint16_t rounded(uint64_t sum, uint64_t area, bool is_height)
{
    return (uint16_t)((sum * (is_height ? 257 : 256) + area / 2) / area);
}

static void store_value(struct ground_texture *texture, size_t row, size_t x, uint16_t value)
{
    uint16_t *run = texture->planes + row * texture->stride;
    for (size_t at = x; at < texture->stride; at += texture->stored_px) {
        run[at] = value;
    }
}

/* Adds rows of the horizontal sums, weighted, and stores the averages of pixel row `y`. */
static void store_row(const struct filter *filter, const uint64_t *sums, const struct span *span,
                      uint32_t y, struct ground_texture *texture)
{
    uint32_t size_px = texture->stored_px;
    size_t stride = filter->count * size_px;
    assert(filter->height > 0);
    const uint64_t *first = sums + stride * span->first;
    const uint64_t *last = sums + stride * (span->last % filter->height);
    uint64_t area = (uint64_t)pixel_span(0, filter->width, size_px).total * span->total;
    for (size_t i = 0; i < stride; i++) {
        uint64_t total = first[i] * span->first_weight + last[i] * span->last_weight;
        for (size_t row = span->first + 1; row < span->last; row++) {
            total += sums[stride * row + i] * span->inner;
        }
        size_t plane = filter->plane + i % filter->count;
        store_value(texture, plane * size_px + y, i / filter->count,
                    rounded(total, area, filter->is_height));
    }
}

static bool run_filter(const struct filter *filter, struct ground_texture *texture)
{
    uint32_t size_px = texture->stored_px;
    uint64_t *sums = malloc((size_t)filter->height * size_px * filter->count * sizeof *sums);
    if (!sums) {
        return false;
    }
    for (size_t y = 0; y < filter->height; y++) {
        for (uint32_t x = 0; x < size_px; x++) {
            struct span span = pixel_span(x, filter->width, size_px);
            sum_row(filter, y, &span, sums + (y * size_px + x) * filter->count);
        }
    }
    for (uint32_t y = 0; y < size_px; y++) {
        struct span span = pixel_span(y, filter->height, size_px);
        store_row(filter, sums, &span, y, texture);
    }
    free(sums);
    return true;
}

bool ground_texture_filter(const uint8_t *rgba, uint32_t width, uint32_t height,
                           struct ground_texture *texture)
{
    const struct filter filter = {rgba, width, height, 0, COLORS, GROUND_RED, false};
    return run_filter(&filter, texture);
}

bool ground_texture_filter_height(const uint8_t *rgba, uint32_t width, uint32_t height,
                                  struct ground_texture *texture)
{
    const struct filter filter = {rgba, width, height, 3, 1, GROUND_HEIGHT, true};
    return run_filter(&filter, texture);
}

static void fill_plane(struct ground_texture *texture, uint32_t plane, uint16_t value)
{
    size_t count = (size_t)texture->stored_px * texture->stride;
    for (size_t i = 0; i < count; i++) {
        texture->planes[plane * count + i] = value;
    }
}

void ground_texture_fill(const uint8_t rgb[3], struct ground_texture *texture)
{
    for (uint32_t c = 0; c < COLORS; c++) {
        fill_plane(texture, c, (uint16_t)(rgb[c] * 256));
    }
}

/* The pixel of the pattern at which a chunk begins; a pattern is 2^(shift - 3) chunks. */
static uint32_t pattern_begin(const struct ground_texture *texture, uint32_t chunk)
{
    uint32_t pattern_px = texture->stored_px << texture->zoom_bits;
    return pattern_px > texture->row_px ? chunk % (pattern_px / texture->row_px) * texture->row_px
                                        : 0;
}

/*
 * Where pixel `at` of the enlarged pattern lies among stored ones: the one before it, and the part
 * of 2^(zoom_bits + 1) to the next.
 */
static uint32_t stored_pixel(const struct ground_texture *texture, uint32_t at, uint32_t *part)
{
    uint32_t bits = texture->zoom_bits + 1;
    uint64_t size = (uint64_t)texture->stored_px << bits;
    uint64_t place = (2 * (uint64_t)at + 1 + size - (1U << texture->zoom_bits)) % size;
    *part = (uint32_t)(place & ((1U << bits) - 1));
    return (uint32_t)(place >> bits);
}

static void enlarge_row(const struct ground_texture *texture, const uint16_t *plane, uint32_t x,
                        uint32_t y, uint16_t *out)
{
    uint32_t bits = texture->zoom_bits + 1;
    uint32_t one = 1U << bits;
    uint32_t south;
    uint32_t row = stored_pixel(texture, y, &south);
    const uint16_t *north = plane + (size_t)row * texture->stride;
    const uint16_t *below = plane + (size_t)((row + 1) % texture->stored_px) * texture->stride;
    for (uint32_t i = 0; i < texture->row_px; i++) {
        uint32_t east;
        uint32_t column = stored_pixel(texture, x + i, &east);
        uint32_t next = (column + 1) % texture->stored_px;
        uint64_t top = (uint64_t)north[column] * (one - east) + (uint64_t)north[next] * east;
        uint64_t bottom = (uint64_t)below[column] * (one - east) + (uint64_t)below[next] * east;
        uint64_t sum = top * (one - south) + bottom * south;
        out[i] = (uint16_t)((sum + (1ULL << (2 * bits - 1))) >> 2 * bits);
    }
}

const uint16_t *ground_texture_rows(const struct ground_texture *texture, enum ground_plane plane,
                                    const struct ground_rows *rows, uint16_t *scratch)
{
    const uint16_t *values = texture->planes + (size_t)plane * texture->stored_px * texture->stride;
    uint32_t left = pattern_begin(texture, rows->chunk_x);
    uint32_t top = pattern_begin(texture, rows->chunk_y) + rows->y;
    const uint16_t *stored = values + (size_t)(top % texture->stored_px) * texture->stride + left;
    if (texture->zoom_bits == 0 && texture->stride == texture->row_px) {
        return stored;
    }
    for (uint32_t i = 0; i < rows->count; i++) {
        uint16_t *out = scratch + (size_t)texture->row_px * i;
        if (texture->zoom_bits) {
            enlarge_row(texture, values, left, top + i, out);
        } else {
            memcpy(out, stored + (size_t)texture->stride * i, texture->row_px * sizeof *out);
        }
    }
    return scratch;
}
