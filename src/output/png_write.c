#include "output/png_write.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "output/png_container.h"
#include "output/png_strip.h"

enum { WHOLE_BYTES_MAX = 1 << 26 };

struct png_encoder {
    struct buffer rows; /* two packed rows with their margins */
    struct png_strip strip;
};

/* A picture on its way into a file. */
struct encoding {
    struct png_encoder *encoder;
    const struct png_image *image;
    enum png_kind kind;
    enum png_effort effort;
    unsigned channels;
    size_t row_bytes;
    uint32_t strip_rows;
    uint8_t *row; /* the next one, packed */
    uint8_t *above;
    uint32_t adler;
    struct png_container container;
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

struct png_encoder *png_encoder_create(void)
{
    return calloc(1, sizeof(struct png_encoder));
}

void png_encoder_destroy(struct png_encoder *encoder)
{
    if (encoder) {
        png_strip_free(&encoder->strip);
        buffer_free(&encoder->rows);
        free(encoder);
    }
}

/* Whether all rows make one strip. Only then can libdeflate take part. */
static bool is_one_strip(const struct encoding *encoding)
{
    return encoding->strip_rows == encoding->image->height;
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
    struct png_encoder *encoder = encoding->encoder;
    if (!size_multiply(image->width, encoding->channels, &encoding->row_bytes) ||
        encoding->row_bytes > SIZE_MAX / 8) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "a picture of %u x %u pixels is too large for memory", image->width,
                         image->height);
    }
    choose_strips(encoding);
    size_t slot_bytes = encoding->row_bytes + (size_t)2 * PNG_ROW_MARGIN;
    buffer_clear(&encoder->rows);
    uint8_t *rows = buffer_extend(&encoder->rows, 2 * slot_bytes);
    if (!rows || !png_strip_make(&encoder->strip, encoding->row_bytes, encoding->channels)) {
        return diag_fail_memory(diag);
    }
    memset(rows, 0, 2 * slot_bytes);
    encoding->row = rows + PNG_ROW_MARGIN;
    encoding->above = encoding->row + slot_bytes;
    encoding->adler = 1;
    return ADTMAP_OK;
}

static void filter_row(struct encoding *encoding, uint32_t y)
{
    const struct png_image *image = encoding->image;
    uint8_t *row = encoding->row;
    png_pack_kind(encoding->kind, image->pixels + y * image->stride_bytes, image->width, row);
    png_strip_add(&encoding->encoder->strip, row, encoding->above);
    encoding->row = encoding->above;
    encoding->above = row;
}

static bool compress_strip(const struct encoding *encoding, enum row_deflate_end end)
{
    struct png_strip *strip = &encoding->encoder->strip;
    return encoding->effort == PNG_SMALL && is_one_strip(encoding)
               ? png_strip_compress_all(strip, encoding->effort)
               : png_strip_compress(strip, encoding->effort, end);
}

/* The rows from `first` on, as far as a strip goes. */
static enum adtmap_status write_strip(struct encoding *encoding, uint32_t first)
{
    struct png_strip *strip = &encoding->encoder->strip;
    uint32_t left = encoding->image->height - first;
    bool is_last = left <= encoding->strip_rows;
    uint32_t rows = is_last ? left : encoding->strip_rows;
    png_strip_clear(strip);
    for (uint32_t y = first; y < first + rows; y++) {
        filter_row(encoding, y);
    }
    if (first == 0) {
        png_strip_begin_stream(strip);
    }
    if (!compress_strip(encoding, is_last ? ROW_DEFLATE_ENDS : ROW_DEFLATE_CONTINUES)) {
        return diag_fail_memory(encoding->container.diag);
    }
    encoding->adler = png_strip_adler(strip, encoding->adler);
    if (is_last) {
        png_strip_end_stream(strip, encoding->adler);
    }
    return png_container_idat(&encoding->container, strip->compressed.data, strip->compressed.size);
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
    for (uint64_t y = 0; y < image->height && !status; y += encoding->strip_rows) {
        status = write_strip(encoding, (uint32_t)y);
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
    struct encoding encoding = {.encoder = encoder,
                                .image = image,
                                .kind = options->kind,
                                .effort = options->effort,
                                .channels = png_kind_channels(options->kind)};
    buffer_clear(png);
    enum adtmap_status status = png_check_size(image->width, image->height, diag);
    if (!status) {
        status = begin(&encoding, diag);
    }
    return status ? status : write_file(&encoding, options, diag, png);
}
