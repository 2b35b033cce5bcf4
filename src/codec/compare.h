/*
 * Compares two pictures: whether they are equal, how much they differ, and where. Counts and sums
 * are integers, so that the results are the same on every machine.
 */
#ifndef CODEC_COMPARE_H
#define CODEC_COMPARE_H

#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "codec/png/png_read.h"

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

/*
 * Compares two pictures of at least one pixel.
 *
 * psnr_db = 10 log10(255^2 / mean squared difference), 65535^2 for 16-bit grey. ssim is the mean
 * structural similarity (Wang, Bovik, Sheikh, Simoncelli 2004) of luma, (299 R + 587 G + 114 B) /
 * 1000 rounded, over unweighted windows of 8x8 pixels, every 4 pixels and at the right and bottom
 * edges, with K1 = 0.01 and K2 = 0.03. Pictures smaller than that have one smaller window.
 */
void compare_pictures(const struct picture *a, const struct picture *b, struct comparison *result);

/*
 * Draws the differences: `a` in dark grey, differing pixels in red (1), orange, yellow to white
 * (255) by their largest difference. ADTMAP_BAD_ARGUMENT for pictures of different sizes. The
 * caller frees the picture.
 */
enum adtmap_status compare_draw(const struct picture *a, const struct picture *b,
                                const struct diag *diag, struct picture *drawn);

#endif
