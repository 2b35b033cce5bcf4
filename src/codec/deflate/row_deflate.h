/*
 * Raw deflate (RFC 1951) for filtered rows of pictures. These are mostly noise around zero, where
 * coding single bytes well is all there is: matches that look like a gain take away the frequent
 * bytes and make the rest dearer. So a match has to be cheaper than its bytes would be in a block
 * without any matches, places without matches are soon searched with growing steps, and blocks end
 * where the statistics change.
 */
#ifndef CODEC_DEFLATE_ROW_DEFLATE_H
#define CODEC_DEFLATE_ROW_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

/* How thoroughly to search. */
struct row_search {
    unsigned match_min; /* shortest match, 4..8 bytes */
    unsigned haste;     /* steps grow by haste / 256 at each place without a match; 0..255 */
};

enum row_deflate_end {
    ROW_DEFLATE_CONTINUES, /* ends on a byte boundary, with an empty stored block; more follows */
    ROW_DEFLATE_ENDS,      /* the last block is marked as such */
};

/* What is known while compressing, about 1 MiB. Belongs to one thread. */
struct row_deflater;

/* NULL when out of memory. */
struct row_deflater *row_deflater_create(void);

/* NULL-safe. */
void row_deflater_destroy(struct row_deflater *deflater);

/* More than `size` bytes can take; what row_deflate wants to have at `out`. */
size_t row_deflate_bound(size_t size);

/*
 * Compresses `size` bytes, at least 1, to `out` and returns how many were written. Nothing is
 * remembered from call to call: the result depends on the arguments alone.
 */
size_t row_deflate(struct row_deflater *deflater, const struct row_search *search,
                   const uint8_t *data, size_t size, enum row_deflate_end end, uint8_t *out);

#endif
