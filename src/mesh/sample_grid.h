/* Where the samples of a pixel lie. */
#ifndef MESH_SAMPLE_GRID_H
#define MESH_SAMPLE_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "mesh/mesh.h"

enum { SAMPLES = 4 };

/* In 1/256 pixel from the pixel's north-west corner: rotated, so that edges along either axis pass
 * them one at a time. */
extern const int32_t sample_x[SAMPLES];
extern const int32_t sample_y[SAMPLES];

/* A box in 1/256 pixel, edges included. */
struct subpixel_box {
    int32_t low_x, high_x;
    int32_t low_y, high_y;
};

static inline int32_t lowest_of_3(int32_t a, int32_t b, int32_t c)
{
    int32_t low = a < b ? a : b;
    return low < c ? low : c;
}

static inline int32_t highest_of_3(int32_t a, int32_t b, int32_t c)
{
    int32_t high = a > b ? a : b;
    return high > c ? high : c;
}

/* The box round a triangle. */
static inline struct subpixel_box subpixel_box_of(const struct mesh_position *a,
                                                  const struct mesh_position *b,
                                                  const struct mesh_position *c)
{
    return (struct subpixel_box){
        .low_x = lowest_of_3(a->x, b->x, c->x),
        .high_x = highest_of_3(a->x, b->x, c->x),
        .low_y = lowest_of_3(a->y, b->y, c->y),
        .high_y = highest_of_3(a->y, b->y, c->y),
    };
}

/* Whether a sample of any pixel lies in the box. */
bool sample_grid_touches(const struct subpixel_box *box);

/*
 * False when no sample lies in the triangle, edges included, of which `box` is the box. Large ones
 * are not looked at. `is_clockwise`: mesh_area is positive; it must not be 0.
 */
bool sample_grid_may_cover(const struct mesh_position *a, const struct mesh_position *b,
                           const struct mesh_position *c, bool is_clockwise,
                           const struct subpixel_box *box);

#endif
