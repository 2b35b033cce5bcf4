/*
 * Means over squares are means along rows, of which sums along columns are kept up by adding a row
 * and taking one away. Heights are 1/16 yard above the lowest of the field, in 16 bits. A row's
 * mean has four bits more, so that sums along columns fit 32 bits at any size of a tile. Where
 * heights differ by more than fits, a junk one among them, those count that most pixels are near.
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

/* What the steps share. Sums are of the pixels before each of a row, so that the differences of two
 * are sums of any stretch. */
struct sky_field {
    uint32_t size_px, margin_px, stride;
    bool has_unknown;
    uint16_t *height;           /* stride squared; 0: not known, 1: the lowest */
    uint32_t *sums;             /* of heights: of all rows, stride + 1 numbers each */
    uint16_t *known;            /* as `sums`: of pixels that are known; written if some are not */
    uint16_t *lowest, *highest; /* of each row */
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
    const int32_t *restrict surface = from->surface;
    uint16_t *restrict heights = field->height;
    int32_t lowest = INT32_MAX, highest = -SURFACE_MOST;
    uint32_t unknown = 0;
    for (size_t i = 0; i < count; i++) {
        const int32_t known = surface[i] == SURFACE_NONE ? INT32_MAX : surface[i];
        lowest = known < lowest ? known : lowest;
        highest = surface[i] > highest ? surface[i] : highest;
        unknown |= surface[i] == SURFACE_NONE;
    }
    if ((int64_t)highest - lowest >= UINT16_MAX) {
        lowest = fullest_steps(surface, count);
    }
    lowest = lowest < highest ? lowest : highest; /* nothing is known */
    for (size_t i = 0; i < count; i++) {
        int32_t height = (surface[i] > -SURFACE_MOST ? surface[i] : -SURFACE_MOST) - lowest + 1;
        height = height > 1 ? height : 1;
        height = height < UINT16_MAX ? height : UINT16_MAX;
        heights[i] = (uint16_t)(surface[i] == SURFACE_NONE ? 0 : height);
    }
    field->has_unknown = unknown != 0;
}

static void sum_row(const struct sky_field *field, uint32_t y)
{
    const uint16_t *height = field->height + (size_t)y * field->stride;
    uint32_t *sums = field->sums + (size_t)y * (field->stride + 1);
    uint16_t *known = field->known + (size_t)y * (field->stride + 1);
    uint32_t sum = 0, count = 0;
    uint16_t lowest = UINT16_MAX, highest = 0;
    for (uint32_t x = 0; x < field->stride; x++) {
        lowest = height[x] < lowest ? height[x] : lowest;
        highest = height[x] > highest ? height[x] : highest;
    }
    field->lowest[y] = lowest;
    field->highest[y] = highest;
    for (uint32_t x = 0; x < field->stride; x++) {
        sums[x] = sum;
        sum += height[x];
    }
    sums[field->stride] = sum;
    for (uint32_t x = 0; field->has_unknown && x <= field->stride; x++) {
        known[x] = (uint16_t)count;
        count += x < field->stride && height[x] > 0;
    }
}

/* The stretches of a row of the tile, or of its margin. */
static struct sky_stretch stretch_of(const struct sky_field *field, int64_t row, uint32_t radius)
{
    const size_t first = (size_t)(row + field->margin_px) * (field->stride + 1) + field->margin_px;
    const size_t before = first - radius, end = first + radius + 1;
    return (struct sky_stretch){
        .sums_end = field->sums + end,
        .sums_before = field->sums + before,
        .known_end = field->has_unknown ? field->known + end : NULL,
        .known_before = field->has_unknown ? field->known + before : NULL,
    };
}

/* Rows `first` to `end` of a size: adds to `dark` what it takes of the light, 1 for all of it.
 * `sums` are two numbers for each column. */
static void add_rows(const struct sky_field *field, const struct light_kernels *kernels,
                     uint32_t first, uint32_t end, uint32_t radius, float radius_yd, uint32_t *sums,
                     float *dark)
{
    const size_t size_px = field->size_px;
    const uint32_t edge = 2 * radius + 1;
    const struct sky_squares squares = {
        .sums = sums,
        .known = sums + size_px,
        .per_pixel = (float)ROW_MEAN_ONE / (float)edge,
        .per_row = 1.0F / (float)(ROW_MEAN_ONE * edge),
        .per_height = 1.0F / ((float)SURFACE_ONE * radius_yd * FULL),
        .pixels = (float)(edge * edge),
    };
    memset(sums, 0, 2 * size_px * sizeof *sums);
    for (int64_t y = (int64_t)first - (int64_t)radius; y < (int64_t)first + (int64_t)radius; y++) {
        const struct sky_stretch row = stretch_of(field, y, radius);
        kernels->sky_add(&squares, &row, size_px);
    }
    for (uint32_t y = first; y < end; y++) {
        const struct sky_stretch in = stretch_of(field, (int64_t)y + radius, radius);
        const struct sky_stretch out = stretch_of(field, (int64_t)y - radius, radius);
        const uint16_t *height =
            field->height + (size_t)(y + field->margin_px) * field->stride + field->margin_px;
        kernels->sky(dark + (size_t)(y - first) * size_px, height, &squares, &in, &out, size_px);
    }
}

/* Whether rows `first` to `end` of the tile, and all that is near them, have one height: the sea,
 * whose means are no higher than it. */
static bool is_flat(const struct sky_field *field, uint32_t first, uint32_t end)
{
    const uint32_t last = end + 2 * field->margin_px - 1;
    bool is_flat = true;
    for (uint32_t row = first; row <= last; row++) {
        is_flat = is_flat && field->lowest[row] == field->highest[first] &&
                  field->highest[row] == field->highest[first];
    }
    return is_flat;
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
           stride * (stride + 1) * (sizeof *field->sums + sizeof *field->known) +
           stride * (sizeof *field->lowest + sizeof *field->highest) + size * size * sizeof(float) +
           2 * part_count(size_px) * size * sizeof(uint32_t);
}

static bool alloc_field(const struct height_field *from, struct arena *arena,
                        struct sky_field *field)
{
    const size_t stride = from->stride;
    *field = (struct sky_field){
        .size_px = from->size_px, .margin_px = from->margin_px, .stride = from->stride};
    field->height = arena_alloc_dirty(arena, stride * stride, sizeof *field->height);
    field->sums = arena_alloc_dirty(arena, stride * (stride + 1), sizeof *field->sums);
    field->known = arena_alloc_dirty(arena, stride * (stride + 1), sizeof *field->known);
    field->lowest = arena_alloc_dirty(arena, stride, sizeof *field->lowest);
    field->highest = arena_alloc_dirty(arena, stride, sizeof *field->highest);
    return field->height && field->sums && field->known && field->lowest && field->highest;
}

bool sky_light(const struct sky_plan *plan, const struct light_kernels *kernels,
               const struct height_field *from, unsigned threads, struct arena *arena,
               uint8_t *dark)
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
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t y = 0; y < from->stride; y++) {
        sum_row(&field, y);
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t part = 0; part < parts; part++) {
        uint32_t first = part * PART_ROWS;
        uint32_t end = first + PART_ROWS < size_px ? first + PART_ROWS : (uint32_t)size_px;
        for (size_t k = 0; k < SKY_SIZES && !is_flat(&field, first, end); k++) {
            add_rows(&field, kernels, first, end, plan->radius_px[k], plan->radius_yd[k],
                     sums + 2 * part * size_px, sum + first * size_px);
        }
    }
    const float scale = plan->strength * DARKEST * 255.0F / (float)SKY_SIZES;
    for (size_t i = 0; i < size_px * size_px; i++) {
        dark[i] = (uint8_t)(sum[i] * scale + 0.5F);
    }
    return true;
}

static void darken(const uint8_t *dark, uint32_t first, uint32_t end, uint8_t *rgba)
{
    for (uint32_t x = first; x < end; x++) {
        const uint32_t left = 255U - dark[x];
        for (uint32_t i = RGBA * x; i < RGBA * x + 3; i++) {
            uint32_t product = rgba[i] * left + 128;
            rgba[i] = (uint8_t)((product + (product >> 8)) >> 8);
        }
    }
}

void sky_light_apply(const uint8_t *dark, uint32_t size_px, unsigned threads, uint8_t *rgba,
                     size_t stride_bytes)
{
    enum { RUN = 16 };
    static const uint8_t open_sky[RUN];
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t y = 0; y < size_px; y++) {
        const uint8_t *row = dark + (size_t)y * size_px;
        uint8_t *pixel = rgba + y * stride_bytes;
        for (uint32_t x = 0; x < size_px; x += RUN) {
            const uint32_t end = size_px - x < RUN ? size_px : x + RUN;
            if (memcmp(row + x, open_sky, end - x) != 0) {
                darken(row, x, end, pixel);
            }
        }
    }
}
