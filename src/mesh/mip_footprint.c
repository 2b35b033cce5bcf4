#include "mesh/mip_footprint.h"

#include <math.h>

/*
 * A level is chosen for the shorter axis, and sampled as often as the longer one needs. Coarser
 * levels and fewer taps blur, finer levels make noise. These figures were chosen by the distance of
 * real tiles to pictures of 64 times as many pixels: they come closer than the mean of two levels
 * with as many taps as one axis is longer than the other, and need two thirds of the samples.
 */

/* The shorter axis has 1.4 to 2.9 texels of its level. */
#define SHORT_SCALE 0.7

/* For each texel of the level along the longer axis. */
#define TAPS_PER_TEXEL 0.75

/* Texels of the first level kept that both axes of a footprint must be long, and some for
 * rounding. */
#define SURELY_TEXELS (1.001 / SHORT_SCALE)

static double larger(double a, double b)
{
    return a > b ? a : b;
}

struct mip_footprint mip_footprint(const struct mip_texture *texture, const double u[2],
                                   const double v[2])
{
    double lengths[2];
    for (size_t axis = 0; axis < 2; axis++) {
        double x = u[axis] * (double)texture->levels[0].width;
        double y = v[axis] * (double)texture->levels[0].height;
        lengths[axis] = sqrt(x * x + y * y);
    }
    size_t longer = lengths[1] > lengths[0];
    double taps = lengths[longer] * TAPS_PER_TEXEL;
    double halvings = larger(lengths[!longer] * SHORT_SCALE, 2.0 * taps / MIP_TAPS_MAX);
    struct mip_footprint footprint = {.taps = 1};
    for (; halvings >= 2.0 && footprint.level + 1 < texture->level_count; footprint.level++) {
        halvings *= 0.5;
        taps *= 0.5;
    }
    while (footprint.taps < MIP_TAPS_MAX && (double)footprint.taps < taps) {
        footprint.taps++;
    }
    footprint.step_u = (float)(u[longer] / (double)footprint.taps);
    footprint.step_v = (float)(v[longer] / (double)footprint.taps);
    return footprint;
}

bool mip_surely_kept(const struct mip_texture *texture, const double u[2], const double v[2],
                     double area)
{
    double least = SURELY_TEXELS * (double)(1U << texture->first_level) * area;
    bool kept = true;
    for (size_t axis = 0; axis < 2; axis++) {
        double x = u[axis] * (double)texture->levels[0].width;
        double y = v[axis] * (double)texture->levels[0].height;
        kept &= x * x + y * y >= least * least;
    }
    return kept;
}
