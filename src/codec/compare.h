/*
 * The golden check: are two pictures the same, and if not, by how much and where. Counts and sums
 * are whole numbers; the figures made of them are the same on every machine.
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
    COMPARISON_SIZES_DIFFER, /* nothing else was looked at */
};

struct comparison {
    enum comparison_verdict verdict;
    uint64_t differing_pixels; /* in any of the four channels */
    uint8_t largest[4];        /* greatest difference in red, green, blue, alpha */
    uint32_t largest_grey16;   /* of two 16-bit greys, 0..65535, which are compared as such */
    double psnr_db;            /* over red, green and blue; INFINITY when they are equal */
    double ssim;               /* 1 for equal luma, down to -1 */
    /* The rest is 0 when no pixel differs. */
    uint32_t first_x; /* the first differing pixel in reading order */
    uint32_t first_y;
    uint32_t left; /* the box around all differing pixels, last ones included */
    uint32_t top;
    uint32_t right;
    uint32_t bottom;
};

/*
 * Compares two pictures of at least one pixel.
 *
 * psnr_db = 10 log10(255^2 / mean squared difference), 65535^2 for 16-bit grey. ssim is the mean
 * structural similarity (Wang, Bovik, Sheikh, Simoncelli 2004) of luma, (299 R + 587 G + 114 B) /
 * 1000 rounded, over windows of 8x8 pixels, every 4 pixels and at the right and bottom edges,
 * without weights, with K1 = 0.01 and K2 = 0.03. Smaller pictures have one smaller window.
 */
void compare_pictures(const struct picture *a, const struct picture *b, struct comparison *result);

/*
 * A picture of the differences: `a` as dark grey, and over it each differing pixel from red (1)
 * over orange and yellow to white (255) by its greatest difference. ADTMAP_BAD_ARGUMENT for
 * pictures of different sizes. The picture is the caller's.
 */
enum adtmap_status compare_draw(const struct picture *a, const struct picture *b,
                                const struct diag *diag, struct picture *drawn);

#endif
