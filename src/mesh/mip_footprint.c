/*
 * A level is chosen for the shorter axis of a pixel, and sampled as often as the longer one needs.
 *
 * Coarser levels and fewer taps blur, finer levels make noise. These figures were chosen by the
 * distance of real tiles to pictures of 64 times as many pixels. Images of which one edge alone is
 * halved took fewer taps on upright cards, and more time to make and keep than that saved.
 */
#include "mesh/mip_footprint.h"

#include <math.h>

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

struct mip_footprint mip_footprint(const struct mip_texture *texture, float short_scale,
                                   lanes_f east, lanes_f south)
{
    const lanes_f edges = {(float)texture->levels[0].width, (float)texture->levels[0].height};
    east *= edges;
    south *= edges;
    float from_west = sqrtf(east[0] * east[0] + east[1] * east[1]);
    float from_north = sqrtf(south[0] * south[0] + south[1] * south[1]);
    bool is_south = from_north > from_west;
    float shorter = (is_south ? from_west : from_north) * short_scale;
    float samples = (is_south ? from_north : from_west) * TAPS_PER_TEXEL;
    float most = 2.0F / MIP_TAPS_MAX * samples;
    int level =
        limited(exponent_of(shorter > most ? shorter : most), 0, (int)texture->level_count - 1);
    samples *= halved(level);
    uint32_t taps = samples < (float)MIP_TAPS_MAX ? (uint32_t)samples : MIP_TAPS_MAX;
    taps += taps < MIP_TAPS_MAX && ((float)taps < samples || taps == 0);
    return (struct mip_footprint){(uint8_t)level, (uint8_t)taps, is_south};
}
