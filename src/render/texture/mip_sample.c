#include "render/texture/mip_sample.h"

#include <assert.h>
#include <string.h>

#include "base/portable_math.h"

enum { RGBA = 4 };

/* The texel left of position `at` (in texels), its right neighbour, and how far between. */
struct pair {
    uint32_t first;
    uint32_t second;
    float fraction;
};

static uint32_t clamp_texel(double texel, uint32_t size)
{
    double last = (double)(size - 1);
    return texel <= 0.0 ? 0 : (uint32_t)(texel < last ? texel : last);
}

static struct pair texel_pair(double coordinate, uint32_t size, bool clamp)
{
    if (!clamp) {
        coordinate -= portable_floor(coordinate);
    }
    double at = coordinate * (double)size - 0.5;
    double whole = portable_floor(at);
    struct pair pair = {.fraction = (float)(at - whole)};
    if (clamp) {
        pair.first = clamp_texel(whole, size);
        pair.second = clamp_texel(whole + 1.0, size);
    } else {
        pair.first = whole < 0.0 ? size - 1 : clamp_texel(whole, size);
        pair.second = pair.first + 1 < size ? pair.first + 1 : 0;
    }
    return pair;
}

static void sample_level(const struct mip_level *level, unsigned wrap, double u, double v,
                         float weight, float rgba[4])
{
    struct pair x = texel_pair(u, level->width, wrap & MIP_CLAMP_U);
    struct pair y = texel_pair(v, level->height, wrap & MIP_CLAMP_V);
    const uint8_t *north = level->rgba + RGBA * (size_t)y.first * level->width;
    const uint8_t *south = level->rgba + RGBA * (size_t)y.second * level->width;
    for (size_t c = 0; c < RGBA; c++) {
        float nw = north[RGBA * (size_t)x.first + c];
        float ne = north[RGBA * (size_t)x.second + c];
        float sw = south[RGBA * (size_t)x.first + c];
        float se = south[RGBA * (size_t)x.second + c];
        float top = nw + (ne - nw) * x.fraction;
        float bottom = sw + (se - sw) * x.fraction;
        rgba[c] += weight * (top + (bottom - top) * y.fraction);
    }
}

void mip_sample(const struct mip_texture *texture, const struct mip_footprint *footprint,
                unsigned wrap, double u, double v, float rgba[4])
{
    float each = 1.0F / (float)footprint->taps;
    double middle = 0.5 * ((double)footprint->taps - 1.0);
    const struct mip_level *level = &texture->levels[footprint->level];
    assert(footprint->level >= texture->first_level);
    memset(rgba, 0, RGBA * sizeof *rgba);
    for (uint32_t tap = 0; tap < footprint->taps; tap++) {
        double away = (double)tap - middle;
        double tap_u = u + away * (double)footprint->step_u;
        double tap_v = v + away * (double)footprint->step_v;
        sample_level(level, wrap, tap_u, tap_v, each * (1.0F - footprint->lod_fraction), rgba);
        if (footprint->lod_fraction > 0.0F) {
            sample_level(level + 1, wrap, tap_u, tap_v, each * footprint->lod_fraction, rgba);
        }
    }
}
