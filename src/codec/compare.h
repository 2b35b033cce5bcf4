/*
 * Compares two pictures row by row: whether they are equal, how much they differ, and where. Counts
 * and sums are integers, so that the results are the same on every machine. Memory depends on the
 * width alone.
 */
#ifndef CODEC_COMPARE_H
#define CODEC_COMPARE_H

#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"

enum comparison_verdict {
    COMPARISON_EQUAL,
    COMPARISON_DIFFERENT,
    COMPARISON_SIZES_DIFFER, /* pixels are not compared */
};

struct comparison {
    enum comparison_verdict verdict;
    uint64_t differing_pixels; /* in any of the four channels */
    uint8_t largest[4];        /* largest difference in red, green, blue, alpha */
    uint32_t largest_grey16;   /* largest difference of two 16-bit grey pictures, 0..65535 */
    double psnr_db;            /* over red, green and blue; INFINITY if they are equal */
    double ssim;               /* structural similarity of luma, -1..1; 1 if equal */
    /* The fields below are 0 if no pixel differs. */
    uint32_t first_x; /* the first differing pixel in reading order */
    uint32_t first_y;
    uint32_t left; /* the bounding box of all differing pixels, inclusive */
    uint32_t top;
    uint32_t right;
    uint32_t bottom;
};

/* A row of a picture. */
struct comparison_row {
    const uint8_t *rgba;    /* alpha not premultiplied */
    const uint16_t *grey16; /* of 16-bit grey; else NULL */
};

/* A comparison under way. Used by one thread at a time. */
struct comparer;

/* Begins to compare two pictures of this size, at least 1 x 1. Takes 16 bytes a column. NULL when
 * out of memory. */
struct comparer *comparer_create(uint32_t width, uint32_t height);

/* NULL-safe. */
void comparer_destroy(struct comparer *comparer);

/*
 * Adds the next row of both, from the top, `height` times in all. 16-bit greys are compared if both
 * have them.
 */
void comparer_add(struct comparer *comparer, const struct comparison_row *a,
                  const struct comparison_row *b);

/*
 * The result, after the last row; never COMPARISON_SIZES_DIFFER.
 *
 * psnr_db = 10 log10(255^2 / mean squared difference), 65535^2 for 16-bit grey. ssim is the mean
 * structural similarity (Wang, Bovik, Sheikh, Simoncelli 2004) of luma, (299 R + 587 G + 114 B) /
 * 1000 rounded, over unweighted windows of 8x8 pixels, every 4 pixels and at the right and bottom
 * edges, with K1 = 0.01 and K2 = 0.03. Pictures smaller than that have one smaller window.
 */
void comparer_finish(const struct comparer *comparer, struct comparison *result);

/*
 * Draws the differences of two rows of `width` pixels: `a` in dark grey, differing pixels in red
 * (1), orange, yellow to white (255) by their largest difference.
 */
void compare_draw_row(const struct comparison_row *a, const struct comparison_row *b,
                      uint32_t width, uint8_t *rgba);

#endif
