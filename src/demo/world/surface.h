/* The ground of the demo world: height, slope, colour, regions and holes. */
#ifndef DEMO_WORLD_SURFACE_H
#define DEMO_WORLD_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/world/world.h"

/* Height of the node nearest to (x, y), in tiles. */
double surface_node_height_yd(const struct world *world, double x, double y);

/* Height at a point, in yards from the north-west corner; bilinear between nodes. */
double surface_height_yd(const struct world *world, double east_yd, double south_yd);

/* Slope of the ground at a node, rise over run towards east and south. */
void surface_slope(const struct world *world, int32_t i, int32_t j, double slope[2]);

/* Vertex colour of a node, red, green, blue; 1 leaves the ground's colour as it is. */
void surface_tint(const struct world *world, int32_t i, int32_t j, double rgb[3]);

/* Area ids of the regions. */
enum area_id {
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

/* The area id of a chunk, an enum area_id. */
uint32_t surface_area_id(const struct world *world, int32_t x, int32_t y);

/* Holes of a chunk: bit (row * 4 + column) for each square of 2 x 2 quads that is open. */
uint16_t surface_holes(const struct world *world, int32_t x, int32_t y);

/* Whether the tile (x, y) of the world, 0..7 each, has a file. */
bool surface_has_tile(int32_t x, int32_t y);

#endif
