/* Vertices of placed models to a tile's pixels, and those of their triangles that are seen there.
 */
#ifndef MESH_MESH_SEEN_H
#define MESH_MESH_SEEN_H

#include <stdbool.h>
#include <stdint.h>

#include "mesh/mesh.h"

/* From the axes of a placed model to the tile's pixels: x east and y south in 1/256 pixel, z up in
 * yards; each row times (position, 1). */
struct mesh_view {
    double to_pixel[2][4];
    double to_height[4];
};

/* Where vertices stand on the tile, by their numbers in the model. */
struct mesh_moved {
    int32_t (*xy)[2];
    float *z_yd;
};

static inline int32_t mesh_least_of(int32_t a, int32_t b, int32_t c)
{
    int32_t low = a < b ? a : b;
    return low < c ? low : c;
}

static inline int32_t mesh_most_of(int32_t a, int32_t b, int32_t c)
{
    int32_t high = a > b ? a : b;
    return high > c ? high : c;
}

/* What vertices lie between, on each axis. */
struct mesh_extent {
    int32_t low[2], high[2];
};

/* Moves `count` vertices of a model from `first` on, and returns what they lie between; moves one
 * alone. */
struct mesh_extent mesh_move(const struct mesh_view *view, const float (*positions)[3],
                             uint32_t first, uint32_t count, const struct mesh_moved *moved);
struct mesh_position mesh_view_place(const struct mesh_view *view, const float position[3]);

/*
 * Lists the triangles of `indices` that are seen on a tile of size_px: puts the number of each,
 * counted from 0, into `seen`, and returns how many there are. Left out is what lies outside, looks
 * down though it is one-sided, is edge-on, or meets no sample. Of those that meet no sample a few
 * stay. With `left_out` what lies in that area is left out, too; else it is NULL.
 */
uint32_t mesh_find_seen(const int32_t (*xy)[2], const uint32_t *indices, uint32_t index_count,
                        bool two_sided, uint32_t size_px, const struct pixel_area *left_out,
                        uint32_t *seen);

#endif
