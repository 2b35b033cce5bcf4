/*
 * The demo world as such, before any file format: an island on 8 x 8 tiles with its relief, ground,
 * light, water and regions. Writers of every era ask it the same questions.
 *
 * Places are lattice nodes: 256 a tile, 2.0833 yards apart, counted from the north-west corner of
 * the world, i eastwards and j southwards; terrain vertices are the nodes where i and j are both
 * even (outer) or both odd (inner). Chunks are counted likewise, 16 a tile.
 */
#ifndef DEMO_WORLD_WORLD_H
#define DEMO_WORLD_WORLD_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"

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

/* Distance from a line on the ground, and the height that the line has there. */
struct way {
    float *distance_yd; /* per node; WAY_FAR where the line is farther than that */
    float *level_yd;    /* height of the nearest point of the line */
    float *width_yd;    /* half the width of the way there */
};

#define WAY_FAR 60.0

#define SWAMP_LEVEL_YD 4.0

/* Kinds of liquid, as clients tell them apart. */
enum water_kind { WATER_FRESH, WATER_SEA, WATER_MAGMA, WATER_SLIME, WATER_KINDS };

/* The liquid of one kind over one chunk: 9 x 9 vertices and 8 x 8 quads, rows from the north. */
struct water_sheet {
    enum water_kind kind;
    double level_yd[81];
    double depth_yd[81]; /* of the ground below the surface; negative where it is above */
    bool quad[64];       /* which quads carry liquid */
};

struct scenery;

struct world {
    float *height_yd; /* per node, whole 256ths of a yard */
    float *shade_yd;  /* per node: ground below this height lies in another hill's shadow */
    float *hollow;    /* per node: how far the surroundings stand above, about -1..1 */
    float *coast_yd;  /* per node: distance to the coast line, rough; negative at sea */
    struct way river;
    struct way road;   /* packed earth */
    struct way street; /* cobbled */
    float lake_level_yd;
    float crater_rim_yd;
    struct scenery *scenery; /* what stands on it */
};

/* Makes the whole world; destroy it even after a failure. */
enum adtmap_status world_create(struct world *world, const struct diag *diag);

void world_destroy(struct world *world);

/*
 * Liquid sheets of the chunk (x, y), at most WATER_KINDS; returns how many. Only sheets with at
 * least one quad.
 */
int world_water(const struct world *world, int32_t x, int32_t y,
                struct water_sheet sheets[WATER_KINDS]);

/* Slope of the ground at a node, rise over run towards east and south. */
void world_slope(const struct world *world, int32_t i, int32_t j, double slope[2]);

/* Depth of a node below the surface of the lake or a river, 0 on dry land. */
double world_inland_depth(const struct world *world, int32_t i, int32_t j);

/* Colour of a node, red, green, blue; 1 leaves the ground's colour as it is. */
void world_tint(const struct world *world, int32_t i, int32_t j, double rgb[3]);

/* Regions, as area ids. */
enum world_area {
    AREA_SEA = 1,
    AREA_LOWLAND,
    AREA_MOUNTAINS,
    AREA_VILLAGE,
    AREA_HARBOUR,
    AREA_RUINS,
    AREA_VOLCANO,
    AREA_SWAMP,
    AREA_LAKE,
};

/* The region that a chunk lies in, an enum world_area. */
uint32_t world_area(const struct world *world, int32_t x, int32_t y);

/* Holes of a chunk: bit (row * 4 + column) for each square of 2 x 2 quads that is open. */
uint16_t world_holes(int32_t x, int32_t y);

/* Whether a tile of the world, 0..7 each, has a file. */
bool world_has_tile(int32_t x, int32_t y);

/* Index of a node into the per-node tables; nodes outside are moved to the rim. */
static inline int32_t world_node(int32_t i, int32_t j)
{
    i = i < 0 ? 0 : i >= LATTICE ? LATTICE - 1 : i;
    j = j < 0 ? 0 : j >= LATTICE ? LATTICE - 1 : j;
    return j * LATTICE + i;
}

#endif
