/*
 * A strip is a range of rows of a PNG file. Rows are filtered as they are added and then compressed
 * together. A strip depends on other strips only by the row above its first, so that strips can be
 * processed in parallel. Written in order they form one zlib stream (RFC 1950).
 */
#ifndef CODEC_PNG_PNG_STRIP_H
#define CODEC_PNG_PNG_STRIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "codec/deflate/row_deflate.h"
#include "codec/png/png_container.h"
#include "codec/png/png_write.h"

/* Filtered bytes of a strip, approximately. It does not depend on the number of threads, so that
 * the file does not either. */
enum { PNG_STRIP_BYTES = 1 << 20 };

/* Position of a strip in its picture, as bits; 0 for a strip in the middle. */
enum { PNG_STRIP_FIRST = 1 << 0, PNG_STRIP_LAST = 1 << 1, PNG_STRIP_WHOLE = 3 };

struct png_filter_kernels;

struct png_strip {
    struct row_deflater *deflater;
    const struct png_filter_kernels *kernels;
    size_t row_bytes;
    size_t pixel_bytes;
    struct buffer filtered; /* rows with their filter bytes */
    struct buffer scratch;
    struct buffer compressed; /* bytes for the file */
    uint32_t adler;           /* of the filtered bytes */
    unsigned position;        /* PNG_STRIP_FIRST, PNG_STRIP_LAST */
    bool is_compressed;       /* since png_strip_clear */
};

/* State of writing strips in order. */
struct png_strip_sequence {
    struct png_container *container; /* open */
    uint32_t adler;                  /* of all strips so far; 1 at first */
};

/* Prepares a zeroed or used strip for rows of `row_bytes`. False when out of memory; free the strip
 * even then. */
bool png_strip_prepare(struct png_strip *strip, size_t row_bytes, size_t pixel_bytes);

void png_strip_free(struct png_strip *strip);

/* Removes all rows. A zeroed strip may be cleared. */
void png_strip_clear(struct png_strip *strip);

/* Filters and adds a row. Both rows are packed and have margins (png_filter_kernels.h). If memory
 * runs out, png_strip_write reports it. */
void png_strip_add(struct png_strip *strip, const uint8_t *row, const uint8_t *above);

/* Compresses the rows, at least 1. Call it once. If memory runs out, png_strip_write reports it. */
void png_strip_compress(struct png_strip *strip, enum png_effort effort, unsigned position);

/* As png_strip_compress, for a strip that is the whole picture: libdeflate compresses it too, and
 * the shorter result is used. */
void png_strip_compress_whole(struct png_strip *strip, enum png_effort effort);

/* Writes the compressed strip, and after the last strip the checksum of all. ADTMAP_NO_MEMORY if
 * memory ran out for this strip; errors of png_container_idat. */
enum adtmap_status png_strip_write(struct png_strip *strip, struct png_strip_sequence *sequence);

/* The number of rows of a strip, at least 1. */
size_t png_strip_rows(size_t row_bytes);

#endif
