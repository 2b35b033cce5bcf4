/*
 * A level is chosen for the shorter axis of a pixel, and sampled as often as the longer one needs.
 * What a triangle covers of a pixel shows no more of its texture than that: most triangles of real
 * doodads are smaller than a pixel or two, and the footprint of a whole one would blur them. Their
 * level is finer by half of what that would ask for: levels take time to read.
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
#include <string.h>

#include "base/portable_math.h"

/* What the shorter axis, in texels, is multiplied by before it decides the level. */
#define SHORT_SCALE 0.65F

/* For each texel of the level along the longer axis. */
#define TAPS_PER_TEXEL 0.68F

/* The power of two at or below x, which is not negative: -127 for 0, 128 for what is no number. */
static inline int32_t exponent_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int32_t)(bits >> 23 & 255) - 127;
}

/* 2^-exponent, for -126..126. */
static inline float halved(int32_t exponent)
{
    uint32_t bits = (uint32_t)(127 - exponent) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

static inline int32_t limited(int32_t x, int32_t most)
{
    x = x > 0 ? x : 0;
    return x < most ? x : most;
}

/* The edges of pixels on the texture, in texels of level 0. */
struct edges {
    float from_west[MIP_RUN], from_north[MIP_RUN];
};

static void trilinear(const struct edges *edges, int32_t last, uint32_t count,
                      struct mip_footprint *footprints)
{
    enum { SHARES = 256 };
    const double per_octave = SHARES / 0.693147180559945309;
    for (uint32_t i = 0; i < count; i++) {
        float west = edges->from_west[i], north = edges->from_north[i];
        float longer = north > west ? north : west;
        int32_t level = limited(exponent_of(longer), last);
        longer *= halved(level);
        bool is_between = level < last && longer > 1.0F;
        footprints[i] = (struct mip_footprint){
            .level = (uint8_t)level,
            .taps = 1,
            .next = is_between ? (uint8_t)(portable_log((double)longer) * per_octave) : 0};
    }
}

static void anisotropic(const struct edges *edges, const float covered[MIP_RUN], int32_t last,
                        struct mip_footprint *footprints)
{
    int32_t levels[MIP_RUN];
    float samples[MIP_RUN], reaches[MIP_RUN];
    for (uint32_t i = 0; i < MIP_RUN; i++) {
        float reach = sqrtf(covered[i]);
        float west = edges->from_west[i], north = edges->from_north[i];
        float longer = (north > west ? north : west) * reach;
        float shorter = (west < north ? west : north) * (sqrtf(reach) * SHORT_SCALE);
        float taps = longer * TAPS_PER_TEXEL;
        float most = 2.0F / MIP_TAPS_MAX * taps;
        levels[i] = limited(exponent_of(shorter > most ? shorter : most), last);
        taps *= halved(levels[i]);
        samples[i] = taps < (float)MIP_TAPS_MAX ? taps : (float)MIP_TAPS_MAX;
        reaches[i] = reach * (float)MIP_REACH_ALL + 0.5F;
    }
    for (uint32_t i = 0; i < MIP_RUN; i++) {
        int32_t taps = (int32_t)samples[i];
        taps += (float)taps < samples[i];
        taps = taps > 1 ? taps : 1;
        bool is_south = edges->from_north[i] > edges->from_west[i];
        footprints[i] = (struct mip_footprint){.level = (uint8_t)levels[i],
                                               .taps = (uint8_t)taps,
                                               .is_south = is_south,
                                               .reach = (uint32_t)reaches[i] & MIP_REACH_ALL};
    }
}

void mip_footprints(const struct mip_texture *texture, struct mip_sampling sampling,
                    const struct mip_slopes *slopes, uint32_t count,
                    struct mip_footprint footprints[MIP_RUN])
{
    const float width = sampling.pixel * (float)texture->levels[0].width;
    const float height = sampling.pixel * (float)texture->levels[0].height;
    const int32_t last = (int32_t)texture->level_count - 1;
    struct edges edges;
    for (uint32_t i = 0; i < MIP_RUN; i++) {
        float east_u = slopes->east[0][i] * width, east_v = slopes->east[1][i] * height;
        float south_u = slopes->south[0][i] * width, south_v = slopes->south[1][i] * height;
        edges.from_west[i] = sqrtf(east_u * east_u + east_v * east_v);
        edges.from_north[i] = sqrtf(south_u * south_u + south_v * south_v);
    }
    if (sampling.filter == MIP_TRILINEAR) {
        trilinear(&edges, last, count, footprints);
    } else {
        anisotropic(&edges, slopes->covered, last, footprints);
    }
}
