#include "assets/textures/mip_footprint.h"

#include <math.h>

/* Texels of the first level kept that both axes of a footprint must be long: 2, and some for
 * rounding. */
#define SURELY_TEXELS 2.01

/* Splits a length in texels into whole halvings and what is left of the next one. */
static void choose_level(const struct mip_texture *texture, double texels,
                         struct mip_footprint *footprint)
{
    uint32_t last = texture->level_count - 1;
    footprint->level = 0;
    while (texels >= 2.0 && footprint->level < last) {
        texels *= 0.5;
        footprint->level++;
    }
    double rest = texels - 1.0;
    rest = rest > 0.0 ? rest : 0.0;
    footprint->lod_fraction = (float)(rest < 1.0 ? rest : 1.0);
    if (footprint->level == last) {
        footprint->lod_fraction = 0.0F;
    }
}

struct mip_footprint mip_footprint(const struct mip_texture *texture, const double u[2],
                                   const double v[2])
{
    double width = texture->levels[0].width;
    double height = texture->levels[0].height;
    double lengths[2];
    for (size_t axis = 0; axis < 2; axis++) {
        double x = u[axis] * width;
        double y = v[axis] * height;
        lengths[axis] = sqrt(x * x + y * y);
    }
    size_t longer = lengths[1] > lengths[0];
    double short_length = lengths[!longer] > 1.0 ? lengths[!longer] : 1.0;
    double ratio = lengths[longer] / short_length;
    struct mip_footprint footprint = {.taps = 1};
    while (footprint.taps < MIP_TAPS_MAX && (double)footprint.taps < ratio) {
        footprint.taps++;
    }
    footprint.step_u = (float)(u[longer] / (double)footprint.taps);
    footprint.step_v = (float)(v[longer] / (double)footprint.taps);
    choose_level(texture, lengths[longer] / (double)footprint.taps, &footprint);
    return footprint;
}

/*
 * A footprint's level is that of the longer axis divided by its taps, which is more than half of
 * the shorter one.
 */
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
