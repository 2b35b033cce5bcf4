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
 * texel. Products of two such weights are whole numbers of 1/64. Where a texel and its eight
 * neighbours all pass, or all fail, nothing is counted; this is so for nine texels in ten. Colours
 * are multiplied by the share.
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

enum { RGBA = 4, ALPHA = 3, POINTS = 4, WEIGHTS = 8, WAITING = 3 };

struct alpha_coverage {
    uint32_t width;
    uint8_t key;
    struct mip_reducer *reducer;
    uint32_t before;  /* rows of the window that were handed over: 0 or 1 */
    uint32_t count;   /* rows of the window */
    uint8_t *window;  /* BLP_BAND_ROWS + WAITING rows, RGBA */
    uint8_t *passes;  /* of each texel of the window, 0 or 1 */
    uint8_t *columns; /* how many of three texels pass, of a row with one more at either end */
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
    coverage->window = malloc(row * (BLP_BAND_ROWS + WAITING));
    coverage->passes = malloc((size_t)width * (BLP_BAND_ROWS + WAITING));
    coverage->columns = malloc((size_t)width + 2);
    coverage->pair = malloc(row * 2);
    if (!coverage->window || !coverage->passes || !coverage->columns || !coverage->pair) {
        alpha_coverage_destroy(coverage);
        return NULL;
    }
    return coverage;
}

void alpha_coverage_destroy(struct alpha_coverage *coverage)
{
    if (coverage) {
        free(coverage->window);
        free(coverage->passes);
        free(coverage->columns);
        free(coverage->pair);
        free(coverage);
    }
}

/* What point `i` along an axis, times WEIGHTS, has of a texel and its neighbours. */
static uint32_t interpolate(unsigned i, uint32_t before, uint32_t at, uint32_t after)
{
    static const uint32_t of_neighbor[POINTS] = {3, 1, 1, 3};
    uint32_t neighbor = i < POINTS / 2 ? before : after;
    return at * (WEIGHTS - of_neighbor[i]) + neighbor * of_neighbor[i];
}

/* The share, 0..255, of the texel in the middle of nine. */
static uint8_t count_points(uint32_t key, uint8_t alpha[3][3])
{
    uint32_t passed = 0;
    for (unsigned x = 0; x < POINTS; x++) {
        uint32_t column[3];
        for (unsigned row = 0; row < 3; row++) {
            column[row] = interpolate(x, alpha[row][0], alpha[row][1], alpha[row][2]);
        }
        for (unsigned y = 0; y < POINTS; y++) {
            uint32_t at = interpolate(y, column[0], column[1], column[2]);
            passed += at >= key * WEIGHTS * WEIGHTS;
        }
    }
    return (uint8_t)(passed * 255 / (POINTS * POINTS));
}

static uint8_t share_at(const struct alpha_coverage *coverage, const uint8_t *const rows[3],
                        uint32_t x)
{
    const uint32_t columns[3] = {x > 0 ? x - 1 : 0, x, x + 1 < coverage->width ? x + 1 : x};
    uint8_t alpha[3][3];
    for (unsigned i = 0; i < 9; i++) {
        alpha[i / 3][i % 3] = rows[i / 3][RGBA * (size_t)columns[i % 3] + ALPHA];
    }
    return count_points(coverage->key, alpha);
}

static void count_columns(const uint8_t *const passes[3], uint32_t width, uint8_t *restrict columns)
{
    for (uint32_t x = 0; x < width; x++) {
        columns[x + 1] = (uint8_t)(passes[0][x] + passes[1][x] + passes[2][x]);
    }
    columns[0] = columns[1];
    columns[width + 1] = columns[width];
}

/* How many of nine texels pass, the middle one at `x`. */
static inline uint32_t passing_around(const uint8_t *columns, uint32_t x)
{
    return (uint32_t)columns[x] + columns[x + 1] + columns[x + 2];
}

/* Texels whose nine all pass become opaque, the others empty. */
static void cover_whole(const uint8_t *restrict columns, uint32_t width,
                        const uint8_t *restrict rgba, uint8_t *restrict out)
{
    const uint8_t opaque[RGBA] = {0, 0, 0, UINT8_MAX};
    uint32_t alpha;
    memcpy(&alpha, opaque, sizeof alpha);
    for (uint32_t x = 0; x < width; x++) {
        uint32_t texel;
        memcpy(&texel, rgba + RGBA * (size_t)x, sizeof texel);
        texel = passing_around(columns, x) == 9 ? texel | alpha : 0;
        memcpy(out + RGBA * (size_t)x, &texel, sizeof texel);
    }
}

/* a * b / 255, rounded, for bytes. */
static uint8_t multiply(uint32_t a, uint32_t b)
{
    uint32_t product = a * b + 128;
    return (uint8_t)((product + (product >> 8)) >> 8);
}

static void cover_row(const struct alpha_coverage *coverage, const uint8_t *const rows[3],
                      uint8_t *out)
{
    const uint8_t *columns = coverage->columns;
    cover_whole(columns, coverage->width, rows[1], out);
    for (uint32_t x = 0; x < coverage->width; x++) {
        if (passing_around(columns, x) % 9 != 0) {
            uint8_t *texel = out + RGBA * (size_t)x;
            uint8_t share = share_at(coverage, rows, x);
            for (size_t c = 0; c < ALPHA; c++) {
                texel[c] = multiply(rows[1][RGBA * (size_t)x + c], share);
            }
            texel[ALPHA] = share;
        }
    }
}

static void cover(struct alpha_coverage *coverage, uint32_t row, uint8_t *out)
{
    const uint32_t around[3] = {row > 0 ? row - 1 : row, row,
                                row + 1 < coverage->count ? row + 1 : row};
    const uint8_t *rows[3];
    const uint8_t *passes[3];
    for (unsigned i = 0; i < 3; i++) {
        rows[i] = coverage->window + (size_t)RGBA * coverage->width * around[i];
        passes[i] = coverage->passes + (size_t)coverage->width * around[i];
    }
    count_columns(passes, coverage->width, coverage->columns);
    cover_row(coverage, rows, out);
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
    memmove(coverage->passes, coverage->passes + (size_t)coverage->width * done,
            (size_t)coverage->width * coverage->count);
}

static void find_passing(const uint8_t *restrict rgba, size_t count, uint8_t key,
                         uint8_t *restrict passes)
{
    for (size_t i = 0; i < count; i++) {
        passes[i] = rgba[RGBA * i + ALPHA] >= key;
    }
}

void alpha_coverage_rows(struct alpha_coverage *coverage, const uint8_t *rows, uint32_t count)
{
    size_t bytes = (size_t)RGBA * coverage->width;
    memcpy(coverage->window + bytes * coverage->count, rows, bytes * count);
    find_passing(rows, (size_t)coverage->width * count, coverage->key,
                 coverage->passes + (size_t)coverage->width * coverage->count);
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
