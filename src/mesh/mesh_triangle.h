/*
 * One triangle as it is drawn: all that the steps after its setup read, in 96 bytes.
 *
 * Seen straight from above nothing is in perspective: height, texture coordinates and light are
 * planes over the image. A plane is a value at the first corner and two gradients. Four planes lie
 * in the lanes of three vectors, so two multiplications and two additions give all four at a pixel.
 */
#ifndef MESH_MESH_TRIANGLE_H
#define MESH_MESH_TRIANGLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lanes.h"
#include "mesh/mesh_seen.h"
#include "mesh/mip_footprint.h"

/* value(x, y) = at + east (x - x0) + south (y - y0), in subpixels from the first corner. */
struct mesh_planes {
    lanes_f at, east, south;
};

/* Lanes of a triangle's planes. */
enum {
    PLANE_U, /* of the first texture, in 1/PLACE_ONE texel of its image */
    PLANE_V,
    PLANE_LIGHT, /* see mesh_batch.light, and takes_shadow */
    PLANE_HEIGHT /* in yards */
};

enum { PLACE_BITS = 7, PLACE_ONE = 1 << PLACE_BITS };

struct mesh_triangle {
    struct mesh_planes planes;
    int32_t x[3], y[3];                /* corners, clockwise on the image, in subpixels */
    float low_yd, high_yd;             /* what the height is limited to */
    uint32_t batch;                    /* in the list */
    struct mip_footprint texture;      /* of the first texture */
    uint16_t left, right, top, bottom; /* pixels of the tile that its box touches, inclusive */
};

/* A further texture of a triangle. */
struct mesh_layer_plane {
    float at[2], east[2], south[2]; /* as PLANE_U, PLANE_V */
    struct mip_footprint texture;
};

/* What mixes other than MIX_FIRST need of a triangle in addition. */
struct mesh_layers {
    struct mesh_planes weights;      /* of the mix; k is the last lane */
    struct mesh_layer_plane layer[]; /* of its textures from the second on */
};

/* Bytes from the layers of a triangle to those of the next, of a mix of so many textures. */
static inline uint32_t mesh_layers_bytes(unsigned textures)
{
    size_t bytes = sizeof(struct mesh_layers) + (textures - 1) * sizeof(struct mesh_layer_plane);
    return (uint32_t)((bytes + sizeof(lanes_f) - 1) / sizeof(lanes_f) * sizeof(lanes_f));
}

/* Corners on their way into planes: those of a triangle, clockwise. */
struct mesh_corners {
    int32_t x[3], y[3];
    int64_t area; /* twice that of the triangle, in square subpixels; not 0 */
};

/* The corners of the triangle of three vertices, counted from `first_vertex`, with an area. Swaps
 * the last two vertices where they run counter-clockwise. */
static inline void mesh_corners_set(const struct mesh_moved *moved, uint32_t first_vertex,
                                    uint32_t vertex[3], struct mesh_corners *corners)
{
    for (unsigned k = 0; k < 3; k++) {
        const int32_t *at = moved->xy[vertex[k] - first_vertex];
        corners->x[k] = at[0];
        corners->y[k] = at[1];
    }
    corners->area = (int64_t)(corners->x[1] - corners->x[0]) * (corners->y[2] - corners->y[0]) -
                    (int64_t)(corners->x[2] - corners->x[0]) * (corners->y[1] - corners->y[0]);
    if (corners->area < 0) {
        uint32_t second = vertex[1];
        int32_t x = corners->x[1], y = corners->y[1];
        vertex[1] = vertex[2];
        corners->x[1] = corners->x[2];
        corners->y[1] = corners->y[2];
        vertex[2] = second;
        corners->x[2] = x;
        corners->y[2] = y;
        corners->area = -corners->area;
    }
}

/* The planes through one vector of values per corner. */
static inline struct mesh_planes mesh_planes_of(const struct mesh_corners *corners,
                                                const lanes_f value[3])
{
    float per_area = 1.0F / (float)corners->area;
    lanes_f from_1 = (value[1] - value[0]) * lanes_splat(per_area);
    lanes_f from_2 = (value[2] - value[0]) * lanes_splat(per_area);
    lanes_f x1 = lanes_splat((float)(corners->x[1] - corners->x[0]));
    lanes_f y1 = lanes_splat((float)(corners->y[1] - corners->y[0]));
    lanes_f x2 = lanes_splat((float)(corners->x[2] - corners->x[0]));
    lanes_f y2 = lanes_splat((float)(corners->y[2] - corners->y[0]));
    return (struct mesh_planes){value[0], from_1 * y2 - from_2 * y1, from_2 * x1 - from_1 * x2};
}

/* The values of planes at (x, y) in subpixels of a tile. */
static inline lanes_f mesh_planes_at(const struct mesh_planes *planes,
                                     const struct mesh_triangle *triangle, int32_t x, int32_t y)
{
    return planes->at + planes->east * lanes_splat((float)(x - triangle->x[0])) +
           planes->south * lanes_splat((float)(y - triangle->y[0]));
}

/* Fills planes, corners, heights and box of a triangle on a tile of `size_px`. The lanes of
 * `value`, one for each corner, are those of the planes; u and v are texture coordinates for now.
 */
void mesh_triangle_make(const struct mesh_corners *corners, const lanes_f value[3],
                        uint32_t size_px, struct mesh_triangle *triangle);

/*
 * Takes the planes through the texture coordinates in the first two lanes of `value` to places in
 * the level of `texture` that a pixel samples; *footprint says which one, chosen by `sampling` as
 * mip_footprint does. Axes that wrap begin with a repeat that leaves no place of the triangle
 * negative. Half a place is added, so that leaving out fractions rounds. Other lanes stay.
 */
void mesh_place_texture(const struct mip_texture *texture, struct mip_sampling sampling,
                        unsigned wrap, const lanes_f value[3], struct mesh_planes *planes,
                        struct mip_footprint *footprint);

#endif
