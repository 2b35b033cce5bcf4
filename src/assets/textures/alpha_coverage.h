/* Rows of an image on their way into mip levels: alpha is replaced by what a key leaves of it, and
 * colours are multiplied by that. */
#ifndef ASSETS_TEXTURES_ALPHA_COVERAGE_H
#define ASSETS_TEXTURES_ALPHA_COVERAGE_H

#include <stdint.h>

#include "assets/textures/mip_reducer.h"

struct alpha_coverage;

/*
 * For an image `width` texels wide, of which texels pass from alpha `key` on. Rows go to `reducer`,
 * which must outlive it. NULL when out of memory.
 */
struct alpha_coverage *alpha_coverage_create(uint32_t width, uint8_t key,
                                             struct mip_reducer *reducer);
void alpha_coverage_destroy(struct alpha_coverage *coverage);

/* Takes the next `count` rows of the image, RGBA, from the top; at most BLP_BAND_ROWS. */
void alpha_coverage_rows(struct alpha_coverage *coverage, const uint8_t *rows, uint32_t count);

/* Hands over what is left, after the last row. */
void alpha_coverage_finish(struct alpha_coverage *coverage);

#endif
