#include "render/mip_texture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact_math.h"

enum { RGBA = 4 };

static uint32_t half(uint32_t edge)
{
    return edge > 1 ? edge / 2 : 1;
}

/* The number of levels down to 1x1 and the bytes of all their texels. */
static uint32_t count_levels(uint32_t width, uint32_t height, size_t *bytes)
{
    uint32_t count = 1;
    *bytes = (size_t)width * height * RGBA;
    while ((width > 1 || height > 1) && count < MIP_LEVELS_MAX) {
        width = half(width);
        height = half(height);
        *bytes += (size_t)width * height * RGBA;
        count++;
    }
    return count;
}

/* The four texels that become one, of which some are the same where an edge of the level is 1. */
typedef const uint8_t *const texel_square[4];

/*
 * Colours weigh as much as their alpha, so that what is cut out by alpha does not bleed; where all
 * is transparent they weigh alike.
 */
static void average_by_alpha(texel_square square, uint8_t *out)
{
    uint32_t colors[3] = {0};
    uint32_t plain[3] = {0};
    uint32_t alpha = 0;
    for (size_t i = 0; i < 4; i++) {
        const uint8_t *texel = square[i];
        for (size_t c = 0; c < 3; c++) {
            colors[c] += (uint32_t)texel[c] * texel[3];
            plain[c] += texel[c];
        }
        alpha += texel[3];
    }
    for (size_t c = 0; c < 3; c++) {
        out[c] = (uint8_t)(alpha ? (colors[c] + alpha / 2) / alpha : (plain[c] + 2) / 4);
    }
    out[3] = (uint8_t)((alpha + 2) / 4);
}

/* What average_by_alpha gives where all are opaque: two channels at a time, 16 bits for each. */
static void average_opaque(texel_square square, uint8_t *out)
{
    const uint32_t lanes = 0x00ff00ff;
    uint32_t even = 0x00020002;
    uint32_t odd = 0x00020002;
    for (size_t i = 0; i < 4; i++) {
        uint32_t texel;
        memcpy(&texel, square[i], RGBA);
        even += texel & lanes;
        odd += texel >> 8 & lanes;
    }
    uint32_t average = (even >> 2 & lanes) | (odd >> 2 & lanes) << 8;
    memcpy(out, &average, RGBA);
}

/*
 * A row of the next level: averages of 2x2 texels, or 2x1 where an edge is 1. An odd last row or
 * column is left out, as graphics hardware does.
 */
static void average_row(const struct mip_level *from, uint32_t y, uint32_t width, uint8_t *out)
{
    const uint8_t *north = from->rgba + RGBA * (size_t)from->width * 2 * y;
    const uint8_t *south = 2 * y + 1 < from->height ? north + RGBA * (size_t)from->width : north;
    size_t right = from->width > 1 ? RGBA : 0;
    for (size_t x = 0; x < width; x++) {
        size_t left = 2 * RGBA * x;
        texel_square square = {north + left, north + left + right, south + left,
                               south + left + right};
        if ((square[0][3] & square[1][3] & square[2][3] & square[3][3]) == 255) {
            average_opaque(square, out + RGBA * x);
        } else {
            average_by_alpha(square, out + RGBA * x);
        }
    }
}

size_t mip_texture_bytes(uint32_t width, uint32_t height)
{
    size_t texel_bytes;
    count_levels(width, height, &texel_bytes);
    return sizeof(struct mip_texture) + texel_bytes;
}

void mip_texture_finish(struct mip_texture *texture, uint32_t width, uint32_t height)
{
    size_t texel_bytes;
    uint8_t *texels = texture->texels;
    texture->is_stand_in = false;
    texture->level_count = count_levels(width, height, &texel_bytes);
    texture->levels[0] = (struct mip_level){width, height, texels};
    for (uint32_t i = 1; i < texture->level_count; i++) {
        const struct mip_level *from = &texture->levels[i - 1];
        texels += (size_t)from->width * from->height * RGBA;
        struct mip_level level = {half(from->width), half(from->height), texels};
        for (uint32_t y = 0; y < level.height; y++) {
            average_row(from, y, level.width, texels + RGBA * (size_t)level.width * y);
        }
        texture->levels[i] = level;
    }
}

void mip_texture_fill(struct mip_texture *texture, const uint8_t *rgba, uint32_t width,
                      uint32_t height)
{
    memcpy(texture->texels, rgba, (size_t)width * height * RGBA);
    mip_texture_finish(texture, width, height);
}

struct mip_texture *mip_texture_create(const uint8_t *rgba, uint32_t width, uint32_t height,
                                       size_t *bytes)
{
    *bytes = mip_texture_bytes(width, height);
    struct mip_texture *texture = malloc(*bytes);
    if (texture) {
        mip_texture_fill(texture, rgba, width, height);
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
        coordinate -= exact_floor(coordinate);
    }
    double at = coordinate * (double)size - 0.5;
    double whole = exact_floor(at);
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
