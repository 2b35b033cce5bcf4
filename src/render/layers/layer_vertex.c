/*
 * Data layers that are interpolated over vertices: height, normals, painted colours. Each quad is a
 * fan of four triangles round its inner vertex, weighted at the sample's own
 * place (fan_weights.h).
 *
 * A sample lies at the pixel's centre; tiles of few pixels take several a pixel, regularly spaced,
 * so that they lie no more than half a quad apart. Places are rounded to 1/65536 quad, so that
 * weights are exact. A row of samples is plain loops of floats, one a quad, without a branch and
 * with nothing to be summed in another order: the same on every machine.
 */
#include <float.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#include "formats/grid.h"
#include "render/layers/data_layer.h"
#include "render/terrain/fan_weights.h"

enum {
    ONE = 1 << 16,
    SAMPLES_PER_TILE = 2 * QUADS_PER_TILE,
    CHANNELS_MAX = 3,
    VALUE_MAX = 1 << 30, /* greys */
    NEUTRAL = 127,
};

/* What a thread works with. */
struct vertex_scratch {
    float *samples;             /* a row of one channel */
    uint16_t *counts;           /* of each pixel: samples on ground */
    float *means[CHANNELS_MAX]; /* a row of pixels */
};

struct vertex_plan {
    const struct data_layer_input *input;
    uint32_t channels;              /* 1..CHANNELS_MAX */
    uint32_t factor;                /* samples on a pixel's edge */
    uint32_t size;                  /* samples on the tile's edge */
    uint32_t *first;                /* sample of each quad column, and the end */
    float *fraction;                /* of each sample: where in its quad, 0..1 */
    float *vertices[CHANNELS_MAX];  /* ADT_VERTICES for each chunk */
    struct vertex_scratch *scratch; /* one a thread */
};

/* Turns a row of means into pixels. Where `counts` is 0 there is nothing. */
typedef void store_function(const struct vertex_scratch *row, uint32_t count, void *out);

/* Where sample `i` of `size` lies, in 1/ONE quad. */
static uint64_t sample_place(uint32_t i, uint32_t size)
{
    return (uint64_t)(2 * i + 1) * (QUADS_PER_TILE / 2) * ONE / size;
}

static float in_quad(uint64_t place)
{
    return (float)(place % ONE) / (float)ONE;
}

static bool plan_samples(struct vertex_plan *plan)
{
    struct arena *arena = plan->input->arena;
    uint32_t size_px = plan->input->size_px;
    plan->factor = (SAMPLES_PER_TILE + size_px - 1) / size_px;
    plan->size = plan->factor * size_px;
    plan->first = arena_alloc(arena, QUADS_PER_TILE + 1, sizeof *plan->first);
    plan->fraction = arena_alloc_dirty(arena, plan->size, sizeof *plan->fraction);
    if (!plan->first || !plan->fraction) {
        return false;
    }
    for (uint32_t i = 0; i < plan->size; i++) {
        uint64_t place = sample_place(i, plan->size);
        plan->fraction[i] = in_quad(place);
        plan->first[place / ONE + 1] = i + 1;
    }
    return true;
}

static bool make_scratch(const struct vertex_plan *plan, struct vertex_scratch *scratch)
{
    struct arena *arena = plan->input->arena;
    uint32_t size_px = plan->input->size_px;
    scratch->samples = arena_alloc_dirty(arena, plan->size, sizeof *scratch->samples);
    scratch->counts = arena_alloc_dirty(arena, size_px, sizeof *scratch->counts);
    bool complete = scratch->samples && scratch->counts;
    for (uint32_t c = 0; c < plan->channels && complete; c++) {
        scratch->means[c] = arena_alloc_dirty(arena, size_px, sizeof **scratch->means);
        complete = scratch->means[c] != NULL;
    }
    return complete;
}

static bool make_plan(const struct data_layer_input *input, uint32_t channels,
                      struct vertex_plan *plan)
{
    *plan = (struct vertex_plan){.input = input, .channels = channels};
    plan->scratch = arena_alloc(input->arena, input->threads, sizeof *plan->scratch);
    bool complete = plan->scratch && plan_samples(plan);
    for (uint32_t c = 0; c < channels && complete; c++) {
        plan->vertices[c] =
            arena_alloc(input->arena, (size_t)ADT_CHUNKS * ADT_VERTICES, sizeof(float));
        complete = plan->vertices[c] != NULL;
    }
    for (unsigned i = 0; i < input->threads && complete; i++) {
        complete = make_scratch(plan, &plan->scratch[i]);
    }
    return complete;
}

/* The samples of a row in the quad whose north-west vertex this is, `v` below its north edge. */
static void sample_quad(const float *vertex, float v, const float *restrict fraction,
                        uint32_t count, float *restrict out)
{
    float inner = vertex[VERTEX_INNER];
    float nw = vertex[0] - inner;
    float ne = vertex[VERTEX_EAST] - inner;
    float sw = vertex[VERTEX_SOUTH] - inner;
    float se = vertex[VERTEX_SOUTH + VERTEX_EAST] - inner;
    for (uint32_t i = 0; i < count; i++) {
        float weights[FAN_VERTICES];
        fan_weights_at(fraction[i], v, weights);
        out[i] = inner + weights[FAN_NW] * nw + weights[FAN_NE] * ne + weights[FAN_SW] * sw +
                 weights[FAN_SE] * se;
    }
}

/* A row of samples of one channel; 0 where there is no ground. */
static void sample_row(const struct vertex_plan *plan, const float *vertices, uint64_t place,
                       float *samples)
{
    uint32_t quad_row = (uint32_t)(place / ONE);
    for (uint32_t column = 0; column < QUADS_PER_TILE; column++) {
        size_t chunk = quad_row / QUADS_PER_CHUNK * ADT_EDGE + column / QUADS_PER_CHUNK;
        size_t vertex = quad_row % QUADS_PER_CHUNK * VERTEX_SOUTH + column % QUADS_PER_CHUNK;
        uint32_t begin = plan->first[column];
        sample_quad(vertices + chunk * ADT_VERTICES + vertex, in_quad(place),
                    plan->fraction + begin, plan->first[column + 1] - begin, samples + begin);
    }
}

/* Counts the samples of a row that lie on ground. */
static void count_samples(const struct vertex_plan *plan, uint64_t place, uint16_t *counts)
{
    const uint32_t first = (uint32_t)(place / ONE) / QUADS_PER_CHUNK * ADT_EDGE;
    for (uint32_t column = 0; column < ADT_EDGE; column++) {
        if (!plan->input->scene->chunks[first + column].terrain) {
            continue;
        }
        uint32_t end = plan->first[(column + 1) * QUADS_PER_CHUNK];
        for (uint32_t i = plan->first[column * QUADS_PER_CHUNK]; i < end; i++) {
            counts[i / plan->factor]++;
        }
    }
}

static void average_row(const struct vertex_plan *plan, uint32_t channel, uint32_t y,
                        struct vertex_scratch *scratch)
{
    uint32_t size_px = plan->input->size_px;
    float *means = scratch->means[channel];
    memset(means, 0, size_px * sizeof *means);
    for (uint32_t row = y * plan->factor; row < (y + 1) * plan->factor; row++) {
        sample_row(plan, plan->vertices[channel], sample_place(row, plan->size), scratch->samples);
        for (uint32_t i = 0; i < plan->size; i++) {
            means[i / plan->factor] += scratch->samples[i];
        }
    }
    for (uint32_t x = 0; x < size_px; x++) {
        means[x] /= (float)(scratch->counts[x] ? scratch->counts[x] : 1);
    }
}

static void layer_vertex_draw_row(const struct vertex_plan *plan, store_function *store, uint32_t y,
                                  struct vertex_scratch *scratch, void *out)
{
    uint32_t size_px = plan->input->size_px;
    memset(scratch->counts, 0, size_px * sizeof *scratch->counts);
    for (uint32_t row = y * plan->factor; row < (y + 1) * plan->factor; row++) {
        count_samples(plan, sample_place(row, plan->size), scratch->counts);
    }
    for (uint32_t c = 0; c < plan->channels; c++) {
        if (plan->factor > 1) {
            average_row(plan, c, y, scratch);
        } else {
            sample_row(plan, plan->vertices[c], sample_place(y, plan->size), scratch->means[c]);
        }
    }
    store(scratch, size_px, out);
}

static void draw(const struct vertex_plan *plan, store_function *store,
                 struct adtmap_layer_image *image)
{
#pragma omp parallel for num_threads(plan->input->threads) schedule(static)
    for (uint32_t y = 0; y < plan->input->size_px; y++) {
        layer_vertex_draw_row(plan, store, y, &plan->scratch[omp_get_thread_num()],
                              (uint8_t *)image->pixels + y * image->stride_bytes);
    }
}

/* The lowest and highest vertex of the tile; zeroes without ground. */
static void find_ground(const struct scene_tile *scene, float ground_yd[2])
{
    float low = FLT_MAX;
    float high = -FLT_MAX;
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        const struct adt_chunk *chunk = scene->chunks[i].terrain;
        for (size_t v = 0; chunk && v < ADT_VERTICES; v++) {
            low = chunk->height_yd[v] < low ? chunk->height_yd[v] : low;
            high = chunk->height_yd[v] > high ? chunk->height_yd[v] : high;
        }
    }
    ground_yd[0] = low <= high ? low : 0.0F;
    ground_yd[1] = low <= high ? high : 0.0F;
}

void data_layer_set_range(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    image->range_yd[0] = input->height.low_yd;
    image->range_yd[1] = input->height.high_yd;
    if (input->height.each_tile) {
        float low = image->ground_yd[0];
        float high = image->ground_yd[1];
        float above = low + 1.0F > low ? low + 1.0F : FLT_MAX;
        image->range_yd[0] = low;
        image->range_yd[1] = high > low ? high : above;
    }
}

static void store_height(const struct vertex_scratch *row, uint32_t count, void *out)
{
    uint16_t *grey = out;
    for (uint32_t x = 0; x < count; x++) {
        float value = row->means[0][x] + 0.5F;
        value = value > 0.0F ? value : 0.0F;
        value = value < UINT16_MAX ? value : UINT16_MAX;
        grey[x] = row->counts[x] ? (uint16_t)value : 0;
    }
}

bool layer_height_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    struct vertex_plan plan;
    find_ground(input->scene, image->ground_yd);
    data_layer_set_range(input, image);
    if (!make_plan(input, 1, &plan)) {
        return false;
    }
    double low = (double)image->range_yd[0];
    double scale = UINT16_MAX / ((double)image->range_yd[1] - low);
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        const struct adt_chunk *chunk = input->scene->chunks[i].terrain;
        for (size_t v = 0; chunk && v < ADT_VERTICES; v++) {
            double value = ((double)chunk->height_yd[v] - low) * scale;
            value = value < VALUE_MAX ? value : VALUE_MAX;
            plan.vertices[0][i * ADT_VERTICES + v] =
                (float)(value > -VALUE_MAX ? value : -VALUE_MAX);
        }
    }
    draw(&plan, store_height, image);
    return true;
}

/* -1..1 to 0..255. */
static uint8_t encode_unit(float value)
{
    return (uint8_t)(value * 127.5F + 128.0F);
}

static void store_normal(const struct vertex_scratch *row, uint32_t count, void *out)
{
    uint8_t *rgba = out;
    for (size_t x = 0; x < count; x++, rgba += 4) {
        float north = row->means[0][x];
        float west = row->means[1][x];
        float up = row->means[2][x];
        float length = sqrtf(north * north + west * west + up * up);
        memcpy(rgba, (const uint8_t[4]){0, 0, 0, UINT8_MAX}, 4);
        if (row->counts[x]) {
            rgba[0] = encode_unit(length > 0.0F ? -west / length : 0.0F);
            rgba[1] = encode_unit(length > 0.0F ? north / length : 0.0F);
            rgba[2] = encode_unit(length > 0.0F ? up / length : 1.0F);
        }
    }
}

bool layer_normal_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    struct vertex_plan plan;
    if (!make_plan(input, CHANNELS_MAX, &plan)) {
        return false;
    }
    for (size_t i = 0; i < (size_t)ADT_CHUNKS * ADT_VERTICES; i++) {
        const struct adt_chunk *chunk = input->scene->chunks[i / ADT_VERTICES].terrain;
        for (size_t c = 0; chunk && c < CHANNELS_MAX; c++) {
            plan.vertices[c][i] = (float)chunk->normal[i % ADT_VERTICES][c];
        }
    }
    draw(&plan, store_normal, image);
    return true;
}

static void store_color(const struct vertex_scratch *row, uint32_t count, void *out)
{
    uint8_t *rgba = out;
    for (size_t x = 0; x < count; x++, rgba += 4) {
        for (size_t c = 0; c < CHANNELS_MAX; c++) {
            float rounded = row->means[c][x] + 0.5F;
            rgba[c] = row->counts[x] ? (uint8_t)rounded : NEUTRAL;
        }
        rgba[3] = UINT8_MAX;
    }
}

bool layer_color_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    struct vertex_plan plan;
    if (!make_plan(input, CHANNELS_MAX, &plan)) {
        return false;
    }
    for (size_t i = 0; i < (size_t)ADT_CHUNKS * ADT_VERTICES; i++) {
        const struct adt_chunk *chunk = input->scene->chunks[i / ADT_VERTICES].terrain;
        for (size_t c = 0; chunk && c < CHANNELS_MAX; c++) {
            int value = chunk->has_colors ? chunk->color[i % ADT_VERTICES][c] : NEUTRAL;
            plan.vertices[c][i] = (float)value;
        }
    }
    draw(&plan, store_color, image);
    return true;
}
