#include "codec/png/png_write.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "codec/png/png_container.h"
#include "codec/png/png_filter.h"
#include "codec/png/png_strip.h"

enum { WHOLE_BYTES_MAX = 1 << 26 };

/* The memory of a thread that encodes strips of a picture. */
struct strip_worker {
    struct buffer rows; /* two packed rows with margins */
    struct png_strip strip;
};

struct png_encoder {
    unsigned worker_count;
    struct strip_worker workers[];
};

/* State while a picture is encoded. */
struct png_encoding {
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
        calloc(1, sizeof(struct png_encoder) + threads * sizeof(struct strip_worker));
    if (encoder) {
        encoder->worker_count = threads;
    }
    return encoder;
}

void png_encoder_destroy(struct png_encoder *encoder)
{
    for (unsigned i = 0; encoder && i < encoder->worker_count; i++) {
        png_strip_free(&encoder->workers[i].strip);
        buffer_free(&encoder->workers[i].rows);
    }
    free(encoder);
}

static enum adtmap_status png_write_begin(struct png_encoding *encoding, const struct diag *diag)
{
    const struct png_image *image = encoding->image;
    if (!size_multiply(image->width, png_kind_channels(encoding->kind), &encoding->row_bytes) ||
        encoding->row_bytes > SIZE_MAX / 8) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "a picture of %u x %u pixels is too large for memory", image->width,
                         image->height);
    }
    size_t rows = png_strip_rows(encoding->row_bytes);
    if (encoding->effort == PNG_SMALL) {
        rows = size_max(rows, WHOLE_BYTES_MAX / (encoding->row_bytes + 1));
    }
    encoding->strip_rows = (uint32_t)size_min(rows, image->height);
    encoding->written = (struct png_strip_sequence){&encoding->container, 1};
    return ADTMAP_OK;
}

static void pack_row(const struct png_encoding *encoding, uint32_t y, uint8_t *packed)
{
    const struct png_image *image = encoding->image;
    png_pack_kind(encoding->kind, image->pixels + y * image->stride_bytes, image->width, packed);
}

/* Filters the rows `first` to `end` - 1 of the picture into the worker's strip. False when out of
 * memory. */
static bool filter_rows(const struct png_encoding *encoding, uint32_t first, uint32_t end,
                        struct strip_worker *worker)
{
    size_t padded_row_bytes = encoding->row_bytes + PNG_ROW_MARGIN;
    png_strip_clear(&worker->strip);
    buffer_clear(&worker->rows);
    uint8_t *rows = buffer_extend(&worker->rows, 2 * padded_row_bytes);
    if (!rows || !png_strip_prepare(&worker->strip, encoding->row_bytes,
                                    png_kind_channels(encoding->kind))) {
        return false;
    }
    memset(rows, 0, 2 * padded_row_bytes);
    uint8_t *row = rows + PNG_ROW_MARGIN;
    uint8_t *above = row + padded_row_bytes;
    if (first > 0) {
        pack_row(encoding, first - 1, above);
    }
    for (uint32_t y = first; y < end; y++) {
        pack_row(encoding, y, row);
        png_strip_add(&worker->strip, row, above);
        uint8_t *next = above;
        above = row;
        row = next;
    }
    return true;
}

/* Filters and compresses the strip that begins at row `first`. */
static void encode_strip(const struct png_encoding *encoding, uint32_t first,
                         struct strip_worker *worker)
{
    uint32_t height = encoding->image->height;
    bool is_last = height - first <= encoding->strip_rows;
    unsigned position = (first == 0 ? PNG_STRIP_FIRST : 0) | (is_last ? PNG_STRIP_LAST : 0);
    if (!filter_rows(encoding, first, is_last ? height : first + encoding->strip_rows, worker)) {
        return;
    }
    if (encoding->effort == PNG_SMALL && position == PNG_STRIP_WHOLE) {
        png_strip_compress_whole(&worker->strip, encoding->effort);
    } else {
        png_strip_compress(&worker->strip, encoding->effort, position);
    }
}

/* Encodes and writes a strip per worker, starting with strip `first`. */
static enum adtmap_status write_strips(struct png_encoding *encoding, uint32_t first,
                                       uint32_t count)
{
    struct png_encoder *encoder = encoding->encoder;
    uint32_t batch = count - first < encoder->worker_count ? count - first : encoder->worker_count;
#pragma omp parallel for num_threads(batch) schedule(static, 1) if (batch > 1)
    for (uint32_t i = 0; i < batch; i++) {
        encode_strip(encoding, (first + i) * encoding->strip_rows, &encoder->workers[i]);
    }
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < batch && !status; i++) {
        status = png_strip_write(&encoder->workers[i].strip, &encoding->written);
    }
    return status;
}

static enum adtmap_status append_to_buffer(void *user, const void *data, size_t size)
{
    buffer_append(user, data, size);
    return ADTMAP_OK;
}

static enum adtmap_status write_file(struct png_encoding *encoding,
                                     const struct png_options *options, const struct diag *diag,
                                     struct buffer *png)
{
    const struct png_image *image = encoding->image;
    enum adtmap_status status = png_container_open(
        &encoding->container, image->width, image->height, options, append_to_buffer, png, diag);
    uint32_t count = (image->height - 1) / encoding->strip_rows + 1;
    for (uint32_t i = 0; i < count && !status; i += encoding->encoder->worker_count) {
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
    struct png_encoding encoding = {
        .encoder = encoder, .image = image, .kind = options->kind, .effort = options->effort};
    buffer_clear(png);
    enum adtmap_status status = png_check_size(image->width, image->height, diag);
    if (!status) {
        status = png_write_begin(&encoding, diag);
    }
    return status ? status : write_file(&encoding, options, diag, png);
}
