#include "render/texture/mip_texture.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable_math.h"
#include "render/texture/mip_average.h"

enum { RGBA = 4 };

/* Texels of the first level kept that both axes of a footprint must be long: 2, and some for
 * rounding. */
#define SURELY_TEXELS 2.01

/* Fills in the edges of all levels down to 1x1; returns their number. */
static uint32_t list_levels(uint32_t width, uint32_t height,
                            struct mip_level levels[MIP_LEVELS_MAX])
{
    uint32_t count = 1;
    levels[0] = (struct mip_level){width, height, NULL};
    while ((width > 1 || height > 1) && count < MIP_LEVELS_MAX) {
        width = mip_next_edge(width);
        height = mip_next_edge(height);
        levels[count] = (struct mip_level){width, height, NULL};
        count++;
    }
    return count;
}

static size_t level_bytes(const struct mip_level *level)
{
    return (size_t)level->width * level->height * RGBA;
}

uint32_t mip_first_level(uint32_t width, uint32_t height, uint32_t longest_edge)
{
    uint32_t level = 0;
    uint32_t edge = width > height ? width : height;
    assert(longest_edge > 0);
    while (edge > longest_edge) {
        edge = mip_next_edge(edge);
        level++;
    }
    return level;
}

size_t mip_texture_bytes(uint32_t width, uint32_t height, uint32_t first_level)
{
    struct mip_level levels[MIP_LEVELS_MAX];
    uint32_t count = list_levels(width, height, levels);
    size_t bytes = sizeof(struct mip_texture);
    for (uint32_t i = first_level; i < count; i++) {
        bytes += level_bytes(&levels[i]);
    }
    return bytes;
}

void mip_texture_init(struct mip_texture *texture, uint32_t width, uint32_t height,
                      uint32_t first_level)
{
    *texture = (struct mip_texture){.first_level = first_level};
    texture->level_count = list_levels(width, height, texture->levels);
    assert(first_level < texture->level_count);
    uint8_t *texels = texture->texels;
    for (uint32_t i = first_level; i < texture->level_count; i++) {
        texture->levels[i].rgba = texels;
        texels += level_bytes(&texture->levels[i]);
    }
}

void mip_texture_finish(struct mip_texture *texture)
{
    uint8_t *texels = texture->texels;
    for (uint32_t i = texture->first_level + 1; i < texture->level_count; i++) {
        const struct mip_level *from = &texture->levels[i - 1];
        const struct mip_level *to = &texture->levels[i];
        texels += level_bytes(from);
        for (uint32_t y = 0; y < to->height; y++) {
            const uint8_t *north = from->rgba + (size_t)from->width * RGBA * 2 * y;
            const uint8_t *south = from->height > 1 ? north + (size_t)from->width * RGBA : north;
            mip_average_rows(north, south, from->width, texels + (size_t)to->width * RGBA * y);
        }
    }
}

struct mip_texture *mip_texture_create(const uint8_t *rgba, uint32_t width, uint32_t height,
                                       size_t *bytes)
{
    *bytes = mip_texture_bytes(width, height, 0);
    struct mip_texture *texture = malloc(*bytes);
    if (texture) {
        mip_texture_init(texture, width, height, 0);
        memcpy(texture->texels, rgba, level_bytes(&texture->levels[0]));
        mip_texture_finish(texture);
    }
    return texture;
}

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
    footprint->coarser = (float)(rest < 1.0 ? rest : 1.0);
    if (footprint->level == last) {
        footprint->coarser = 0.0F;
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
        sample_level(level, wrap, tap_u, tap_v, each * (1.0F - footprint->coarser), rgba);
        if (footprint->coarser > 0.0F) {
            sample_level(level + 1, wrap, tap_u, tap_v, each * footprint->coarser, rgba);
        }
    }
}
