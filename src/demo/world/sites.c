#include "demo/world/sites.h"

#include <math.h>

#include "demo/textures/noise.h"
#include "demo/world/lattice.h"

static const struct site sites[SITE_COUNT] = {
    [SITE_VILLAGE] = {4.05, 4.72, 70.0, 90.0, 0.0},
    [SITE_HARBOUR] = {4.40, 6.39, 42.0, 40.0, 2.75},
    [SITE_LANDING] = {3.75, 1.42, 25.0, 40.0, 0.0},
    [SITE_RUINS] = {5.42, 3.78, 48.0, 70.0, 0.0},
    [SITE_MINE] = {2.42, 4.72, 30.0, 40.0, 0.0},
    [SITE_HAMLET] = {5.35, 4.95, 30.0, 60.0, 0.0},
    [SITE_CRATER_TRAIL] = {6.02, 5.42, 0.0, 0.0, 0.0},
    [SITE_SWAMP_EDGE] = {2.50, 5.75, 0.0, 0.0, 0.0},
    [SITE_EAST_MOOR] = {6.45, 3.55, 0.0, 0.0, 0.0},
    [SITE_WEST_SHORE] = {1.45, 4.05, 0.0, 0.0, 0.0},
    [SITE_WEST_GATE] = {3.80, 4.58, 0.0, 0.0, 0.0},
    [SITE_EAST_GATE] = {4.30, 4.88, 0.0, 0.0, 0.0},
    [SITE_NORTH_GATE] = {4.18, 4.50, 0.0, 0.0, 0.0},
    [SITE_SOUTH_GATE] = {3.95, 4.95, 0.0, 0.0, 0.0},
    [SITE_CASTLE] = {4.00, 3.00, 66.0, 90.0, 0.0},
    [SITE_CASTLE_GATE] = {4.00, 3.125, 0.0, 0.0, 0.0},
    [SITE_LIGHTHOUSE] = {6.98, 3.52, 16.0, 24.0, 0.0},
};

const struct site *site_get(enum site_name name)
{
    return &sites[name];
}

static double distance_yd(double x, double y, double centre_x, double centre_y)
{
    double dx = (x - centre_x) * TILE_YD;
    double dy = (y - centre_y) * TILE_YD;
    return sqrt(dx * dx + dy * dy);
}

double site_distance_yd(enum site_name name, double x, double y)
{
    return distance_yd(x, y, sites[name].x, sites[name].y);
}

/* The basin is steep at the quay and slopes on both sides of it. */
double harbour_basin(double x, double y)
{
    const double quay = 33.0;
    double aside = fabs(x - sites[SITE_HARBOUR].x) * TILE_YD;
    double out = (y - QUAY_Y) * TILE_YD;
    double slope = aside > quay ? 1.3 * (aside - quay) : 0.0;
    return noise_step(64.0, quay, aside) * noise_step(-0.1, slope, out) *
           noise_step(130.0, 90.0, out);
}

double castle_inside_yd(double x, double y)
{
    double aside = 46.0 - fabs(x - sites[SITE_CASTLE].x) * TILE_YD;
    double along = 42.0 - fabs(y - sites[SITE_CASTLE].y) * TILE_YD;
    return aside < along ? aside : along;
}

double lake_inside_yd(double x, double y)
{
    static const struct noise_sum shore = {.seed = 71, .octaves = 4, .gain = 0.5};
    double around = distance_yd(x, y, LAKE_X, LAKE_Y);
    if (around > 400.0) {
        return -200.0;
    }
    double stretched =
        distance_yd(LAKE_X + (x - LAKE_X) * 0.8 + (y - LAKE_Y) * 0.3, y, LAKE_X, LAKE_Y);
    return 165.0 - stretched + 75.0 * noise_fractal(x * 3.2, y * 3.2, &shore);
}

double crater_distance_yd(double x, double y)
{
    static const struct noise_sum rim = {.seed = 72, .octaves = 3, .gain = 0.5};
    double distance = distance_yd(x, y, CRATER_X, CRATER_Y);
    if (distance > 800.0) {
        return distance;
    }
    return distance + 14.0 * noise_fractal(x * 8.0, y * 8.0, &rim);
}

double swamp_distance_yd(double x, double y)
{
    static const struct noise_sum edge = {.seed = 73, .octaves = 4, .gain = 0.5};
    double distance = distance_yd(x, y, SWAMP_X, SWAMP_Y);
    if (distance > SWAMP_RADIUS_YD + 420.0) {
        return distance;
    }
    return distance + 240.0 * noise_fractal(x * 2.2, y * 2.2, &edge);
}
