/*
 * The grid of a map: 64x64 tiles of 16x16 chunks (adt.h) of 8x8 quads, each quad a fan of four
 * triangles round an inner vertex. World: +X north, +Y west, yards; (0, 0) is the grid's middle.
 */
#ifndef FORMATS_GRID_H
#define FORMATS_GRID_H

#include <stdbool.h>
#include <stdint.h>

enum {
    QUADS_PER_CHUNK = 8, /* on an edge */
    QUADS_PER_TILE = 16 * QUADS_PER_CHUNK,

    /* Vertices of a chunk stand in rows of 9 outer, 8 inner, 9, ... From the north-west vertex of a
     * quad these lead to the others. */
    VERTEX_EAST = 1,
    VERTEX_INNER = QUADS_PER_CHUNK + 1,
    VERTEX_SOUTH = 2 * QUADS_PER_CHUNK + 1,
};

static const double TILE_YD = 1600.0 / 3.0;
static const double CHUNK_YD = 1600.0 / 3.0 / 16;
static const double QUAD_YD = 1600.0 / 3.0 / QUADS_PER_TILE;

/* World X of the north edge of tile row `y`; world Y of the west edge of tile column `x`. */
static inline double grid_edge_yd(double tile)
{
    return (32.0 - tile) * TILE_YD;
}

/* The other way: where a coordinate lies, in tiles from the grid's north or west edge. */
static inline double grid_tile_at(double yards)
{
    return 32.0 - yards / TILE_YD;
}

/* Whether X and Y are numbers within the grid. */
static inline bool grid_has(double x, double y)
{
    double edge = grid_edge_yd(0.0);
    return x >= -edge && x <= edge && y >= -edge && y <= edge;
}

/* Whether a point, X and Y, lies in tile (x, y) or within `reach` yards of it. */
static inline bool grid_tile_is_near(const double point[2], double reach, uint32_t x, uint32_t y)
{
    double north = grid_edge_yd(y);
    double west = grid_edge_yd(x);
    return point[0] <= north + reach && point[0] >= north - TILE_YD - reach &&
           point[1] <= west + reach && point[1] >= west - TILE_YD - reach;
}

#endif
