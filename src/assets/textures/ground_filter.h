/*
 * From a texture's texels to its pixels on the ground: exact averages of what a pixel covers, or
 * between the nearest texels where it covers less than one. Takes the image row by row as it is
 * decoded and keeps one row of sums, so that a texture's size costs time and no memory here.
 */
#ifndef ASSETS_TEXTURES_GROUND_FILTER_H
#define ASSETS_TEXTURES_GROUND_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/textures/ground_texture.h"

enum { GROUND_TEXELS_MAX = 1 << 16 }; /* along either edge of an image */

/* What becomes of an image. */
enum ground_filter_kind {
    GROUND_FILTER_COLORS, /* red, green, blue: the colours; alpha is ignored */
    GROUND_FILTER_HEIGHT, /* alpha: the height plane */
};

struct ground_filter;

/*
 * A filter of a width x height image, each 1..GROUND_TEXELS_MAX, into `texture`, which must outlive
 * it. Takes some 16 bytes a texel of a row. NULL when out of memory.
 */
struct ground_filter *ground_filter_create(enum ground_filter_kind kind, uint32_t width,
                                           uint32_t height, struct ground_texture *texture);

/*
 * Takes the next `count` rows, R, G, B, A, from the top, at most those left of the image. With the
 * last one the planes are complete.
 */
void ground_filter_rows(struct ground_filter *filter, const uint8_t *rgba, uint32_t count);

void ground_filter_destroy(struct ground_filter *filter); /* NULL is fine */

#endif
