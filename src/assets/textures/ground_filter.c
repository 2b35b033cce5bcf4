#include "assets/textures/ground_filter.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { COLORS = 3, RGBA = 4 };

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

struct ground_filter {
    struct ground_texture *texture;
    size_t channel, channel_count; /* of the image, from channel on */
    uint32_t plane;                /* the first one filled */
    uint32_t scale;                /* a plane's value of a texel of 1 */
    uint32_t width, height;
    uint32_t row;         /* the texel row to come */
    uint32_t pixel;       /* the pixel row that is summed */
    struct span *columns; /* of stored_px pixels, along x */
    struct span *rows;    /* and along y */
    uint32_t *sums;       /* weighted texels of one pixel row, width * RGBA; else 0 */
    bool is_between;      /* pixel rows lie between texel rows; else they are averages */
    uint8_t *kept;        /* the first and the last texel row where is_between, else NULL */
};

static size_t pitch(const struct ground_filter *filter)
{
    return (size_t)RGBA * filter->width;
}

struct ground_filter *ground_filter_create(enum ground_filter_kind kind, uint32_t width,
                                           uint32_t height, struct ground_texture *texture)
{
    bool colors = kind == GROUND_FILTER_COLORS;
    assert(width - 1 < GROUND_TEXELS_MAX && height - 1 < GROUND_TEXELS_MAX);
    struct ground_filter *filter = malloc(sizeof *filter);
    if (!filter) {
        return NULL;
    }
    *filter = (struct ground_filter){.texture = texture,
                                     .channel = colors ? 0 : 3,
                                     .channel_count = colors ? COLORS : 1,
                                     .plane = colors ? GROUND_RED : GROUND_HEIGHT,
                                     .scale = colors ? 256 : 257,
                                     .width = width,
                                     .height = height,
                                     .is_between = height < texture->stored_px};
    filter->columns = calloc(texture->stored_px, sizeof *filter->columns);
    filter->rows = calloc(texture->stored_px, sizeof *filter->rows);
    filter->sums = calloc(pitch(filter), sizeof *filter->sums);
    filter->kept = filter->is_between ? malloc(2 * pitch(filter)) : NULL;
    if (!filter->columns || !filter->rows || !filter->sums ||
        (filter->is_between && !filter->kept)) {
        ground_filter_destroy(filter);
        return NULL;
    }
    for (uint32_t i = 0; i < texture->stored_px; i++) {
        filter->columns[i] = pixel_span(i, width, texture->stored_px);
        filter->rows[i] = pixel_span(i, height, texture->stored_px);
    }
    return filter;
}

void ground_filter_destroy(struct ground_filter *filter)
{
    if (filter) {
        free(filter->columns);
        free(filter->rows);
        free(filter->sums);
        free(filter->kept);
        free(filter);
    }
}

/* Weights are at most 2 * GROUND_STORED_MAX_PX and add up to at most GROUND_TEXELS_MAX: neither
 * product nor sum is cut. */
static_assert(2 * GROUND_STORED_MAX_PX <= UINT16_MAX, "a weight fits");
static_assert(2 * GROUND_STORED_MAX_PX <= GROUND_TEXELS_MAX, "so do the two between texels");
static_assert(255ULL * GROUND_TEXELS_MAX <= UINT32_MAX, "a sum fits");
static void add_row(uint32_t *restrict sums, const uint8_t *restrict row, size_t count,
                    uint16_t weight)
{
    for (size_t i = 0; i < count; i++) {
        sums[i] += (uint32_t)row[i] * weight;
    }
}

/* Adds four rows that have one weight, which takes a third of the time. */
static void add_four_rows(uint32_t *restrict sums, const uint8_t *restrict rows, size_t count,
                          uint16_t weight)
{
    for (size_t i = 0; i < count; i++) {
        uint16_t four =
            (uint16_t)(rows[i] + rows[count + i] + rows[2 * count + i] + rows[3 * count + i]);
        sums[i] += (uint32_t)four * weight;
    }
}

static uint64_t sum_columns(const uint32_t *sums, uint32_t width, const struct span *span)
{
    uint64_t inner = 0;
    for (size_t x = span->first + 1; x < span->last; x++) {
        inner += sums[RGBA * x];
    }
    return (uint64_t)sums[RGBA * (size_t)span->first] * span->first_weight + inner * span->inner +
           (uint64_t)sums[RGBA * (size_t)(span->last % width)] * span->last_weight;
}

/* One plane of a pixel row, side by side as often as a chunk shows it. */
static void store_plane(const struct ground_filter *filter, size_t index, uint32_t pixel)
{
    const struct ground_texture *texture = filter->texture;
    size_t size_px = texture->stored_px;
    uint16_t *run =
        filter->texture->planes + ((filter->plane + index) * size_px + pixel) * texture->stride;
    const uint32_t *sums = filter->sums + filter->channel + index;
    uint64_t area = (uint64_t)filter->columns[0].total * filter->rows[0].total;
    for (size_t x = 0; x < size_px; x++) {
        uint64_t sum = sum_columns(sums, filter->width, &filter->columns[x]);
        run[x] = (uint16_t)((sum * filter->scale + area / 2) / area);
    }
    for (size_t x = size_px; x < texture->stride; x += size_px) {
        memcpy(run + x, run, size_px * sizeof *run);
    }
}

/* Makes a pixel row of the sums, which are 0 again afterwards. */
static void store_row(const struct ground_filter *filter, uint32_t pixel)
{
    for (size_t i = 0; i < filter->channel_count; i++) {
        store_plane(filter, i, pixel);
    }
    memset(filter->sums, 0, pitch(filter) * sizeof *filter->sums);
}

static uint16_t row_weight(const struct span *span, uint32_t row)
{
    if (row == span->first) {
        return (uint16_t)span->first_weight;
    }
    return (uint16_t)(row == span->last ? span->last_weight : span->inner);
}

/* Whether this and three more rows lie in the same pixels with the same weight. */
static bool four_alike(const struct span *span, uint32_t row)
{
    return row + 3 <= span->last && row_weight(span, row) == span->inner &&
           row_weight(span, row + 3) == span->inner;
}

/* Takes one texel row, or four of `left`; how many. One that two pixel rows share is added to both,
 * with the weight of a last row and then with that of a first one. */
static uint32_t take_averaged(struct ground_filter *filter, const uint8_t *rows, uint32_t left)
{
    const struct span *span = &filter->rows[filter->pixel];
    uint32_t count = left >= 4 && four_alike(span, filter->row) ? 4 : 1;
    if (count == 4) {
        add_four_rows(filter->sums, rows, pitch(filter), (uint16_t)span->inner);
    } else {
        add_row(filter->sums, rows, pitch(filter), row_weight(span, filter->row));
    }
    filter->row += count;
    if (filter->row <= span->last) {
        return count;
    }
    store_row(filter, filter->pixel++);
    if (filter->pixel < filter->texture->stored_px) {
        const struct span *next = &filter->rows[filter->pixel];
        const uint8_t *last = rows + (count - 1) * pitch(filter);
        if (next->first == span->last) {
            add_row(filter->sums, last, pitch(filter), (uint16_t)next->first_weight);
        }
    }
    return count;
}

/* Makes the pixel rows that lie between texel row `first` and the one south of it. */
static void store_between(const struct ground_filter *filter, uint32_t first, const uint8_t *north,
                          const uint8_t *south)
{
    for (uint32_t pixel = 0; pixel < filter->texture->stored_px; pixel++) {
        const struct span *span = &filter->rows[pixel];
        if (span->first == first) {
            add_row(filter->sums, north, pitch(filter), (uint16_t)span->first_weight);
            add_row(filter->sums, south, pitch(filter), (uint16_t)span->last_weight);
            store_row(filter, pixel);
        }
    }
}

static void take_between(struct ground_filter *filter, const uint8_t *row)
{
    uint8_t *last = filter->kept + pitch(filter);
    if (filter->row == 0) {
        memcpy(filter->kept, row, pitch(filter));
    } else {
        store_between(filter, filter->row - 1, last, row);
    }
    memcpy(last, row, pitch(filter));
    filter->row++;
    if (filter->row == filter->height) {
        store_between(filter, filter->height - 1, last, filter->kept);
    }
}

void ground_filter_rows(struct ground_filter *filter, const uint8_t *rgba, uint32_t count)
{
    assert(count <= filter->height - filter->row);
    while (count > 0) {
        uint32_t taken = 1;
        if (filter->is_between) {
            take_between(filter, rgba);
        } else {
            taken = take_averaged(filter, rgba, count);
        }
        rgba += taken * pitch(filter);
        count -= taken;
    }
}
