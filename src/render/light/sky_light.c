/*
 * Means over squares are sums along rows, then along columns, each kept up by adding a pixel and
 * taking one away. Heights are 1/16 yard above the lowest of the field, in 16 bits. A row's mean
 * has four bits more, so that sums along columns fit 32 bits at any size of a tile. Where heights
 * differ by more than fits, a junk one among them, those count that most pixels are near.
 *
 * A mean over a square that is r yards above its middle has walls of some r yards round it: half of
 * the sky is gone. What is not known hides nothing: it counts as high as the place itself, so that
 * a mean needs no height of it. All operations are exact in floats or rounded in one way, so that
 * pictures are equal on every machine.
 */
#include "render/light/sky_light.h"

#include <math.h>
#include <string.h>

#include "formats/grid.h"

enum { RGBA = 4, ROW_MEAN_ONE = 16 };

static const float radii_yd[SKY_SIZES] = {2.5F, 5.0F, 10.0F, 20.0F};

/* How far above a place, in radii, the mean round it takes all of the light of its size. */
static const float FULL = 0.75F;

/* The most that is taken of the light: some comes from below, too. */
static const float DARKEST = 0.75F;

struct sky_plan sky_plan_of(float strength, uint32_t size_px)
{
    struct sky_plan plan = {.strength = strength};
    for (size_t i = 0; i < SKY_SIZES; i++) {
        float wanted = radii_yd[i] * (float)((double)size_px / TILE_YD);
        plan.radius_px[i] = wanted > 1.0F ? (uint32_t)(wanted + 0.5F) : 1;
        plan.radius_yd[i] = (float)((double)plan.radius_px[i] * TILE_YD / (double)size_px);
    }
    return plan;
}

uint32_t sky_plan_margin_px(const struct sky_plan *plan)
{
    return plan->radius_px[SKY_SIZES - 1];
}

/* What the steps share. */
struct sky_field {
    uint32_t size_px, margin_px, stride;
    uint16_t *height; /* stride squared; 0: not known, 1: the lowest */
    uint32_t *means;  /* of rows: of all rows, size_px numbers each */
    uint16_t *counts; /* as `means`: of pixels that are known */
};

/* Two steps fit the heights of a field. */
enum { STEP = (UINT16_MAX + 1) / 2, STEPS = 2 * SURFACE_MOST / STEP + 1 };

/* The lowest surface of the two steps, one above the other, that have most pixels. */
static int32_t fullest_steps(const int32_t *surface, size_t count)
{
    size_t pixels[STEPS + 1] = {0};
    for (size_t i = 0; i < count; i++) {
        if (surface[i] != SURFACE_NONE) {
            pixels[(surface[i] + SURFACE_MOST) / STEP]++;
        }
    }
    int32_t fullest = 0;
    for (int32_t i = 1; i < STEPS; i++) {
        if (pixels[i] + pixels[i + 1] > pixels[fullest] + pixels[fullest + 1]) {
            fullest = i;
        }
    }
    return fullest * STEP - SURFACE_MOST;
}

static void take_heights(const struct height_field *from, struct sky_field *field)
{
    const size_t count = (size_t)from->stride * from->stride;
    int32_t lowest = INT32_MAX, highest = INT32_MIN;
    for (size_t i = 0; i < count; i++) {
        int32_t surface = from->surface[i];
        lowest = surface != SURFACE_NONE && surface < lowest ? surface : lowest;
        highest = surface > highest ? surface : highest;
    }
    if ((int64_t)highest - lowest >= UINT16_MAX) {
        lowest = fullest_steps(from->surface, count);
    }
    for (size_t i = 0; i < count; i++) {
        int64_t height = (int64_t)from->surface[i] - lowest + 1;
        height = height > 1 ? height : 1;
        height = height < UINT16_MAX ? height : UINT16_MAX;
        field->height[i] = from->surface[i] == SURFACE_NONE ? 0 : (uint16_t)height;
    }
}

/* The mean along a row round each pixel of the tile's columns, where what is not known adds
 * nothing, and how many are known. */
static void mean_row(const struct sky_field *field, uint32_t y, uint32_t radius)
{
    const uint16_t *height = field->height + (size_t)y * field->stride + field->margin_px;
    uint32_t *mean = field->means + (size_t)y * field->size_px;
    uint16_t *known = field->counts + (size_t)y * field->size_px;
    const float per_pixel = (float)ROW_MEAN_ONE / (float)(2 * radius + 1);
    uint32_t sum = 0, count = 0;
    for (int64_t x = -(int64_t)radius; x < (int64_t)radius; x++) {
        sum += height[x];
        count += height[x] > 0;
    }
    for (int64_t x = 0; x < (int64_t)field->size_px; x++) {
        const uint16_t in = height[x + (int64_t)radius], out = height[x - (int64_t)radius];
        sum += in;
        count += in > 0;
        mean[x] = (uint32_t)((float)sum * per_pixel);
        known[x] = (uint16_t)count;
        sum -= out;
        count -= out > 0;
    }
}

/* Rows `first` to `end` of a size: adds to `dark` what it takes of the light, 1 for all of it.
 * `sums` are two numbers for each column. */
static void add_rows(const struct sky_field *field, uint32_t first, uint32_t end, uint32_t radius,
                     float radius_yd, uint32_t *restrict sums, float *restrict dark)
{
    const size_t size_px = field->size_px;
    const float per_row = 1.0F / (float)(ROW_MEAN_ONE * (2 * radius + 1));
    const float per_height = 1.0F / ((float)SURFACE_ONE * radius_yd * FULL);
    const float all = (float)((2 * radius + 1) * (2 * radius + 1));
    const size_t origin = (size_t)field->margin_px * size_px;
    const uint32_t *rows = field->means + origin;
    const uint16_t *row_counts = field->counts + origin;
    uint32_t *restrict counts = sums + size_px;
    memset(sums, 0, 2 * size_px * sizeof *sums);
    for (int64_t y = (int64_t)first - (int64_t)radius; y < (int64_t)first + (int64_t)radius; y++) {
        for (size_t x = 0; x < size_px; x++) {
            sums[x] += rows[y * (int64_t)size_px + (int64_t)x];
            counts[x] += row_counts[y * (int64_t)size_px + (int64_t)x];
        }
    }
    for (uint32_t y = first; y < end; y++) {
        const uint32_t *restrict in = rows + ((size_t)y + radius) * size_px;
        const uint32_t *restrict out = rows + ((int64_t)y - (int64_t)radius) * (int64_t)size_px;
        const uint16_t *restrict counts_in = row_counts + ((size_t)y + radius) * size_px;
        const uint16_t *restrict counts_out =
            row_counts + ((int64_t)y - (int64_t)radius) * (int64_t)size_px;
        const uint16_t *restrict height =
            field->height + (size_t)(y + field->margin_px) * field->stride + field->margin_px;
        float *restrict row = dark + (size_t)(y - first) * size_px;
        for (size_t x = 0; x < size_px; x++) {
            uint32_t sum = sums[x] + in[x];
            uint32_t count = counts[x] + counts_in[x];
            float own = (float)height[x] * ((float)count / all);
            float above = ((float)sum * per_row - own) * per_height;
            above = above > 0.0F && height[x] > 0 ? above : 0.0F;
            row[x] += above < 1.0F ? above : 1.0F;
            sums[x] = sum - out[x];
            counts[x] = count - counts_out[x];
        }
    }
}

enum { PART_ROWS = 32 };

static size_t part_count(uint32_t size_px)
{
    return (size_px + PART_ROWS - 1) / PART_ROWS;
}

size_t sky_light_bytes(uint32_t size_px, uint32_t margin_px)
{
    const struct sky_field *field = NULL;
    const size_t stride = size_px + 2 * (size_t)margin_px;
    const size_t size = size_px;
    return stride * stride * sizeof *field->height +
           stride * size * (sizeof *field->means + sizeof *field->counts) +
           size * size * sizeof(float) + 2 * part_count(size_px) * size * sizeof(uint32_t);
}

static bool alloc_field(const struct height_field *from, struct arena *arena,
                        struct sky_field *field)
{
    *field = (struct sky_field){
        .size_px = from->size_px, .margin_px = from->margin_px, .stride = from->stride};
    field->height =
        arena_alloc_dirty(arena, (size_t)from->stride * from->stride, sizeof *field->height);
    field->means =
        arena_alloc_dirty(arena, (size_t)from->stride * from->size_px, sizeof *field->means);
    field->counts =
        arena_alloc_dirty(arena, (size_t)from->stride * from->size_px, sizeof *field->counts);
    return field->height && field->means && field->counts;
}

bool sky_light(const struct sky_plan *plan, const struct height_field *from, unsigned threads,
               struct arena *arena, uint8_t *dark)
{
    struct sky_field field;
    const size_t size_px = from->size_px;
    float *sum = arena_alloc(arena, size_px * size_px, sizeof *sum);
    const uint32_t parts = (uint32_t)part_count(from->size_px);
    uint32_t *sums = arena_alloc_dirty(arena, 2 * parts * size_px, sizeof *sums);
    if (!alloc_field(from, arena, &field) || !sum || !sums) {
        return false;
    }
    take_heights(from, &field);
    for (size_t k = 0; k < SKY_SIZES; k++) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t y = 0; y < from->stride; y++) {
            mean_row(&field, y, plan->radius_px[k]);
        }
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t part = 0; part < parts; part++) {
            uint32_t first = part * PART_ROWS;
            uint32_t end = first + PART_ROWS < size_px ? first + PART_ROWS : (uint32_t)size_px;
            add_rows(&field, first, end, plan->radius_px[k], plan->radius_yd[k],
                     sums + 2 * part * size_px, sum + first * size_px);
        }
    }
    const float scale = plan->strength * DARKEST * 255.0F / (float)SKY_SIZES;
    for (size_t i = 0; i < size_px * size_px; i++) {
        dark[i] = (uint8_t)(sum[i] * scale + 0.5F);
    }
    return true;
}

void sky_light_apply(const uint8_t *dark, uint32_t size_px, unsigned threads, uint8_t *rgba,
                     size_t stride_bytes)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t y = 0; y < size_px; y++) {
        const uint8_t *row = dark + (size_t)y * size_px;
        uint8_t *pixel = rgba + y * stride_bytes;
        for (uint32_t x = 0; x < size_px; x++, pixel += RGBA) {
            uint32_t left = 255U - row[x];
            for (int c = 0; c < 3; c++) {
                uint32_t product = pixel[c] * left + 128;
                pixel[c] = (uint8_t)((product + (product >> 8)) >> 8);
            }
        }
    }
}
