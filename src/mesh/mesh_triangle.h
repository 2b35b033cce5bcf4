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

/* The values of planes at (x, y) in subpixels of a tile. */
static inline lanes_f mesh_planes_at(const struct mesh_planes *planes,
                                     const struct mesh_triangle *triangle, int32_t x, int32_t y)
{
    return planes->at + planes->east * lanes_splat((float)(x - triangle->x[0])) +
           planes->south * lanes_splat((float)(y - triangle->y[0]));
}

struct mesh_builder;
struct mesh_shape;

/* Triangles of a shape that become triangles of a list. */
struct mesh_making {
    const struct mesh_builder *builder; /* which has moved the vertices */
    const struct mesh_shape *shape;
    const uint32_t *numbers; /* of the triangles in the shape, in their order in the list */
    uint32_t count;
    bool has_heights_only; /* nobody asks for colours: of planes only that of heights is filled */
    /* What is filled in addition, unless it is NULL: the planes of light, and the layers, of which
     * those of a triangle begin layers_bytes after those of the one before. */
    struct mesh_planes *colors;
    char *layers;
    uint32_t layers_bytes;
    uint32_t *finest; /* of each texture: lowered to the finest level that a triangle samples */
};

/* Fills the triangles behind those that the list of the builder counts. Corners are put clockwise;
 * planes of a texture are those of places in the level that a pixel samples. */
void mesh_make_triangles(const struct mesh_making *making);

#endif
