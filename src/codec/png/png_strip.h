/*
 * A strip of rows of a PNG file on its way to compressed bytes: rows are filtered as they come, and
 * then compressed together. Strips know nothing of each other but the row above the first, so that
 * several may be worked on at a time; put together they make one zlib stream (RFC 1950).
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

/* Strips have about this many filtered bytes, whatever the number of threads. */
enum { PNG_STRIP_BYTES = 1 << 20 };

/* Where a strip stands in its picture; bits, none of them for strips in between. */
enum { PNG_STRIP_FIRST = 1 << 0, PNG_STRIP_LAST = 1 << 1, PNG_STRIP_WHOLE = 3 };

struct png_filter_kernels;

struct png_strip {
    struct row_deflater *deflater;
    const struct png_filter_kernels *kernels;
    size_t row_bytes;
    size_t pixel_bytes;
    struct buffer filtered; /* rows with their filter bytes */
    struct buffer scratch;
    struct buffer compressed; /* what belongs into the file */
    uint32_t adler;           /* of the filtered bytes */
    unsigned place;           /* PNG_STRIP_FIRST, PNG_STRIP_LAST */
    bool is_compressed;       /* since it was begun */
};

/* Strips on their way into the file, in their order. */
struct png_strip_sequence {
    struct png_container *container; /* open */
    uint32_t adler;                  /* of all that was written; 1 at first */
};

/* Makes a strip for rows of `row_bytes`, again if need be. False when out of memory; the strip is
 * to be freed then, too. A zeroed strip may be made, and freed. */
bool png_strip_make(struct png_strip *strip, size_t row_bytes, size_t pixel_bytes);

void png_strip_free(struct png_strip *strip);

/* Begins anew, without rows; also a strip that is still to be made. */
void png_strip_clear(struct png_strip *strip);

/* Filters the next row; both rows are packed and have their margins (png_filter_kernels.h).
 * Running out of memory shows when the strip is written. */
void png_strip_add(struct png_strip *strip, const uint8_t *row, const uint8_t *above);

/* Compresses the rows, at least 1; once. Running out of memory shows when the strip is written. */
void png_strip_compress(struct png_strip *strip, enum png_effort effort, unsigned place);

/* The same for a strip that is PNG_STRIP_WHOLE, where libdeflate tries as well; the shorter result
 * counts. */
void png_strip_compress_whole(struct png_strip *strip, enum png_effort effort);

/* Writes the compressed strip, the last one with the checksum of all. ADTMAP_NO_MEMORY when it, or
 * its rows, found none; those of png_container_idat. */
enum adtmap_status png_strip_write(struct png_strip *strip, struct png_strip_sequence *sequence);

/* Rows of a strip, at least 1. */
size_t png_strip_rows(size_t row_bytes);

#endif
