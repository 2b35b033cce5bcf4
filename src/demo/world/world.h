/*
 * The demo world, independent of any file format: an island on 8 x 8 tiles with its heights,
 * rivers, roads and buildings. surface.h and ground.h answer questions about it, which the writers
 * of every era ask.
 *
 * It is made on a lattice: nodes are 2.0833 yards apart, 256 a tile, counted from the north-west
 * corner of the world, i eastwards and j southwards. Terrain vertices are the nodes where i and j
 * are both even (outer) or both odd (inner). Chunks are counted from the same corner, 16 a tile.
 */
#ifndef DEMO_WORLD_WORLD_H
#define DEMO_WORLD_WORLD_H

#include <stdint.h>

#include "demo/world/sites.h"

enum {
    WORLD_TILES = 8,       /* a side */
    WORLD_FIRST_TILE = 28, /* x and y on the 64 x 64 grid */
    CHUNKS_PER_TILE = 16,
    WORLD_CHUNKS = WORLD_TILES * CHUNKS_PER_TILE,
    NODES_PER_CHUNK = 16,
    NODES_PER_TILE = NODES_PER_CHUNK * CHUNKS_PER_TILE,
    LATTICE = WORLD_TILES * NODES_PER_TILE + 1, /* nodes a side */
    LATTICE_NODES = LATTICE * LATTICE,
    TEXELS_PER_CHUNK = 64,
    CHUNK_TEXELS = TEXELS_PER_CHUNK * TEXELS_PER_CHUNK,
};

#define TILE_YD (1600.0 / 3.0)
#define NODE_YD (TILE_YD / NODES_PER_TILE)
#define TEXEL_YD (NODE_YD / 4.0)

/* The direction to the sun, in the north-west: its part to the north and to the west, and up. */
#define SUN_LEVEL 0.5647
#define SUN_UP 0.6018

/* Index of a node into the per-node tables. Coordinates outside the lattice are clamped. */
static inline int32_t lattice_node(int32_t i, int32_t j)
{
    i = i < 0 ? 0 : i >= LATTICE ? LATTICE - 1 : i;
    j = j < 0 ? 0 : j >= LATTICE ? LATTICE - 1 : j;
    return j * LATTICE + i;
}

/* Distances of a course map end here; nodes farther from any line keep this value. */
#define COURSE_FAR_YD 60.0

/* The nearest river or road of each node: its distance, and its height and half width there. */
struct course_map {
    float distance_yd[LATTICE_NODES], level_yd[LATTICE_NODES], half_width_yd[LATTICE_NODES];
};

struct scenery;

/* Tables hold one value per lattice node. */
struct world {
    float height_yd[LATTICE_NODES]; /* multiples of 1/256 yard */
    float shade_yd[LATTICE_NODES];  /* ground below this height lies in the shadow of a hill */
    float hollow[LATTICE_NODES];    /* height of the surroundings above the node, about -1..1 */
    float coast_yd[LATTICE_NODES];  /* distance to the coast, approximate; negative at sea */
    struct course_map river;        /* lava near the volcano */
    struct course_map road;
    float lake_level_yd;
    float lava_level_yd;
    double site_level_yd[SITE_COUNT]; /* of the level ground (sites.h) */
    struct scenery *scenery;          /* the placed buildings and doodads */
};

/* Makes the whole world; NULL when out of memory. */
struct world *world_create(void);
void world_destroy(struct world *world);

#endif
