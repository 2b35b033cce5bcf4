/* The ground of the demo world: height, slope, colour, regions, holes, liquids and fields. */
#ifndef DEMO_WORLD_SURFACE_H
#define DEMO_WORLD_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/world/world.h"

/* Height of the node nearest to (x, y), in tiles. */
double surface_node_height_yd(const struct world *world, double x, double y);

/* The node nearest to a point, in yards from the north-west corner, and the height there, bilinear
 * between nodes. */
int32_t surface_node_at(double east_yd, double south_yd);
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

/* Liquid types that clients know from each other. */
enum water_kind { WATER_FRESH, WATER_SEA, WATER_MAGMA, WATER_SLIME, WATER_KINDS };

/* The liquid of one kind over one chunk: 9 x 9 vertices and 8 x 8 quads, rows from the north. */
struct water_sheet {
    enum water_kind kind;
    double level_yd[81];
    double depth_yd[81]; /* from the surface down to the ground; negative above water */
    bool quad[64];       /* which quads carry liquid */
};

/* Liquid sheets of the chunk (x, y) that have at least one quad. Returns how many. */
int water_sheets(const struct world *world, int32_t x, int32_t y,
                 struct water_sheet sheets[WATER_KINDS]);

/* Parcels of farm land lie in rows, each with one crop. Cosine and sine of the angle of the rows,
 * 24 degrees, and the width of a row. */
#define FIELD_SLANT_COS 0.9135454576426009
#define FIELD_SLANT_SIN 0.4067366430758002
#define FIELD_SLANT_DEG 24.0
#define FIELD_ROW_YD 78.0

enum crop { CROP_NONE, CROP_PLOUGHED, CROP_GREENS, CROP_WHEAT, CROP_FALLOW };

struct parcel {
    enum crop crop;   /* CROP_NONE outside farm land */
    double edge_yd;   /* distance to the parcel's nearest edge */
    double furrow_yd; /* position across the furrows */
    bool hedge;       /* trees stand along its edges */
};

/* The parcel at a point, in yards from the world's north-west corner. */
struct parcel parcel_at(const struct world *world, double east_yd, double south_yd);

#endif
