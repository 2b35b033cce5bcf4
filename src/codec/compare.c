/*
 * Rows that are equal are skipped by memcmp, which makes equal pictures, the common case, as fast
 * as memory. PSNR needs the sum of squared differences; SSIM needs the sums, squares and products
 * of luma in each window. All are integers: an 8x8 window has at most 64 * 255^2 per sum.
 *
 * Windows of SSIM begin every 4 rows and have 8, so that the luma of the last 8 rows is kept, in a
 * ring: row y of a picture is at y % 8. A row of windows is measured when its last row has come:
 *
 *     rows 0..7     windows at 0
 *     rows 4..11    windows at 4
 *     ...           the last windows end with the last row, wherever they begin
 */
#include "codec/compare.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable_math.h"
#include "base/size.h"

enum { WINDOW = 8, STEP = 4 };

struct comparer {
    size_t width;
    size_t height;
    size_t rows;         /* added so far */
    size_t window_rows;  /* rows of windows measured so far */
    size_t last_unequal; /* number of rows up to the last whose luma differs; 0: none */
    bool deep;           /* 16-bit grey was compared */
    uint64_t squares;    /* sum of squared differences */
    double similarity;   /* sum over windows */
    struct comparison result;
    uint8_t luma[]; /* WINDOW rows of the first picture, then of the second */
};

static uint8_t luma(const uint8_t *rgba)
{
    return (uint8_t)((299U * rgba[0] + 587U * rgba[1] + 114U * rgba[2] + 500U) / 1000U);
}

static unsigned distance(uint8_t a, uint8_t b)
{
    return a > b ? (unsigned)(a - b) : (unsigned)(b - a);
}

static uint32_t distance16(uint16_t a, uint16_t b)
{
    return a > b ? (uint32_t)(a - b) : (uint32_t)(b - a);
}

/* ---- where and how much ---- */

static void add_position(struct comparison *result, uint32_t x, uint32_t y)
{
    if (result->differing_pixels++ == 0) {
        result->first_x = result->left = result->right = x;
        result->first_y = result->top = y;
    }
    result->left = x < result->left ? x : result->left;
    result->right = x > result->right ? x : result->right;
    result->bottom = y;
}

static void add_pixel(struct comparer *comparer, const uint8_t *a, const uint8_t *b, size_t x)
{
    for (size_t channel = 0; channel < 4; channel++) {
        unsigned difference = distance(a[channel], b[channel]);
        if (difference > comparer->result.largest[channel]) {
            comparer->result.largest[channel] = (uint8_t)difference;
        }
        comparer->squares += channel < 3 ? (uint64_t)difference * difference : 0;
    }
    add_position(&comparer->result, (uint32_t)x, (uint32_t)comparer->rows);
}

static void add_differences(struct comparer *comparer, const uint8_t *a, const uint8_t *b)
{
    if (!memcmp(a, b, comparer->width * 4)) {
        return;
    }
    for (size_t x = 0; x < comparer->width; x++) {
        if (memcmp(a + x * 4, b + x * 4, 4) != 0) {
            add_pixel(comparer, a + x * 4, b + x * 4, x);
        }
    }
}

/* As add_differences, for two rows of 16-bit grey. */
static void add_grey_differences(struct comparer *comparer, const uint16_t *a, const uint16_t *b)
{
    for (size_t x = 0; x < comparer->width; x++) {
        uint64_t difference = distance16(a[x], b[x]);
        if (difference == 0) {
            continue;
        }
        if (difference > comparer->result.largest_grey16) {
            comparer->result.largest_grey16 = (uint32_t)difference;
        }
        comparer->squares += difference * difference;
        add_position(&comparer->result, (uint32_t)x, (uint32_t)comparer->rows);
    }
}

static double psnr(const struct comparer *comparer)
{
    double most = comparer->deep ? 65535.0 : 255.0;
    uint64_t samples = (uint64_t)comparer->width * comparer->height * (comparer->deep ? 1 : 3);
    if (!comparer->squares) {
        return INFINITY;
    }
    return 10.0 * portable_log(most * most * (double)samples / (double)comparer->squares) /
           portable_log(10.0);
}

/* ---- structural similarity ---- */

/* Luma of row y of picture 0 or 1. */
static uint8_t *luma_row(struct comparer *comparer, size_t picture, size_t y)
{
    return comparer->luma + (picture * WINDOW + y % WINDOW) * comparer->width;
}

static void keep_luma(struct comparer *comparer, const uint8_t *a, const uint8_t *b)
{
    uint8_t *luma_a = luma_row(comparer, 0, comparer->rows);
    uint8_t *luma_b = luma_row(comparer, 1, comparer->rows);
    for (size_t x = 0; x < comparer->width; x++) {
        luma_a[x] = luma(a + 4 * x);
        luma_b[x] = luma(b + 4 * x);
    }
    if (memcmp(luma_a, luma_b, comparer->width) != 0) {
        comparer->last_unequal = comparer->rows + 1;
    }
}

static double similarity(struct comparer *comparer, size_t left, size_t top, size_t width,
                         size_t height)
{
    uint64_t sum_a = 0;
    uint64_t sum_b = 0;
    uint64_t squares = 0;
    uint64_t products = 0;
    for (size_t y = top; y < top + height; y++) {
        const uint8_t *row_a = luma_row(comparer, 0, y);
        const uint8_t *row_b = luma_row(comparer, 1, y);
        for (size_t x = left; x < left + width; x++) {
            unsigned value_a = row_a[x];
            unsigned value_b = row_b[x];
            sum_a += value_a;
            sum_b += value_b;
            squares += (uint64_t)value_a * value_a + (uint64_t)value_b * value_b;
            products += (uint64_t)value_a * value_b;
        }
    }
    double count = (double)(width * height);
    double mean_a = (double)sum_a / count;
    double mean_b = (double)sum_b / count;
    double mean_squares = mean_a * mean_a + mean_b * mean_b;
    double variances = (double)squares / count - mean_squares;
    double covariance = (double)products / count - mean_a * mean_b;
    const double c1 = 0.01 * 255 * 0.01 * 255;
    const double c2 = 0.03 * 255 * 0.03 * 255;
    return (2 * mean_a * mean_b + c1) * (2 * covariance + c2) /
           ((mean_squares + c1) * (variances + c2));
}

/* The number of windows of length `window` along `size` pixels. */
static size_t window_count(size_t size, size_t window)
{
    return (size - window + STEP - 1) / STEP + 1;
}

/* Adds the windows whose rows are all there. Equal ones have similarity 1. */
static void add_windows(struct comparer *comparer)
{
    size_t width = size_min(comparer->width, WINDOW);
    size_t height = size_min(comparer->height, WINDOW);
    size_t columns = window_count(comparer->width, width);
    size_t top = size_min(comparer->window_rows * STEP, comparer->height - height);
    if (comparer->rows < top + height) {
        return;
    }
    comparer->window_rows++;
    for (size_t column = 0; column < columns; column++) {
        size_t left = size_min(column * STEP, comparer->width - width);
        comparer->similarity +=
            comparer->last_unequal > top ? similarity(comparer, left, top, width, height) : 1.0;
    }
}

/* ---- the comparison ---- */

struct comparer *comparer_create(uint32_t width, uint32_t height)
{
    size_t luma_bytes = (size_t)2 * WINDOW * width;
    struct comparer *comparer = calloc(1, sizeof *comparer + luma_bytes);
    if (comparer) {
        comparer->width = width;
        comparer->height = height;
    }
    return comparer;
}

void comparer_destroy(struct comparer *comparer)
{
    free(comparer);
}

void comparer_add(struct comparer *comparer, const struct comparison_row *a,
                  const struct comparison_row *b)
{
    comparer->deep = a->grey16 && b->grey16;
    if (comparer->deep) {
        add_grey_differences(comparer, a->grey16, b->grey16);
    } else {
        add_differences(comparer, a->rgba, b->rgba);
    }
    keep_luma(comparer, a->rgba, b->rgba);
    comparer->rows++;
    add_windows(comparer);
}

void comparer_finish(const struct comparer *comparer, struct comparison *result)
{
    *result = comparer->result;
    result->verdict = result->differing_pixels ? COMPARISON_DIFFERENT : COMPARISON_EQUAL;
    result->psnr_db = psnr(comparer);
    size_t columns = window_count(comparer->width, size_min(comparer->width, WINDOW));
    result->ssim = comparer->similarity / (double)(columns * comparer->window_rows);
}

/* ---- the picture of the differences ---- */

/* The colour of a difference, 1..255. */
static void mark_pixel(unsigned difference, uint8_t *out)
{
    out[0] = 255;
    out[1] = (uint8_t)(difference < 128 ? 2 * difference : 255);
    out[2] = (uint8_t)(difference < 128 ? 0 : 2 * difference - 255);
    out[3] = 255;
}

static void draw_pixel(const uint8_t *a, const uint8_t *b, uint8_t *out)
{
    unsigned greatest = 0;
    for (size_t channel = 0; channel < 4; channel++) {
        unsigned difference = distance(a[channel], b[channel]);
        greatest = difference > greatest ? difference : greatest;
    }
    memset(out, luma(a) / 3, 3);
    out[3] = 255;
    if (greatest) {
        mark_pixel(greatest, out);
    }
}

void compare_draw_row(const struct comparison_row *a, const struct comparison_row *b,
                      uint32_t width, uint8_t *rgba)
{
    for (size_t x = 0; x < width; x++) {
        draw_pixel(a->rgba + x * 4, b->rgba + x * 4, rgba + x * 4);
        if (a->grey16 && b->grey16 && a->grey16[x] != b->grey16[x]) {
            uint32_t apart = distance16(a->grey16[x], b->grey16[x]);
            mark_pixel(apart / 256 ? apart / 256 : 1, rgba + x * 4);
        }
    }
}
