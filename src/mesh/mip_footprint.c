/*
 * A level is chosen for the shorter axis of a pixel, and sampled as often as the longer one needs.
 *
 * Coarser levels and fewer taps blur, finer levels make noise. These figures were chosen by the
 * distance of real tiles to pictures of 64 times as many pixels. Images of which one edge alone is
 * halved took fewer taps on upright cards, and more time to make and keep than that saved.
 *
 * The other way is what GL does without anisotropy: the level is log2 of the longer axis in texels,
 * and its fraction says how two levels are mixed.
 */
#include "mesh/mip_footprint.h"

#include <math.h>

#include "base/portable_math.h"

/* What the shorter axis, in texels, is multiplied by before it decides the level. */
#define SHORT_SCALE 0.65F

/* For each texel of the level along the longer axis. */
#define TAPS_PER_TEXEL 0.68F

/* The power of two at or below x, which is not negative: -127 for 0, 128 for what is no number. */
static int exponent_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int)(bits >> 23 & 255) - 127;
}

/* 2^-exponent, for -126..126. */
static float halved(int exponent)
{
    uint32_t bits = (uint32_t)(127 - exponent) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

static int limited(int x, int least, int most)
{
    x = x > least ? x : least;
    return x < most ? x : most;
}

static struct mip_footprint trilinear(float longer, int last)
{
    enum { SHARES = 256 };
    const double per_octave = SHARES / 0.693147180559945309;
    int level = limited(exponent_of(longer), 0, last);
    struct mip_footprint footprint = {.level = (uint8_t)level, .taps = 1};
    longer *= halved(level);
    if (level < last && longer > 1.0F) {
        footprint.next = (uint8_t)(portable_log((double)longer) * per_octave);
    }
    return footprint;
}

struct mip_footprint mip_footprint(const struct mip_texture *texture, struct mip_sampling sampling,
                                   lanes_f east, lanes_f south)
{
    const lanes_f edges = {sampling.pixel * (float)texture->levels[0].width,
                           sampling.pixel * (float)texture->levels[0].height};
    east *= edges;
    south *= edges;
    float from_west = sqrtf(east[0] * east[0] + east[1] * east[1]);
    float from_north = sqrtf(south[0] * south[0] + south[1] * south[1]);
    bool is_south = from_north > from_west;
    float longer = is_south ? from_north : from_west;
    const int last = (int)texture->level_count - 1;
    if (sampling.filter == MIP_TRILINEAR) {
        return trilinear(longer, last);
    }
    float shorter = (is_south ? from_west : from_north) * SHORT_SCALE;
    float samples = longer * TAPS_PER_TEXEL;
    float most = 2.0F / MIP_TAPS_MAX * samples;
    int level = limited(exponent_of(shorter > most ? shorter : most), 0, last);
    samples *= halved(level);
    uint32_t taps = samples < (float)MIP_TAPS_MAX ? (uint32_t)samples : MIP_TAPS_MAX;
    taps += taps < MIP_TAPS_MAX && ((float)taps < samples || taps == 0);
    return (struct mip_footprint){(uint8_t)level, (uint8_t)taps, is_south, 0};
}
