#include "output/png_write.h"

#include <libdeflate.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "output/png_container.h"
#include "output/png_filter.h"

enum { EFFORTS = 3 };

struct png_encoder {
    struct libdeflate_compressor *compressors[EFFORTS]; /* made when first needed */
    struct buffer rows;       /* two packed rows with margins, and the filters' scratch space */
    struct buffer filtered;   /* what gets compressed */
    struct buffer compressed; /* zlib stream */
};

static const int deflate_levels[EFFORTS] = {
    [PNG_FAST] = 1,
    [PNG_BALANCED] = 6,
    [PNG_SMALL] = 12,
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
    if (!encoder) {
        return;
    }
    for (size_t i = 0; i < EFFORTS; i++) {
        libdeflate_free_compressor(encoder->compressors[i]);
    }
    buffer_free(&encoder->rows);
    buffer_free(&encoder->filtered);
    buffer_free(&encoder->compressed);
    free(encoder);
}

static struct libdeflate_compressor *compressor_for(struct png_encoder *encoder,
                                                    enum png_effort effort)
{
    if (!encoder->compressors[effort]) {
        encoder->compressors[effort] = libdeflate_alloc_compressor(deflate_levels[effort]);
    }
    return encoder->compressors[effort];
}

/* Makes the buffer exactly `size` bytes; what was in it is lost. */
static uint8_t *resize(struct buffer *buffer, size_t size)
{
    buffer_clear(buffer);
    return buffer_extend(buffer, size);
}

static enum adtmap_status filter_image(struct png_encoder *encoder, const struct png_image *image,
                                       enum png_kind kind, const struct diag *diag)
{
    unsigned channels = png_kind_channels(kind);
    size_t row_bytes;
    size_t total;
    if (!size_multiply(image->width, channels, &row_bytes) ||
        !size_multiply(row_bytes + 1, image->height, &total) || total > SIZE_MAX / 4) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "a picture of %u x %u pixels is too large for memory", image->width,
                         image->height);
    }
    size_t slot_bytes = row_bytes + 2 * PNG_ROW_MARGIN;
    uint8_t *rows = resize(&encoder->rows, 2 * slot_bytes + png_filter_scratch_bytes(row_bytes));
    uint8_t *out = resize(&encoder->filtered, total);
    if (!rows || !out) {
        return diag_fail_memory(diag);
    }
    memset(rows, 0, 2 * slot_bytes);
    uint8_t *row = rows + PNG_ROW_MARGIN;
    uint8_t *above = row + slot_bytes;
    uint8_t *scratch = rows + 2 * slot_bytes;
    for (uint32_t y = 0; y < image->height; y++) {
        png_pack_kind(kind, image->pixels + y * image->stride_bytes, image->width, row);
        png_filter_row(row, above, row_bytes, channels, scratch, out);
        out += row_bytes + 1;
        uint8_t *swap = row;
        row = above;
        above = swap;
    }
    return ADTMAP_OK;
}

static enum adtmap_status compress_rows(struct png_encoder *encoder, enum png_effort effort,
                                        const struct diag *diag)
{
    struct libdeflate_compressor *compressor = compressor_for(encoder, effort);
    if (!compressor) {
        return diag_fail_memory(diag);
    }
    size_t bound = libdeflate_zlib_compress_bound(compressor, encoder->filtered.size);
    uint8_t *out = resize(&encoder->compressed, bound);
    if (!out) {
        return diag_fail_memory(diag);
    }
    encoder->compressed.size = libdeflate_zlib_compress(compressor, encoder->filtered.data,
                                                        encoder->filtered.size, out, bound);
    return ADTMAP_OK;
}

static enum adtmap_status append_to_buffer(void *user, const void *data, size_t size)
{
    buffer_append(user, data, size);
    return ADTMAP_OK;
}

static enum adtmap_status write_file(const struct png_encoder *encoder,
                                     const struct png_image *image,
                                     const struct png_options *options, const struct diag *diag,
                                     struct buffer *png)
{
    struct png_container container;
    enum adtmap_status status = png_container_open(&container, image->width, image->height, options,
                                                   append_to_buffer, png, diag);
    if (!status) {
        status = png_container_idat(&container, encoder->compressed.data, encoder->compressed.size);
    }
    if (!status) {
        status = png_container_end(&container);
    }
    png_container_close(&container);
    return !status && png->failed ? diag_fail_memory(diag) : status;
}

enum adtmap_status png_encode(struct png_encoder *encoder, const struct png_image *image,
                              const struct png_options *options, const struct diag *diag,
                              struct buffer *png)
{
    buffer_clear(png);
    enum adtmap_status status = png_check_size(image->width, image->height, diag);
    if (!status) {
        status = filter_image(encoder, image, options->kind, diag);
    }
    if (!status) {
        status = compress_rows(encoder, options->effort, diag);
    }
    return status ? status : write_file(encoder, image, options, diag, png);
}
