#include "codec/png/png_write.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "codec/png/png_container.h"
#include "codec/png/png_filter.h"
#include "codec/png/png_strip.h"

enum { WHOLE_BYTES_MAX = 1 << 26 };

/* A strip under way; strips of one picture are worked on at a time, each by a thread. */
struct lane {
    struct buffer rows; /* two packed rows with their margins */
    struct png_strip strip;
};

struct png_encoder {
    unsigned lane_count;
    struct lane lanes[];
};

/* A picture on its way into a file. */
struct encoding {
    struct png_encoder *encoder;
    const struct png_image *image;
    enum png_kind kind;
    enum png_effort effort;
    size_t row_bytes;
    uint32_t strip_rows;
    struct png_container container;
    struct png_strip_sequence written;
};

unsigned png_kind_channels(enum png_kind kind)
{
    static const unsigned channels[] = {
        [PNG_KIND_RGB] = 3, [PNG_KIND_RGBA] = 4, [PNG_KIND_GREY8] = 1, [PNG_KIND_GREY16] = 2};
    return channels[kind];
}

unsigned png_kind_input_bytes(enum png_kind kind)
{
    return kind == PNG_KIND_RGB ? 4 : png_kind_channels(kind);
}

void png_pack_kind(enum png_kind kind, const uint8_t *pixels, uint32_t width, uint8_t *packed)
{
    if (kind == PNG_KIND_GREY8) {
        memcpy(packed, pixels, width);
        return;
    }
    if (kind != PNG_KIND_GREY16) {
        png_pack_row(pixels, width, png_kind_channels(kind), packed);
        return;
    }
    for (size_t i = 0; i < width; i++) {
        uint16_t grey;
        memcpy(&grey, pixels + 2 * i, sizeof grey);
        packed[2 * i] = (uint8_t)(grey >> 8);
        packed[2 * i + 1] = (uint8_t)grey;
    }
}

struct png_encoder *png_encoder_create(unsigned threads)
{
    struct png_encoder *encoder =
        calloc(1, sizeof(struct png_encoder) + threads * sizeof(struct lane));
    if (encoder) {
        encoder->lane_count = threads;
    }
    return encoder;
}

void png_encoder_destroy(struct png_encoder *encoder)
{
    for (unsigned i = 0; encoder && i < encoder->lane_count; i++) {
        png_strip_free(&encoder->lanes[i].strip);
        buffer_free(&encoder->lanes[i].rows);
    }
    free(encoder);
}

static void choose_strips(struct encoding *encoding)
{
    size_t rows = png_strip_rows(encoding->row_bytes);
    if (encoding->effort == PNG_SMALL) {
        rows = size_max(rows, WHOLE_BYTES_MAX / (encoding->row_bytes + 1));
    }
    encoding->strip_rows = (uint32_t)size_min(rows, encoding->image->height);
}

static enum adtmap_status begin(struct encoding *encoding, const struct diag *diag)
{
    const struct png_image *image = encoding->image;
    if (!size_multiply(image->width, png_kind_channels(encoding->kind), &encoding->row_bytes) ||
        encoding->row_bytes > SIZE_MAX / 8) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "a picture of %u x %u pixels is too large for memory", image->width,
                         image->height);
    }
    choose_strips(encoding);
    encoding->written = (struct png_strip_sequence){&encoding->container, 1};
    return ADTMAP_OK;
}

static void pack_row(const struct encoding *encoding, uint32_t y, uint8_t *packed)
{
    const struct png_image *image = encoding->image;
    png_pack_kind(encoding->kind, image->pixels + y * image->stride_bytes, image->width, packed);
}

/* Filters rows `first` to `end` of the picture into the lane's strip. False when out of memory. */
static bool filter_rows(const struct encoding *encoding, uint32_t first, uint32_t end,
                        struct lane *lane)
{
    size_t slot_bytes = encoding->row_bytes + (size_t)2 * PNG_ROW_MARGIN;
    png_strip_clear(&lane->strip);
    buffer_clear(&lane->rows);
    uint8_t *rows = buffer_extend(&lane->rows, 2 * slot_bytes);
    if (!rows ||
        !png_strip_make(&lane->strip, encoding->row_bytes, png_kind_channels(encoding->kind))) {
        return false;
    }
    memset(rows, 0, 2 * slot_bytes);
    uint8_t *row = rows + PNG_ROW_MARGIN;
    uint8_t *above = row + slot_bytes;
    if (first > 0) {
        pack_row(encoding, first - 1, above);
    }
    for (uint32_t y = first; y < end; y++) {
        pack_row(encoding, y, row);
        png_strip_add(&lane->strip, row, above);
        uint8_t *next = above;
        above = row;
        row = next;
    }
    return true;
}

/* Makes the strip that begins with row `first`. */
static void make_strip(const struct encoding *encoding, uint32_t first, struct lane *lane)
{
    uint32_t height = encoding->image->height;
    bool is_last = height - first <= encoding->strip_rows;
    unsigned place = (first == 0 ? PNG_STRIP_FIRST : 0) | (is_last ? PNG_STRIP_LAST : 0);
    if (!filter_rows(encoding, first, is_last ? height : first + encoding->strip_rows, lane)) {
        return;
    }
    if (encoding->effort == PNG_SMALL && place == PNG_STRIP_WHOLE) {
        png_strip_compress_whole(&lane->strip, encoding->effort);
    } else {
        png_strip_compress(&lane->strip, encoding->effort, place);
    }
}

/* As many strips as there are lanes, from strip `first` on. */
static enum adtmap_status write_strips(struct encoding *encoding, uint32_t first, uint32_t count)
{
    struct png_encoder *encoder = encoding->encoder;
    uint32_t batch = count - first < encoder->lane_count ? count - first : encoder->lane_count;
#pragma omp parallel for num_threads(batch) schedule(static, 1) if (batch > 1)
    for (uint32_t i = 0; i < batch; i++) {
        make_strip(encoding, (first + i) * encoding->strip_rows, &encoder->lanes[i]);
    }
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < batch && !status; i++) {
        status = png_strip_write(&encoder->lanes[i].strip, &encoding->written);
    }
    return status;
}

static enum adtmap_status append_to_buffer(void *user, const void *data, size_t size)
{
    buffer_append(user, data, size);
    return ADTMAP_OK;
}

static enum adtmap_status write_file(struct encoding *encoding, const struct png_options *options,
                                     const struct diag *diag, struct buffer *png)
{
    const struct png_image *image = encoding->image;
    enum adtmap_status status = png_container_open(
        &encoding->container, image->width, image->height, options, append_to_buffer, png, diag);
    uint32_t count = (image->height - 1) / encoding->strip_rows + 1;
    for (uint32_t i = 0; i < count && !status; i += encoding->encoder->lane_count) {
        status = write_strips(encoding, i, count);
    }
    if (!status) {
        status = png_container_end(&encoding->container);
    }
    png_container_close(&encoding->container);
    return !status && png->failed ? diag_fail_memory(diag) : status;
}

enum adtmap_status png_encode(struct png_encoder *encoder, const struct png_image *image,
                              const struct png_options *options, const struct diag *diag,
                              struct buffer *png)
{
    struct encoding encoding = {
        .encoder = encoder, .image = image, .kind = options->kind, .effort = options->effort};
    buffer_clear(png);
    enum adtmap_status status = png_check_size(image->width, image->height, diag);
    if (!status) {
        status = begin(&encoding, diag);
    }
    return status ? status : write_file(&encoding, options, diag, png);
}
