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

#include "base/lanes.h"
#include "formats/grid.h"

enum { ROW_MEAN_ONE = 16 };

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
    uint16_t *height;         /* stride squared; 0: not known, 1: the lowest */
    uint32_t *sums;           /* of heights: of all rows, stride + 1 numbers each */
    uint16_t *known;          /* as `sums`: of pixels that are known; written if some are not */
    struct sky_range *ranges; /* of each row */
    uint32_t *squares;        /* of each part: two numbers for each size and column */
    float *taken;             /* of each part: a row */
    bool *is_needed;          /* of each row: its heights are looked at */
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

static const int32_t *surface_row(const struct height_field *from, uint32_t y)
{
    return from->surface + (size_t)y * from->stride;
}

/* The surface that is the lowest height, of what rows hold. */
static int32_t lowest_of(const struct height_field *from, struct sky_field *field)
{
    int32_t lowest = INT32_MAX, highest = -SURFACE_MOST;
    for (uint32_t y = 0; y < field->stride; y++) {
        const struct sky_range *range = &field->ranges[y];
        lowest = range->lowest < lowest ? range->lowest : lowest;
        highest = range->highest > highest ? range->highest : highest;
        field->has_unknown = field->has_unknown || range->has_unknown;
    }
    if ((int64_t)highest - lowest >= UINT16_MAX) {
        lowest = fullest_steps(from->surface, (size_t)from->stride * from->stride);
    }
    return lowest < highest ? lowest : highest; /* nothing is known */
}

typedef uint16_t half_lanes __attribute__((vector_size(8)));

/* Sums of four heights at a time: of each pair, then of all up to each. */
static void sum_row(const uint16_t *height, uint32_t *sums, size_t count)
{
    enum { AT_ONCE = 4 };
    const lanes_i none = {0};
    lanes_i before = {0};
    size_t x = 0;
    for (; x + AT_ONCE <= count; x += AT_ONCE) {
        half_lanes words;
        memcpy(&words, height + x, sizeof words);
        const lanes_i own = __builtin_convertvector(words, lanes_i);
        lanes_i sum = own + __builtin_shufflevector(own, none, 4, 0, 1, 2);
        sum += __builtin_shufflevector(sum, none, 4, 5, 0, 1);
        const lanes_i first = before + sum - own;
        memcpy(sums + x, &first, sizeof first);
        before += __builtin_shufflevector(sum, sum, 3, 3, 3, 3);
    }
    uint32_t sum = (uint32_t)before[0];
    for (; x < count; x++) {
        sums[x] = sum;
        sum += height[x];
    }
    sums[count] = sum;
}

/* The same of those that are known, eight at a time. */
static void count_known(const uint16_t *height, uint16_t *known, size_t count)
{
    enum { AT_ONCE = 8 };
    const lanes_u16 none = {0}, one = lanes_splat_words(1);
    lanes_u16 before = {0};
    size_t x = 0;
    known[0] = 0;
    for (; x + AT_ONCE <= count; x += AT_ONCE) {
        lanes_u16 sum;
        memcpy(&sum, height + x, sizeof sum);
        sum = (lanes_u16)(sum != none) & one;
        sum += __builtin_shufflevector(sum, none, 8, 0, 1, 2, 3, 4, 5, 6);
        sum += __builtin_shufflevector(sum, none, 8, 9, 0, 1, 2, 3, 4, 5);
        sum += __builtin_shufflevector(sum, none, 8, 9, 10, 11, 0, 1, 2, 3);
        const lanes_u16 up_to = before + sum;
        memcpy(known + x + 1, &up_to, sizeof up_to);
        before += __builtin_shufflevector(sum, sum, 7, 7, 7, 7, 7, 7, 7, 7);
    }
    uint16_t sum = before[0];
    for (; x < count; x++) {
        sum = (uint16_t)(sum + (height[x] > 0));
        known[x + 1] = sum;
    }
}

enum { PART_ROWS = 32 };

static size_t part_count(uint32_t size_px)
{
    return (size_px + PART_ROWS - 1) / PART_ROWS;
}

/* Rows of the tile that a thread finds. */
struct sky_part {
    const struct sky_field *field;
    const struct light_kernels *kernels;
    uint32_t ordinal, first, end;
    bool has_unknown; /* among what is near them */
    bool is_flat;     /* all that is near them has one height, or none is known: the sea, whose
                         means are no higher than it */
};

static struct sky_part part_of(const struct sky_field *field, const struct light_kernels *kernels,
                               uint32_t ordinal)
{
    const uint32_t first = ordinal * PART_ROWS;
    struct sky_part part = {.field = field, .kernels = kernels, .ordinal = ordinal, .first = first};
    part.end = first + PART_ROWS < field->size_px ? first + PART_ROWS : field->size_px;
    const struct sky_range *one = &field->ranges[first];
    part.is_flat = one->lowest == one->highest ? !one->has_unknown : one->lowest > one->highest;
    for (uint32_t row = first; row < part.end + 2 * field->margin_px; row++) {
        const struct sky_range *range = &field->ranges[row];
        part.is_flat = part.is_flat && range->lowest == one->lowest &&
                       range->highest == one->highest && range->has_unknown == one->has_unknown;
        part.has_unknown = part.has_unknown || range->has_unknown;
    }
    return part;
}

/* Finds what rows hold, and the lowest height of all. */
static int32_t find_ranges(const struct height_field *from, const struct light_kernels *kernels,
                           unsigned threads, struct sky_field *field)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t y = 0; y < field->stride; y++) {
        field->ranges[y] = kernels->sky_range(surface_row(from, y), field->stride);
    }
    return lowest_of(from, field);
}

/* Finds the rows that a part which is not flat looks at. */
static void find_needed(const struct light_kernels *kernels, struct sky_field *field)
{
    memset(field->is_needed, 0, field->stride * sizeof *field->is_needed);
    for (uint32_t i = 0; i < part_count(field->size_px); i++) {
        const struct sky_part part = part_of(field, kernels, i);
        const uint32_t end = part.end + 2 * field->margin_px;
        for (uint32_t row = part.first; row < end && !part.is_flat; row++) {
            field->is_needed[row] = true;
        }
    }
}

static void take_heights(const struct height_field *from, const struct light_kernels *kernels,
                         unsigned threads, struct sky_field *field)
{
    const uint32_t stride = from->stride;
    const int32_t lowest = find_ranges(from, kernels, threads, field);
    find_needed(kernels, field);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t y = 0; y < stride; y++) {
        const size_t at = (size_t)y * (stride + 1);
        uint16_t *height = field->height + (size_t)y * stride;
        if (!field->is_needed[y]) {
            continue;
        }
        kernels->sky_heights(height, surface_row(from, y), lowest, stride);
        sum_row(height, field->sums + at, stride);
        if (field->has_unknown) {
            count_known(height, field->known + at, stride);
        }
    }
}

/* The stretches of a row of the tile, or of its margin. */
static struct sky_stretch stretch_of(const struct sky_part *part, int64_t row, uint32_t radius)
{
    const struct sky_field *field = part->field;
    const size_t first = (size_t)(row + field->margin_px) * (field->stride + 1) + field->margin_px;
    const size_t before = first - radius, end = first + radius + 1;
    return (struct sky_stretch){
        .sums_end = field->sums + end,
        .sums_before = field->sums + before,
        .known_end = part->has_unknown ? field->known + end : NULL,
        .known_before = part->has_unknown ? field->known + before : NULL,
    };
}

/* The squares of a size round the first row, but for their last row. */
static struct sky_squares begin_squares(const struct sky_plan *plan, const struct sky_part *part,
                                        size_t size)
{
    const size_t size_px = part->field->size_px;
    const uint32_t radius = plan->radius_px[size], edge = 2 * radius + 1;
    uint32_t *sums = part->field->squares + 2 * (SKY_SIZES * part->ordinal + size) * size_px;
    const struct sky_squares squares = {
        .sums = sums,
        .known = sums + size_px,
        .per_pixel = (float)ROW_MEAN_ONE / (float)edge,
        .per_row = 1.0F / (float)(ROW_MEAN_ONE * edge),
        .per_height = 1.0F / ((float)SURFACE_ONE * plan->radius_yd[size] * FULL),
        .pixels = (float)(edge * edge),
    };
    memset(sums, 0, 2 * size_px * sizeof *sums);
    for (uint32_t i = 0; i < 2 * radius; i++) {
        const struct sky_stretch row =
            stretch_of(part, (int64_t)part->first + i - (int64_t)radius, radius);
        part->kernels->sky_add(&squares, &row, size_px);
    }
    return squares;
}

/* Squares of a thread, from one part to the next below it. */
struct sky_run {
    struct sky_squares squares[SKY_SIZES]; /* round row `next`, but for their last row */
    uint32_t next;                         /* UINT32_MAX: none are begun */
    bool has_unknown;
};

/* All sizes of a row before the next. */
static void find_part(const struct sky_plan *plan, const struct sky_part *part, struct sky_run *run,
                      uint8_t *dark)
{
    const float scale = plan->strength * DARKEST * 255.0F / (float)SKY_SIZES;
    const struct sky_field *field = part->field;
    const size_t size_px = field->size_px;
    float *taken = field->taken + part->ordinal * size_px;
    const bool goes_on = run->next == part->first && run->has_unknown == part->has_unknown;
    if (!goes_on) {
        for (size_t k = 0; k < SKY_SIZES; k++) {
            run->squares[k] = begin_squares(plan, part, k);
        }
    }
    for (uint32_t y = part->first; y < part->end; y++) {
        const uint16_t *height =
            field->height + (size_t)(y + field->margin_px) * field->stride + field->margin_px;
        memset(taken, 0, size_px * sizeof *taken);
        for (size_t k = 0; k < SKY_SIZES; k++) {
            const int64_t radius = plan->radius_px[k];
            const struct sky_stretch in = stretch_of(part, y + radius, plan->radius_px[k]);
            const struct sky_stretch out = stretch_of(part, y - radius, plan->radius_px[k]);
            part->kernels->sky(taken, height, &run->squares[k], &in, &out, size_px);
        }
        part->kernels->sky_round(dark + y * size_px, taken, scale, size_px);
    }
    run->next = part->end;
    run->has_unknown = part->has_unknown;
}

/* The memory of a field begins with the widest numbers, so that all are aligned. */
size_t sky_light_bytes(uint32_t size_px, uint32_t margin_px)
{
    const struct sky_field *field = NULL;
    const size_t stride = size_px + 2 * (size_t)margin_px;
    const size_t columns = part_count(size_px) * size_px;
    return stride * stride * sizeof *field->height +
           stride * (stride + 1) * (sizeof *field->sums + sizeof *field->known) +
           stride * (sizeof *field->ranges + sizeof *field->is_needed) +
           columns * (2 * SKY_SIZES * sizeof *field->squares + sizeof *field->taken);
}

static void *take(char **memory, size_t count, size_t size)
{
    void *taken = *memory;
    *memory += count * size;
    return taken;
}

static struct sky_field field_in(char *memory, const struct height_field *from)
{
    const size_t stride = from->stride, columns = part_count(from->size_px) * from->size_px;
    struct sky_field field = {
        .size_px = from->size_px, .margin_px = from->margin_px, .stride = from->stride};
    field.ranges = take(&memory, stride, sizeof *field.ranges);
    field.squares = take(&memory, 2 * SKY_SIZES * columns, sizeof *field.squares);
    field.taken = take(&memory, columns, sizeof *field.taken);
    field.sums = take(&memory, stride * (stride + 1), sizeof *field.sums);
    field.height = take(&memory, stride * stride, sizeof *field.height);
    field.known = take(&memory, stride * (stride + 1), sizeof *field.known);
    field.is_needed = take(&memory, stride, sizeof *field.is_needed);
    return field;
}

void sky_light(const struct sky_plan *plan, const struct light_kernels *kernels,
               const struct height_field *from, unsigned threads, void *memory, uint8_t *dark)
{
    struct sky_field field = field_in(memory, from);
    take_heights(from, kernels, threads, &field);
    const uint32_t parts = (uint32_t)part_count(from->size_px);
#pragma omp parallel num_threads(threads)
    {
        struct sky_run run = {.next = UINT32_MAX};
#pragma omp for schedule(static)
        for (uint32_t i = 0; i < parts; i++) {
            const struct sky_part part = part_of(&field, kernels, i);
            if (part.is_flat) {
                memset(dark + (size_t)part.first * from->size_px, 0,
                       (size_t)(part.end - part.first) * from->size_px);
            } else {
                find_part(plan, &part, &run, dark);
            }
        }
    }
}

void sky_light_apply(const struct light_kernels *kernels, const uint8_t *dark, uint32_t size_px,
                     unsigned threads, uint8_t *rgba, size_t stride_bytes)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t y = 0; y < size_px; y++) {
        kernels->darken(rgba + y * stride_bytes, dark + (size_t)y * size_px, size_px);
    }
}
