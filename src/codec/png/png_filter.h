/*
 * Chooses a PNG filter for a row (PNG specification, third edition, chapter 9) and packs rows for
 * filtering. png_filter_kernels.h has the filters.
 */
#ifndef CODEC_PNG_PNG_FILTER_H
#define CODEC_PNG_PNG_FILTER_H

#include <stddef.h>
#include <stdint.h>

#include "codec/png/png_filter_kernels.h"

/* Packs `width` RGBA pixels to 3 bytes each, without alpha, or copies 4 bytes each. */
void png_pack_row(const uint8_t *rgba, uint32_t width, unsigned channels, uint8_t *packed);

/* Bytes of scratch space that png_filter_choose needs for rows of `row_bytes`. */
size_t png_filter_scratch_bytes(size_t row_bytes);

/*
 * Filters a packed row with the best of the five filters: writes the filter's number and the
 * filtered bytes, row->bytes + 1 in total, to `out`. The row, `scratch` and `out` must not overlap.
 */
void png_filter_choose(const struct png_filter_kernels *kernels, const struct png_filter_row *row,
                       uint8_t *scratch, uint8_t *out);

#endif
