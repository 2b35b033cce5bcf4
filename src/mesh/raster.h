/*
 * Triangles seen straight from above, into a band of samples. Coverage is exact integer arithmetic
 * on vertices snapped to 1/SUBPIXELS pixel, with the top-left rule: of two triangles that share an
 * edge, a sample on it belongs to one. raster.c explains the algorithm.
 */
#ifndef MESH_RASTER_H
#define MESH_RASTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/lanes.h"
#include "mesh/mesh_triangle.h"
#include "mesh/sample_band.h"

/* value(x, y) = base + dx * x + dy * y. A sample is inside where it is not negative. */
struct raster_edge {
    int64_t base;
    int64_t dx;
    int64_t dy;
};

/* A triangle that is ready to be drawn into one band. */
struct raster_triangle {
    struct raster_edge edges[3];
    int32_t left, right, top, bottom; /* pixels of the band that it may touch, inclusive */
    int32_t x, y;                     /* first vertex */
    double z_yd, z_dx, z_dy;          /* height there, and its gradient per subpixel */
    float z_low, z_high;
    bool is_small; /* its edges fit 32 bits */
    bool depth_test;
};

/* What a pixel of a triangle hands over: the samples (bit s) that lie in it and pass the depth
 * test, and the heights there. */
struct raster_pixel {
    uint32_t x;
    uint32_t y;
    unsigned mask;
    lanes_f z_yd;
};

typedef void raster_emit(void *user, const struct raster_pixel *pixel);

/* Readies a triangle of either winding, with the depth test. False when it can cover no sample of
 * the band. */
bool raster_setup(const struct mesh_position position[3], const struct sample_band *band,
                  struct raster_triangle *triangle);

/* Calls `emit` for every pixel of the band in which a sample of the triangle lies that is not below
 * the depth buffer nor above the clip height. */
void raster_draw(const struct raster_triangle *triangle, const struct sample_band *band,
                 raster_emit *emit, void *user);

/*
 * The opaque pass: every sample that passes the depth test takes the triangle's depth, and `id` in
 * band->visible.
 */
void raster_draw_visible(const struct raster_triangle *triangle, const struct sample_band *band,
                         uint32_t id);

#endif
