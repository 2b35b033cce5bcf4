/* Where things are in the demo world. Places are in tiles from its north-west corner. */
#ifndef DEMO_WORLD_SITES_H
#define DEMO_WORLD_SITES_H

#include <stdbool.h>

/* A round place: the ground is level up to `radius_yd` and meets the land `blend_yd` farther. Where
 * both are 0 the land is as it is, and the place is there for roads to lead to. */
struct site {
    double x, y;
    double radius_yd;
    double blend_yd;
    double level_yd; /* height of the level ground; 0 for that of the land in the middle */
};

enum site_name {
    SITE_VILLAGE,
    SITE_HARBOUR,
    SITE_LANDING,
    SITE_RUINS,
    SITE_MINE,
    SITE_HAMLET,
    SITE_CRATER_TRAIL,
    SITE_SWAMP_EDGE,
    SITE_EAST_MOOR,
    SITE_WEST_SHORE,
    SITE_WEST_GATE,
    SITE_EAST_GATE,
    SITE_NORTH_GATE,
    SITE_SOUTH_GATE,
    SITE_CASTLE,
    SITE_CASTLE_GATE,
    SITE_LIGHTHOUSE,
    SITE_COUNT,
};

const struct site *site_get(enum site_name name);

/* Yards from the lake's shore, positive on the water. */
double lake_inside_yd(double x, double y);

/* Yards from the middle of the crater, and from the middle of the swamp (ragged). */
double crater_distance_yd(double x, double y);
double swamp_distance_yd(double x, double y);

/* Depth of the harbour's basin below the land, as a share of what it is dredged to: 0 outside. */
double harbour_basin(double x, double y);

/* Yards inside the castle's walls, negative without. */
double castle_inside_yd(double x, double y);

/* Yards from a site's middle. */
double site_distance_yd(enum site_name name, double x, double y);

/* The harbour's quay faces south along this line, and this is how deep the water before it is. */
#define QUAY_Y 6.4725
#define BASIN_YD 4.5

#define LAKE_X 3.28
#define LAKE_Y 3.72
#define CRATER_X 6.05
#define CRATER_Y 5.75
#define SWAMP_X 2.55
#define SWAMP_Y 6.05
#define CRATER_RADIUS_YD 62.0
#define SWAMP_RADIUS_YD 330.0

#endif
