/*
 * PNG row filters (PNG specification, third edition, chapter 9), the packing of rows and the weight
 * of a filtered row, as plain loops over bytes that compilers vectorize. They are compiled once for
 * each instruction set; all variants give the same bytes.
 *
 * A packed row has PNG_ROW_MARGIN zeros in front, which the filters read as the pixel to the left
 * of the first one.
 */
#ifndef CODEC_PNG_PNG_FILTER_KERNELS_H
#define CODEC_PNG_PNG_FILTER_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"

enum { PNG_ROW_MARGIN = 16, PNG_FILTERS = 5 };

/* A row to filter. `pixel_bytes` bytes before both rows are read. */
struct png_filter_row {
    const uint8_t *row;
    const uint8_t *above; /* the row above, or zeros */
    size_t bytes;
    size_t pixel_bytes; /* 1..8: distance to the pixel on the left */
};

struct png_filter_kernels {
    const char *name;

    /* Copies `width` RGBA pixels without their alpha. `packed` must not overlap them. */
    void (*pack_rgb)(const uint8_t *rgba, size_t width, uint8_t *packed);

    /* Filters 1 to 4: sub, up, average, Paeth. `out` must not overlap the row. Entry 0 is NULL. */
    void (*filter[PNG_FILTERS])(const struct png_filter_row *row, uint8_t *out);

    /* The sum of the bytes' magnitudes as signed numbers, each limited to 12. */
    uint64_t (*weigh)(const uint8_t *bytes, size_t count);
};

/* The variant for `cpu`. ADTMAP_CPU_AUTO, and a variant that the machine does not support, give the
 * best supported one. */
const struct png_filter_kernels *png_filter_kernels_get(enum adtmap_cpu cpu);

#endif
