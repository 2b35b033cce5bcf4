/*
 * What is left of a texel under an alpha key.
 *
 * A client compares alpha with the key where it draws: between texels alpha is bilinear, and the
 * edge of a leaf runs where it crosses the key. From above a leaf is smaller than a pixel. An
 * average of alpha says nothing then: a canopy whose alpha is 128 on average may pass everywhere,
 * half, or nowhere. So alpha is replaced, in full size, by the share of the texel where bilinear
 * alpha passes. Averages of that are shares again, and mip levels weigh colours by them.
 *
 * The share is counted at POINTS x POINTS points of the texel, 1/8, 3/8, 5/8 and 7/8 along each
 * axis. With texel centres at 1/2, a point takes 3/8 or 1/8 from a neighbour and the rest from the
 * texel. Products of two such weights are whole numbers of 1/64, so 16 bits hold them exactly.
 * Alpha is interpolated along a row once, when the row comes, and across rows for each of the 16
 * points, a whole row at a time: compilers make vectors of these loops. Colours are multiplied by
 * the share.
 *
 * The image is clamped at its edges. A row is ready when the next one is known, and the reducer
 * takes rows in pairs: `window` holds the row before the first that was not handed over, and those
 * that wait, at most two.
 */
#include "assets/textures/alpha_coverage.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/blp/blp_rows.h"

enum { RGBA = 4, ALPHA = 3, POINTS = 4, WEIGHTS = 8, WAITING = 3, ROWS = BLP_BAND_ROWS + WAITING };

struct alpha_coverage {
    uint32_t width;
    uint8_t key;
    struct mip_reducer *reducer;
    uint32_t before;  /* rows of the window that were handed over: 0 or 1 */
    uint32_t count;   /* rows of the window */
    uint8_t *window;  /* ROWS rows, RGBA, opaque: alpha is in the points */
    uint16_t *points; /* of each row of the window, POINTS rows: alpha at these, times WEIGHTS */
    uint16_t *alpha;  /* of a row, with one texel more at either end */
    uint16_t *passed; /* of a row: how many points of each texel pass */
    uint8_t *shares;  /* of a row, RGBA: the share of each texel in all channels */
    uint8_t *pair;    /* two rows with coverage */
};

struct alpha_coverage *alpha_coverage_create(uint32_t width, uint8_t key,
                                             struct mip_reducer *reducer)
{
    struct alpha_coverage *coverage = malloc(sizeof *coverage);
    if (!coverage) {
        return NULL;
    }
    size_t row = (size_t)RGBA * width;
    *coverage = (struct alpha_coverage){.width = width, .key = key, .reducer = reducer};
    coverage->window = malloc(row * ROWS);
    coverage->points = calloc((size_t)width * POINTS * ROWS, sizeof *coverage->points);
    coverage->alpha = calloc((size_t)width + 2, sizeof *coverage->alpha);
    coverage->passed = calloc(width, sizeof *coverage->passed);
    coverage->shares = malloc(row);
    coverage->pair = malloc(row * 2);
    if (!coverage->window || !coverage->points || !coverage->alpha || !coverage->passed ||
        !coverage->shares || !coverage->pair) {
        alpha_coverage_destroy(coverage);
        return NULL;
    }
    return coverage;
}

void alpha_coverage_destroy(struct alpha_coverage *coverage)
{
    if (coverage) {
        free(coverage->window);
        free(coverage->points);
        free(coverage->alpha);
        free(coverage->passed);
        free(coverage->shares);
        free(coverage->pair);
        free(coverage);
    }
}

/* What a point along an axis has of the neighbour, times WEIGHTS; the first two have it of the one
 * before. */
static const uint16_t of_neighbor[POINTS] = {3, 1, 1, 3};

static uint16_t *points_of(const struct alpha_coverage *coverage, uint32_t row)
{
    return coverage->points + (size_t)coverage->width * POINTS * row;
}

/* near * weight + at * (WEIGHTS - weight) */
static inline uint16_t interpolate(uint16_t at, uint16_t near, uint16_t weight)
{
    return (uint16_t)(at * (WEIGHTS - weight) + near * weight);
}

static void interpolate_row(const uint16_t *restrict at, const uint16_t *restrict near,
                            uint16_t weight, uint32_t width, uint16_t *restrict out)
{
    for (uint32_t x = 0; x < width; x++) {
        out[x] = interpolate(at[x], near[x], weight);
    }
}

/* Alpha at the points of a row of texels, which becomes opaque. */
static void find_points(struct alpha_coverage *coverage, uint8_t *rgba, uint16_t *points)
{
    uint32_t width = coverage->width;
    uint16_t *alpha = coverage->alpha;
    for (uint32_t x = 0; x < width; x++) {
        alpha[x + 1] = rgba[RGBA * (size_t)x + ALPHA];
        rgba[RGBA * (size_t)x + ALPHA] = 255;
    }
    alpha[0] = alpha[1];
    alpha[width + 1] = alpha[width];
    for (unsigned i = 0; i < POINTS; i++) {
        const uint16_t *near = i < POINTS / 2 ? alpha : alpha + 2;
        interpolate_row(alpha + 1, near, of_neighbor[i], width, points + (size_t)width * i);
    }
}

/* How many of the POINTS points of a column of points pass, added to `passed`: `at` has alpha in
 * the row of texels, the others in its neighbours. */
static void count_column(const uint16_t *restrict before, const uint16_t *restrict at,
                         const uint16_t *restrict after, uint16_t least, uint32_t width,
                         uint16_t *restrict passed)
{
    for (uint32_t x = 0; x < width; x++) {
        uint16_t count = (uint16_t)(interpolate(at[x], before[x], of_neighbor[0]) >= least);
        count = (uint16_t)(count + (interpolate(at[x], before[x], of_neighbor[1]) >= least));
        count = (uint16_t)(count + (interpolate(at[x], after[x], of_neighbor[2]) >= least));
        count = (uint16_t)(count + (interpolate(at[x], after[x], of_neighbor[3]) >= least));
        passed[x] = (uint16_t)(passed[x] + count);
    }
}

/* Counts the points of each texel of row `at` that pass. */
static void count_row(const struct alpha_coverage *coverage, uint32_t before, uint32_t at,
                      uint32_t after)
{
    uint16_t least = (uint16_t)(coverage->key * WEIGHTS * WEIGHTS);
    memset(coverage->passed, 0, coverage->width * sizeof *coverage->passed);
    for (size_t i = 0; i < POINTS; i++) {
        size_t column = coverage->width * i;
        count_column(points_of(coverage, before) + column, points_of(coverage, at) + column,
                     points_of(coverage, after) + column, least, coverage->width, coverage->passed);
    }
}

/* a * b / 255, rounded, for bytes. */
static inline uint8_t multiply(uint8_t a, uint8_t b)
{
    uint16_t product = (uint16_t)(a * b + 128);
    return (uint8_t)((uint16_t)(product + (product >> 8)) >> 8);
}

/* The share of each texel, 0..255, once for each of its channels. */
static void find_shares(const uint16_t *restrict passed, uint32_t width, uint8_t *restrict shares)
{
    for (uint32_t x = 0; x < width; x++) {
        uint32_t share = passed[x] * 255U / (POINTS * POINTS) * 0x01010101U;
        memcpy(shares + RGBA * (size_t)x, &share, RGBA);
    }
}

static void multiply_all(const uint8_t *restrict rgba, const uint8_t *restrict shares, size_t count,
                         uint8_t *restrict out)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = multiply(rgba[i], shares[i]);
    }
}

static void cover(struct alpha_coverage *coverage, uint32_t row, uint8_t *out)
{
    size_t bytes = (size_t)RGBA * coverage->width;
    const uint8_t *rgba = coverage->window + bytes * row;
    count_row(coverage, row > 0 ? row - 1 : row, row, row + 1 < coverage->count ? row + 1 : row);
    find_shares(coverage->passed, coverage->width, coverage->shares);
    multiply_all(rgba, coverage->shares, bytes, out);
}

/* Hands over the first rows that wait, one or two. */
static void hand_over(struct alpha_coverage *coverage, uint32_t count)
{
    size_t bytes = (size_t)RGBA * coverage->width;
    for (uint32_t i = 0; i < count; i++) {
        cover(coverage, coverage->before + i, coverage->pair + bytes * i);
    }
    mip_reducer_rows(coverage->reducer, coverage->pair, count);
    uint32_t done = coverage->before + count - 1;
    coverage->count -= done;
    coverage->before = 1;
    memmove(coverage->window, coverage->window + bytes * done, bytes * coverage->count);
    memmove(coverage->points, points_of(coverage, done),
            (size_t)coverage->width * POINTS * coverage->count * sizeof *coverage->points);
}

void alpha_coverage_rows(struct alpha_coverage *coverage, const uint8_t *rows, uint32_t count)
{
    size_t bytes = (size_t)RGBA * coverage->width;
    uint8_t *window = coverage->window + bytes * coverage->count;
    memcpy(window, rows, bytes * count);
    for (uint32_t i = 0; i < count; i++) {
        find_points(coverage, window + bytes * i, points_of(coverage, coverage->count + i));
    }
    coverage->count += count;
    while (coverage->count - coverage->before > 2) {
        hand_over(coverage, 2);
    }
}

void alpha_coverage_finish(struct alpha_coverage *coverage)
{
    if (coverage->count > coverage->before) {
        hand_over(coverage, coverage->count - coverage->before);
    }
}
