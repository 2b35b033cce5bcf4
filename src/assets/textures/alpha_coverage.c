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
 * Colours are multiplied by the share.
 *
 * Texels are taken in runs of eight, one in each word of a vector. Most runs lie inside a leaf or
 * outside of all: when every alpha of a run and its neighbours reaches the key, so does every mean
 * of them, and when none does, no mean does. Only other runs are interpolated.
 *
 * The image is clamped at its edges. A row has coverage when the next one is known: the last row is
 * kept, and the alpha of three.
 */
#include "assets/textures/alpha_coverage.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/lanes.h"

enum { RGBA = 4, ALPHA = 3, POINTS = 4, WEIGHTS = 8, RUN = 8, KEPT = 3 };

struct alpha_coverage {
    uint32_t width;
    uint32_t whole_runs; /* the width in texels, up to a whole number of runs */
    uint8_t key;
    struct mip_reducer *reducer;
    uint32_t count;  /* rows that came */
    uint16_t *alpha; /* of the last KEPT rows, row y in place y % KEPT, with one texel more at
                        either end of its runs */
    uint8_t *last;   /* the last row, RGBA */
    uint8_t *pair;   /* two rows with coverage */
};

static size_t alpha_pitch(const struct alpha_coverage *coverage)
{
    return (size_t)coverage->whole_runs + 2;
}

struct alpha_coverage *alpha_coverage_create(uint32_t width, uint8_t key,
                                             struct mip_reducer *reducer)
{
    struct alpha_coverage *coverage = malloc(sizeof *coverage);
    if (!coverage) {
        return NULL;
    }
    size_t row = (size_t)RGBA * width;
    *coverage = (struct alpha_coverage){.width = width,
                                        .whole_runs = (width + RUN - 1) / RUN * RUN,
                                        .key = key,
                                        .reducer = reducer};
    coverage->alpha = calloc(alpha_pitch(coverage) * KEPT, sizeof *coverage->alpha);
    coverage->last = malloc(row);
    coverage->pair = malloc(row * 2);
    if (!coverage->alpha || !coverage->last || !coverage->pair) {
        alpha_coverage_destroy(coverage);
        return NULL;
    }
    return coverage;
}

void alpha_coverage_destroy(struct alpha_coverage *coverage)
{
    if (coverage) {
        free(coverage->alpha);
        free(coverage->last);
        free(coverage->pair);
        free(coverage);
    }
}

/* The alpha of texel 0 of row `y`. */
static uint16_t *alpha_of(const struct alpha_coverage *coverage, uint32_t y)
{
    return coverage->alpha + alpha_pitch(coverage) * (y % KEPT) + 1;
}

static void take_alpha(const struct alpha_coverage *coverage, const uint8_t *rgba, uint16_t *alpha)
{
    for (size_t x = 0; x < coverage->width; x++) {
        alpha[x] = rgba[RGBA * x + ALPHA];
    }
    alpha[-1] = alpha[0];
    for (size_t x = coverage->width; x <= coverage->whole_runs; x++) {
        alpha[x] = alpha[coverage->width - 1];
    }
}

/* Alpha of a run: of the row before it, of its own and of the row after. */
struct alpha_rows {
    const uint16_t *row[KEPT];
};

static inline lanes_u16 load_words(const uint16_t *from)
{
    lanes_u16 words;
    memcpy(&words, from, sizeof words);
    return words;
}

/* -1 where a > b; both are below 2^15. */
static inline lanes_u16 is_above(lanes_u16 a, lanes_u16 b)
{
    return (lanes_u16)((lanes_i16)a > (lanes_i16)b);
}

/* What a run and its neighbours have in common. */
enum run_kind { RUN_OUTSIDE, RUN_INSIDE, RUN_MIXED };

static inline enum run_kind find_kind(const struct alpha_rows *alpha, uint8_t key)
{
    lanes_u16 all = lanes_splat_words(UINT16_MAX);
    lanes_u16 any = lanes_splat_words(0);
    lanes_u16 below = lanes_splat_words((uint16_t)(key - 1));
    for (size_t i = 0; i < KEPT; i++) {
        lanes_u16 first = is_above(load_words(alpha->row[i] - 1), below);
        lanes_u16 last = is_above(load_words(alpha->row[i] + 1), below);
        all &= first & last;
        any |= first | last;
    }
    lanes_u64 inside = (lanes_u64)all;
    lanes_u64 covered = (lanes_u64)any;
    if ((covered[0] | covered[1]) == 0) {
        return RUN_OUTSIDE;
    }
    return (inside[0] & inside[1]) == UINT64_MAX ? RUN_INSIDE : RUN_MIXED;
}

/* The points on one side of a texel, times WEIGHTS: at * 5 + near * 3 and at * 7 + near. */
static inline void interpolate(lanes_u16 at, lanes_u16 near, lanes_u16 points[POINTS / 2])
{
    lanes_u16 step = near - at;
    points[1] = at * WEIGHTS + step;
    points[0] = points[1] + step + step;
}

/* How many points of each texel pass. */
static inline lanes_u16 count_points(const struct alpha_rows *alpha, uint8_t key)
{
    lanes_u16 below = lanes_splat_words((uint16_t)(key * WEIGHTS * WEIGHTS - 1));
    lanes_u16 passed = lanes_splat_words(0);
    lanes_u16 columns[KEPT][POINTS];
    for (size_t k = 0; k < KEPT; k++) {
        lanes_u16 at = load_words(alpha->row[k]);
        interpolate(at, load_words(alpha->row[k] - 1), &columns[k][0]);
        interpolate(at, load_words(alpha->row[k] + 1), &columns[k][POINTS / 2]);
    }
    for (size_t i = 0; i < POINTS; i++) {
        lanes_u16 points[POINTS];
        interpolate(columns[1][i], columns[0][i], &points[0]);
        interpolate(columns[1][i], columns[2][i], &points[POINTS / 2]);
        for (size_t k = 0; k < POINTS; k++) {
            passed -= is_above(points[k], below);
        }
    }
    return passed;
}

/* a * b / 255, rounded, for bytes in words. */
static inline lanes_u16 multiply(lanes_u16 a, lanes_u16 b)
{
    lanes_u16 product = a * b + 128;
    return (product + (product >> 8)) >> 8;
}

/* Four texels times their shares, each of which comes twice; alpha becomes the share. */
static inline void multiply_texels(const uint8_t *rgba, lanes_u16 shares, uint8_t *out)
{
    lanes_u16 texels;
    memcpy(&texels, rgba, sizeof texels);
    texels = lanes_words_le(texels) | lanes_splat_two_words(0, 0xff00);
    texels = multiply(texels & 0xff, shares) | multiply(texels >> 8, shares) << 8;
    texels = lanes_words_le(texels);
    memcpy(out, &texels, sizeof texels);
}

static inline void multiply_run(const uint8_t *rgba, lanes_u16 passed, uint8_t *out)
{
    lanes_u16 shares = passed * 255 / (POINTS * POINTS);
    multiply_texels(rgba, lanes_interleave_first(shares, shares), out);
    multiply_texels(rgba + 2 * RUN, lanes_interleave_last(shares, shares), out + 2 * RUN);
}

static inline void cover_run(const struct alpha_rows *alpha, uint8_t key, const uint8_t *rgba,
                             uint8_t *out)
{
    switch (find_kind(alpha, key)) {
    case RUN_OUTSIDE:
        memset(out, 0, (size_t)RGBA * RUN);
        break;
    case RUN_INSIDE:
        multiply_run(rgba, lanes_splat_words(POINTS * POINTS), out);
        break;
    case RUN_MIXED:
        multiply_run(rgba, count_points(alpha, key), out);
        break;
    }
}

/* The last texels of a row, fewer than a run. */
static void cover_rest(const struct alpha_rows *alpha, uint8_t key, const uint8_t *rgba,
                       uint32_t count, uint8_t *out)
{
    uint8_t texels[RGBA * RUN] = {0};
    uint8_t covered[RGBA * RUN];
    memcpy(texels, rgba, (size_t)RGBA * count);
    cover_run(alpha, key, texels, covered);
    memcpy(out, covered, (size_t)RGBA * count);
}

/* Row `y`, which is `rgba`, joins the pair; `after` is the row after it, or y in the last row. */
static void cover_row(const struct alpha_coverage *coverage, uint32_t y, uint32_t after,
                      const uint8_t *rgba)
{
    const uint16_t *rows[KEPT] = {alpha_of(coverage, y > 0 ? y - 1 : y), alpha_of(coverage, y),
                                  alpha_of(coverage, after)};
    uint8_t *out = coverage->pair + (size_t)RGBA * coverage->width * (y % 2);
    for (uint32_t x = 0; x < coverage->width; x += RUN) {
        struct alpha_rows alpha = {{rows[0] + x, rows[1] + x, rows[2] + x}};
        size_t at = (size_t)RGBA * x;
        if (x + RUN <= coverage->width) {
            cover_run(&alpha, coverage->key, rgba + at, out + at);
        } else {
            cover_rest(&alpha, coverage->key, rgba + at, coverage->width - x, out + at);
        }
    }
}

void alpha_coverage_rows(struct alpha_coverage *coverage, const uint8_t *rows, uint32_t count)
{
    size_t bytes = (size_t)RGBA * coverage->width;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t y = coverage->count++;
        take_alpha(coverage, rows + bytes * i, alpha_of(coverage, y));
        if (y > 0) {
            cover_row(coverage, y - 1, y, i > 0 ? rows + bytes * (i - 1) : coverage->last);
        }
        if (y > 0 && y % 2 == 0) {
            mip_reducer_rows(coverage->reducer, coverage->pair, 2);
        }
    }
    memcpy(coverage->last, rows + bytes * (count - 1), bytes);
}

void alpha_coverage_finish(struct alpha_coverage *coverage)
{
    uint32_t y = coverage->count - 1;
    cover_row(coverage, y, y, coverage->last);
    mip_reducer_rows(coverage->reducer, coverage->pair, y % 2 + 1);
}
