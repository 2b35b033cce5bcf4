/*
 * The grid that the demo world is made on: 8 x 8 tiles. Lattice nodes are 2.0833 yards apart, 256 a
 * tile, counted from the north-west corner of the world, i eastwards and j southwards. Terrain
 * vertices are the nodes where i and j are both even (outer) or both odd (inner). Chunks are
 * counted from the same corner, 16 a tile.
 */
#ifndef DEMO_WORLD_LATTICE_H
#define DEMO_WORLD_LATTICE_H

#include <stdint.h>

enum {
    WORLD_TILES = 8,       /* a side */
    WORLD_FIRST_TILE = 28, /* x and y on the 64 x 64 grid */
    CHUNKS_PER_TILE = 16,
    WORLD_CHUNKS = WORLD_TILES * CHUNKS_PER_TILE,
    NODES_PER_CHUNK = 16,
    NODES_PER_TILE = NODES_PER_CHUNK * CHUNKS_PER_TILE,
    LATTICE = WORLD_TILES * NODES_PER_TILE + 1,
    TEXELS_PER_CHUNK = 64,
    CHUNK_TEXELS = TEXELS_PER_CHUNK * TEXELS_PER_CHUNK,
};

#define TILE_YD (1600.0 / 3.0)
#define NODE_YD (TILE_YD / NODES_PER_TILE)
#define TEXEL_YD (NODE_YD / 4.0)

/* Index of a node into the per-node tables. Coordinates outside the lattice are clamped. */
static inline int32_t lattice_node(int32_t i, int32_t j)
{
    i = i < 0 ? 0 : i >= LATTICE ? LATTICE - 1 : i;
    j = j < 0 ? 0 : j >= LATTICE ? LATTICE - 1 : j;
    return j * LATTICE + i;
}

#endif
