/*
 * A strip of rows of a PNG file on its way to compressed bytes: rows are filtered as they come, and
 * then compressed together. Strips know nothing of each other but the row above the first, so that
 * several may be worked on at a time; put together they make one zlib stream (RFC 1950).
 */
#ifndef OUTPUT_PNG_STRIP_H
#define OUTPUT_PNG_STRIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "output/png_filter.h"
#include "output/png_write.h"
#include "output/row_deflate.h"

/* Strips have about this many filtered bytes, whatever the number of threads. */
enum { PNG_STRIP_BYTES = 1 << 20 };

struct png_strip {
    struct row_deflater *deflater;
    const struct png_filter_kernels *kernels;
    size_t row_bytes;
    size_t pixel_bytes;
    struct buffer filtered; /* rows with their filter bytes */
    struct buffer scratch;
    struct buffer compressed; /* what belongs into the file */
    uint32_t adler;           /* of the filtered bytes */
};

/* Makes a strip for rows of `row_bytes`, again if need be. False when out of memory; the strip is
 * to be freed then, too. A zeroed strip may be made, and freed. */
bool png_strip_make(struct png_strip *strip, size_t row_bytes, size_t pixel_bytes);

void png_strip_free(struct png_strip *strip);

/* Begins anew, without rows. */
void png_strip_clear(struct png_strip *strip);

/* Filters the next row; both rows are packed and have their margins (png_filter.h). Running out of
 * memory shows when the strip is compressed. */
void png_strip_add(struct png_strip *strip, const uint8_t *row, const uint8_t *above);

/* Begins the zlib stream: for the first strip, before it is compressed. */
void png_strip_begin_stream(struct png_strip *strip);

/* Appends the compressed rows, at least 1, to `compressed` and sets `adler`. False when out of
 * memory. */
bool png_strip_compress(struct png_strip *strip, enum png_effort effort, enum row_deflate_end end);

/* The same for a strip that is all of a picture, where libdeflate tries as well; the shorter result
 * counts. */
bool png_strip_compress_all(struct png_strip *strip, enum png_effort effort);

/* The checksum of what came before and of this strip, from that of what came before, 1 at first. */
uint32_t png_strip_adler(const struct png_strip *strip, uint32_t adler);

/* Ends the stream: for the last strip, with the checksum of all that was compressed. */
void png_strip_end_stream(struct png_strip *strip, uint32_t adler);

/* Rows of a strip, at least 1. */
size_t png_strip_rows(size_t row_bytes);

#endif
