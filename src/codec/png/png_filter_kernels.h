/*
 * PNG row filters (PNG specification, third edition, chapter 9) and what a filtered row is likely
 * to take, as plain loops over bytes that compilers turn into vector code. They are built once for
 * each instruction set; all give the same bytes.
 *
 * A row is handled in packed form inside a buffer that leaves PNG_ROW_MARGIN bytes free on both
 * sides. The margin in front is zero: it is the pixel to the left of the first one.
 */
#ifndef CODEC_PNG_PNG_FILTER_KERNELS_H
#define CODEC_PNG_PNG_FILTER_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"

enum { PNG_ROW_MARGIN = 16, PNG_FILTERS = 5 };

/* A row to be filtered; `pixel_bytes` before both rows are read. */
struct png_filter_row {
    const uint8_t *row;
    const uint8_t *above; /* the row before it, or zeros */
    size_t bytes;
    size_t pixel_bytes; /* 1..8: how far the pixel to the left is */
};

struct png_filter_kernels {
    const char *name;

    /* Sub, up, average and Paeth (numbers 1 to 4) of a row, to `out`, which must not overlap it.
     * Number 0, none, is NULL. */
    void (*filter[PNG_FILTERS])(const struct png_filter_row *row, uint8_t *out);

    /* Sum of the bytes' magnitudes as signed numbers, none counting for more than 16: far from
     * zero, all bytes are equally rare. */
    uint64_t (*weigh)(const uint8_t *bytes, size_t count);
};

/* The variant for `cpu`; ADTMAP_CPU_AUTO and what the machine lacks give the best it has. */
const struct png_filter_kernels *png_filter_kernels_get(enum adtmap_cpu cpu);

#endif
