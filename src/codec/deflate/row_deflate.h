/*
 * Raw deflate (RFC 1951) for filtered rows of pictures. These are mostly noise around zero, where
 * most of the gain is in good Huffman codes. A match is taken only if it is cheaper than its bytes
 * would be in a block without matches; regions without matches are searched with growing steps;
 * blocks end where the statistics change. row_deflate.c explains the algorithm with figures.
 */
#ifndef CODEC_DEFLATE_ROW_DEFLATE_H
#define CODEC_DEFLATE_ROW_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

/* How thoroughly to search for matches. */
struct row_search {
    unsigned match_min;    /* shortest match, 4..8 bytes */
    unsigned acceleration; /* growth of the step per pixel without a match, in 1/256; 0..255 */
};

enum row_deflate_end {
    ROW_DEFLATE_CONTINUES, /* ends on a byte boundary with an empty stored block; more data follows
                            */
    ROW_DEFLATE_ENDS,      /* marks the last block as final */
};

/* Rows of pixels, each with the byte of its filter in front. Other data may have any layout:
 * matches are looked for where pixels would begin. */
struct row_layout {
    size_t row_bytes;   /* 1 and the bytes of its pixels, of which there is at least one */
    size_t pixel_bytes; /* 1..8 */
};

/* Working memory, about 1 MiB. Used by one thread at a time. */
struct row_deflater;

/* NULL when out of memory. */
struct row_deflater *row_deflater_create(void);

/* NULL-safe. */
void row_deflater_destroy(struct row_deflater *deflater);

/* An upper bound of the compressed size of `size` bytes; the space that row_deflate needs at `out`.
 */
size_t row_deflate_bound(size_t size);

/*
 * Compresses `size` bytes, at least 1, to `out`. Returns the compressed size. The result depends on
 * the arguments only, not on earlier calls.
 */
size_t row_deflate(struct row_deflater *deflater, const struct row_search *search,
                   const struct row_layout *rows, const uint8_t *data, size_t size,
                   enum row_deflate_end end, uint8_t *out);

#endif
