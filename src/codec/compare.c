/*
 * Rows that are equal are skipped by memcmp, which makes equal pictures, the common case, as fast
 * as memory. PSNR needs the sum of squared differences; SSIM needs the sums, squares and products
 * of luma in each window. All are integers: an 8x8 window has at most 64 * 255^2 per sum.
 */
#include "codec/compare.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable_math.h"
#include "base/size.h"

enum { WINDOW = 8, STEP = 4 };

static unsigned luma(const uint8_t *rgba)
{
    return (299U * rgba[0] + 587U * rgba[1] + 114U * rgba[2] + 500U) / 1000U;
}

static unsigned distance(uint8_t a, uint8_t b)
{
    return a > b ? (unsigned)(a - b) : (unsigned)(b - a);
}

static uint32_t distance16(uint16_t a, uint16_t b)
{
    return a > b ? (uint32_t)(a - b) : (uint32_t)(b - a);
}

static bool same_size(const struct picture *a, const struct picture *b)
{
    return a->width == b->width && a->height == b->height;
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

/* Adds a pixel to the result. Returns the sum of its squared differences in red, green and blue. */
static uint64_t add_pixel(struct comparison *result, const uint8_t *a, const uint8_t *b, uint32_t x,
                          uint32_t y)
{
    uint64_t squares = 0;
    for (size_t channel = 0; channel < 4; channel++) {
        unsigned difference = distance(a[channel], b[channel]);
        if (difference > result->largest[channel]) {
            result->largest[channel] = (uint8_t)difference;
        }
        squares += channel < 3 ? (uint64_t)difference * difference : 0;
    }
    add_position(result, x, y);
    return squares;
}

static uint64_t add_differences(const struct picture *a, const struct picture *b,
                                struct comparison *result)
{
    uint64_t squares = 0;
    size_t row_bytes = (size_t)a->width * 4;
    for (uint32_t y = 0; y < a->height; y++) {
        const uint8_t *row_a = a->rgba + y * row_bytes;
        const uint8_t *row_b = b->rgba + y * row_bytes;
        if (!memcmp(row_a, row_b, row_bytes)) {
            continue;
        }
        for (uint32_t x = 0; x < a->width; x++) {
            if (memcmp(row_a + (size_t)x * 4, row_b + (size_t)x * 4, 4) != 0) {
                squares += add_pixel(result, row_a + (size_t)x * 4, row_b + (size_t)x * 4, x, y);
            }
        }
    }
    return squares;
}

/* As add_differences, for two pictures of 16-bit grey. */
static uint64_t add_grey_differences(const struct picture *a, const struct picture *b,
                                     struct comparison *result)
{
    uint64_t squares = 0;
    for (size_t i = 0; i < (size_t)a->width * a->height; i++) {
        uint64_t difference = distance16(a->grey16[i], b->grey16[i]);
        if (difference == 0) {
            continue;
        }
        if (difference > result->largest_grey16) {
            result->largest_grey16 = (uint32_t)difference;
        }
        squares += difference * difference;
        add_position(result, (uint32_t)(i % a->width), (uint32_t)(i / a->width));
    }
    return squares;
}

static double psnr(uint64_t squares, uint64_t samples, double most)
{
    if (!squares) {
        return INFINITY;
    }
    return 10.0 * portable_log(most * most * (double)samples / (double)squares) /
           portable_log(10.0);
}

/* ---- structural similarity ---- */

static double similarity(const struct picture *a, const struct picture *b, size_t left, size_t top,
                         size_t width, size_t height)
{
    uint64_t sum_a = 0;
    uint64_t sum_b = 0;
    uint64_t squares = 0;
    uint64_t products = 0;
    for (size_t y = top; y < top + height; y++) {
        for (size_t x = left; x < left + width; x++) {
            unsigned value_a = luma(a->rgba + (y * a->width + x) * 4);
            unsigned value_b = luma(b->rgba + (y * b->width + x) * 4);
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

static double mean_similarity(const struct picture *a, const struct picture *b)
{
    size_t width = size_min(a->width, WINDOW);
    size_t height = size_min(a->height, WINDOW);
    size_t columns = window_count(a->width, width);
    size_t rows = window_count(a->height, height);
    double sum = 0;
    for (size_t row = 0; row < rows; row++) {
        size_t top = size_min(row * STEP, a->height - height);
        for (size_t column = 0; column < columns; column++) {
            size_t left = size_min(column * STEP, a->width - width);
            sum += similarity(a, b, left, top, width, height);
        }
    }
    return sum / (double)(columns * rows);
}

void compare_pictures(const struct picture *a, const struct picture *b, struct comparison *result)
{
    *result = (struct comparison){.verdict = COMPARISON_SIZES_DIFFER};
    if (!same_size(a, b)) {
        return;
    }
    bool deep = a->grey16 && b->grey16;
    uint64_t squares = deep ? add_grey_differences(a, b, result) : add_differences(a, b, result);
    bool equal = result->differing_pixels == 0;
    result->verdict = equal ? COMPARISON_EQUAL : COMPARISON_DIFFERENT;
    result->psnr_db =
        psnr(squares, (uint64_t)a->width * a->height * (deep ? 1 : 3), deep ? 65535.0 : 255.0);
    result->ssim = squares ? mean_similarity(a, b) : 1.0;
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
    memset(out, (int)(luma(a) / 3), 3);
    out[3] = 255;
    if (greatest) {
        mark_pixel(greatest, out);
    }
}

enum adtmap_status compare_draw(const struct picture *a, const struct picture *b,
                                const struct diag *diag, struct picture *drawn)
{
    *drawn = (struct picture){0};
    if (!same_size(a, b)) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "differences of pictures of different sizes cannot be drawn");
    }
    size_t pixels = (size_t)a->width * a->height;
    uint8_t *rgba = malloc(pixels * 4);
    if (!rgba) {
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; i < pixels; i++) {
        draw_pixel(a->rgba + i * 4, b->rgba + i * 4, rgba + i * 4);
        if (a->grey16 && b->grey16 && a->grey16[i] != b->grey16[i]) {
            uint32_t apart = distance16(a->grey16[i], b->grey16[i]);
            mark_pixel(apart / 256 ? apart / 256 : 1, rgba + i * 4);
        }
    }
    *drawn = (struct picture){rgba, a->width, a->height, NULL};
    return ADTMAP_OK;
}
