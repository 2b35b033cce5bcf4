/* Compares two PNG files row by row, and draws their differences: what `adtmap compare` does. */
#ifndef CLI_DIFF_PICTURE_PAIR_H
#define CLI_DIFF_PICTURE_PAIR_H

#include "cli/options/option_kinds.h"
#include "codec/compare.h"

/* Which differences count. Without limits each does; with both, both must hold. */
struct picture_limits {
    struct option_optional_real max_diff;
    struct option_optional_real min_psnr_db;
};

struct picture_pair {
    const char *paths[2];
    uint32_t width[2];
    uint32_t height[2];
    struct comparison comparison;
    unsigned largest; /* greatest difference in any channel */
    bool same;        /* equal, or within the limits */
};

/*
 * Compares the files of `pair->paths` and fills in the rest. Their differences are drawn to
 * `diff_path`, if it is not NULL and the sizes are equal. Failures are those of png_rows_open,
 * png_rows_next and output_write.
 */
enum adtmap_status picture_pair_compare(struct picture_pair *pair,
                                        const struct picture_limits *limits, const char *diff_path,
                                        const struct diag *diag);

/* The same for a file below each of two folders, without limits and without a drawing of the
 * differences. pair->paths are NULL afterwards. */
enum adtmap_status picture_pair_compare_in(struct picture_pair *pair, const char *const folders[2],
                                           const char *const files[2], const struct diag *diag);

struct json;

/* Adds the figures of pictures of one size: differing_pixels, max_diff, psnr_db,
 * ssim, first, box. */
void picture_pair_describe(const struct picture_pair *pair, struct json *json);

#endif
