/*
 * Liquids of every era as one structure: a grid of quads with a height at each vertex. MH2O
 * (mh2o.h), MCLQ (mclq.h) and MLIQ (wmo.h) are read into it.
 */
#ifndef FORMATS_LIQUID_H
#define FORMATS_LIQUID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum liquid_class {
    LIQUID_WATER,
    LIQUID_OCEAN,
    LIQUID_MAGMA,
    LIQUID_SLIME,
    LIQUID_CLASSES,
    LIQUID_NONE = 0xFF, /* of a quad: nothing there */
};

/* Ids of LiquidType.dbc that mean something in the files themselves. */
enum liquid_type {
    LIQUID_TYPE_UNKNOWN = 0,
    LIQUID_TYPE_WATER = 1,
    LIQUID_TYPE_OCEAN = 2,
    LIQUID_TYPE_MAGMA = 3,
    LIQUID_TYPE_SLIME = 4,
    LIQUID_TYPE_WMO_WATER = 13,
    LIQUID_TYPE_WMO_OCEAN = 14,
    LIQUID_TYPE_WMO_MAGMA = 19,
    LIQUID_TYPE_WMO_SLIME = 20,
};

/*
 * width x height quads with (width + 1) x (height + 1) vertices. Rows and columns run as the owner
 * of the grid says. Arrays live in the arena that the reader was given.
 */
struct liquid_grid {
    uint32_t width, height; /* quads, both at least 1 */
    uint32_t type;          /* id of LiquidType.dbc; LIQUID_TYPE_UNKNOWN where quads differ */
    const float *height_yd; /* a vertex: absolute in the owner's space, finite */
    const uint8_t *depth;   /* a vertex: 0 shallow .. 255 deep; NULL: the file says nothing */
    const float (*uv)[2];   /* a vertex: texture repeats; NULL: the file says nothing */
    const uint8_t *quad;    /* a quad: enum liquid_class, or LIQUID_NONE */
};

/* Liquid of a map chunk. Rows run from the north, columns from the west. */
struct liquid_layer {
    uint32_t chunk; /* index 16 * row + column in the tile */
    uint32_t x, y;  /* the chunk's quad where the grid begins: column and row, x + width <= 8 */
    struct liquid_grid grid;
};

/* The layers of a tile, in the order of the file. */
struct liquid_layers {
    uint32_t count;
    const struct liquid_layer *layers;
    uint32_t unknown_formats; /* how many are flat as no known format fits their size */
};

/*
 * What a liquid is, by its id in LiquidType.dbc, for data without that table. Unknown ids are
 * water.
 */
enum liquid_class liquid_class_of(uint32_t type);

/* The arrays of a grid under construction: the same ones, writable. */
struct liquid_arrays {
    float *height_yd;
    uint8_t *depth;
    float (*uv)[2];
    uint8_t *quad;
};

/* Which optional arrays a grid has. */
enum liquid_parts { LIQUID_HEIGHTS_ONLY = 0, LIQUID_HAS_DEPTH = 1, LIQUID_HAS_UV = 2 };

/* Vertices of a grid. */
static inline size_t liquid_vertices(const struct liquid_grid *grid)
{
    return ((size_t)grid->width + 1) * ((size_t)grid->height + 1);
}

static inline size_t liquid_quads(const struct liquid_grid *grid)
{
    return (size_t)grid->width * grid->height;
}

/* Quads of a class. */
size_t liquid_count(const struct liquid_grid *grid, enum liquid_class class);

/*
 * Gives the grid, whose width and height are set, zeroed arrays for its heights, its quads and the
 * `parts` named; false when memory ran out.
 */
bool liquid_grid_create(struct liquid_grid *grid, unsigned parts, struct arena *arena,
                        struct liquid_arrays *arrays);

/* *height, or `instead` where it is not a height of a map (NaN, beyond 1e6 yards); counts those. */
static inline float liquid_sane_height(float height, float instead, uint32_t *invalid)
{
    bool sane = height > -1e6F && height < 1e6F;
    *invalid += !sane;
    return sane ? height : instead;
}

#endif
