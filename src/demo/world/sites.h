/* Named sites of the demo world, and its regions. Positions are in tiles from its north-west
 * corner. */
#ifndef DEMO_WORLD_SITES_H
#define DEMO_WORLD_SITES_H

/* A round site: the ground is level up to `radius_yd` and blends into the land over the next
 * `blend_yd`. If both are 0 the site is only a name for a place. */
struct site {
    double x, y;
    double radius_yd, blend_yd;
    double level_yd; /* height of the level ground; 0 takes the land's height in the middle */
};

/* Each site: its name, then a struct site. */
#define SITES(X)                                                                                   \
    X(VILLAGE, 4.05, 4.72, 70.0, 90.0, 0.0)                                                        \
    X(HARBOUR, 4.40, 6.39, 42.0, 40.0, 2.75)                                                       \
    X(LANDING, 3.75, 1.42, 25.0, 40.0, 0.0)                                                        \
    X(RUINS, 5.42, 3.78, 48.0, 70.0, 0.0)                                                          \
    X(MINE, 2.42, 4.72, 30.0, 40.0, 0.0)                                                           \
    X(HAMLET, 5.35, 4.95, 30.0, 60.0, 0.0)                                                         \
    X(CRATER_TRAIL, 6.02, 5.36, 0.0, 0.0, 0.0)                                                     \
    X(SWAMP_EDGE, 2.50, 5.75, 0.0, 0.0, 0.0)                                                       \
    X(EAST_MOOR, 6.45, 3.55, 0.0, 0.0, 0.0)                                                        \
    X(WEST_SHORE, 1.45, 4.05, 0.0, 0.0, 0.0)                                                       \
    X(EAST_GATE, 4.30, 4.88, 0.0, 0.0, 0.0)                                                        \
    X(CASTLE, 4.00, 3.00, 66.0, 90.0, 0.0)                                                         \
    X(CASTLE_GATE, 4.00, 3.125, 0.0, 0.0, 0.0)                                                     \
    X(LIGHTHOUSE, 6.98, 3.52, 16.0, 24.0, 0.0)

enum site_name {
#define X(name, ...) SITE_##name,
    SITES(X)
#undef X
        SITE_COUNT
};

extern const struct site sites[SITE_COUNT];

double site_distance_yd(enum site_name name, double x, double y);

/* Distance to the lake's shore, positive on the water. */
double lake_inside_yd(double x, double y);

/* Distance from the middle of the crater and of the swamp, with noise. */
double crater_distance_yd(double x, double y);
double swamp_distance_yd(double x, double y);

/* How far the harbour's basin is dredged at a point: 0 outside, 1 at full depth. */
double harbour_basin(double x, double y);

/* Distance to the castle's walls, negative outside. */
double castle_inside_yd(double x, double y);

/* Square of the distance from (x, y) to the line from a to b; `share` gets where it is nearest. */
double line_square(double x, double y, const double a[2], const double b[2], double *share);

/* The y of the harbour's quay, which faces south, and the depth of the water in front of it. */
#define QUAY_Y 6.4725
#define BASIN_YD 4.5

#define LAKE_X 3.28
#define LAKE_Y 3.72
#define CRATER_X 6.05
#define CRATER_Y 5.75
#define CRATER_RADIUS_YD 84.0
#define SWAMP_RADIUS_YD 330.0
#define SWAMP_LEVEL_YD 4.0

#endif
