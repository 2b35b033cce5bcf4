#include "demo/world/sites.h"

#include <math.h>

#include "base/portable_math.h"
#include "demo/textures/noise.h"
#include "demo/world/world.h"

const struct site sites[SITE_COUNT] = {
#define X(name, ...) {__VA_ARGS__},
    SITES(X)
#undef X
};

static double distance_yd(double x, double y, double centre_x, double centre_y)
{
    double dx = (x - centre_x) * TILE_YD;
    double dy = (y - centre_y) * TILE_YD;
    return portable_sqrt(dx * dx + dy * dy);
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
    return noise_low(46.0 - fabs(x - sites[SITE_CASTLE].x) * TILE_YD,
                     42.0 - fabs(y - sites[SITE_CASTLE].y) * TILE_YD);
}

double lake_inside_yd(double x, double y)
{
    if (distance_yd(x, y, LAKE_X, LAKE_Y) > 400.0) {
        return -200.0;
    }
    double stretched = LAKE_X + (x - LAKE_X) * 0.8 + (y - LAKE_Y) * 0.3;
    return 165.0 - distance_yd(stretched, y, LAKE_X, LAKE_Y) +
           75.0 * noise_fractal(x * 3.2, y * 3.2, 71, 4);
}

double crater_distance_yd(double x, double y)
{
    double distance = distance_yd(x, y, CRATER_X, CRATER_Y);
    return distance > 800.0 ? distance : distance + 16.0 * noise_fractal(x * 8.0, y * 8.0, 72, 3);
}

double swamp_distance_yd(double x, double y)
{
    double distance = distance_yd(x, y, 2.55, 6.05);
    return distance > SWAMP_RADIUS_YD + 420.0
               ? distance
               : distance + 240.0 * noise_fractal(x * 2.2, y * 2.2, 73, 4);
}

double line_square(double x, double y, const double a[2], const double b[2], double *share)
{
    double along_x = b[0] - a[0];
    double along_y = b[1] - a[1];
    double length = along_x * along_x + along_y * along_y;
    double t = length > 0.0 ? ((x - a[0]) * along_x + (y - a[1]) * along_y) / length : 0.0;
    *share = noise_clamp(t, 0.0, 1.0);
    double dx = x - a[0] - *share * along_x;
    double dy = y - a[1] - *share * along_y;
    return dx * dx + dy * dy;
}
