/*
 * Triangles seen straight from above, into a band of samples. Coverage is exact integer arithmetic
 * on vertices snapped to 1/256 pixel, with the top-left rule: of two triangles that share an edge,
 * a sample on it belongs to one. Positions: x east, y south in 1/256 pixel from the tile's
 * north-west corner; z up, yards.
 */
#ifndef RENDER_MESH_RASTER_H
#define RENDER_MESH_RASTER_H

#include <stdbool.h>
#include <stdint.h>

#include "render/terrain/sample_band.h"
#include "scene/mesh/mesh_triangle.h"

/* A quantity that is linear over a triangle: value + dx * (x - x0) + dy * (y - y0), positions in
 * 1/256 pixel. */
struct raster_plane {
    double value;
    double dx;
    double dy;
};

/* A triangle made ready: negative area when its vertices run counter-clockwise on the image, which
 * is how faces that look up run. */
struct raster_triangle {
    struct mesh_position vertex[3];
    int64_t area; /* twice the area; 0: invisible */
    struct raster_plane z;
    float z_low;
    float z_high;
};

/* What a pixel of a triangle hands over: the samples (bit s) that lie in it and pass the height
 * test, and the heights there. */
struct raster_pixel {
    uint32_t x;
    uint32_t y;
    unsigned mask;
    float z_yd[SAMPLES];
};

typedef void raster_emit(void *user, const struct raster_pixel *pixel);

void raster_setup(const struct mesh_position vertex[3], struct raster_triangle *triangle);

/* The plane through one value a vertex. The triangle's area must not be 0. */
struct raster_plane raster_plane(const struct raster_triangle *triangle, const float values[3]);

/* Value of a plane at a position in 1/256 pixel. */
static inline double raster_plane_at(const struct raster_plane *plane,
                                     const struct raster_triangle *triangle, int32_t x, int32_t y)
{
    return plane->value + plane->dx * (double)(x - triangle->vertex[0].x) +
           plane->dy * (double)(y - triangle->vertex[0].y);
}

/* Calls `emit` for every pixel of the band in which a sample of the triangle lies that is not below
 * the band's surface nor above its ceiling. Both windings are drawn. */
void raster_draw(const struct raster_triangle *triangle, const struct sample_band *band,
                 raster_emit *emit, void *user);

#endif
