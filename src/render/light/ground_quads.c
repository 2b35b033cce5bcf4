/*
 * Heights of files may be anything. Quads with odd ones are left to who looks at each sample, and
 * so are those whose liquid is sloped, cuts the ground, or is nearer to it than rounding may be
 * off.
 */
#include "render/light/ground_quads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lanes.h"
#include "base/size.h"
#include "formats/grid.h"
#include "mesh/liquid_sheet.h"
#include "render/light/height_field.h"
#include "render/terrain/terrain_height.h"

/* Heights beyond this, and what is no number, are odd. Up to it no surface has to be limited. */
static const float HEIGHT_MOST_YD = 1e6F;

/* Sums of weighted heights are off by less than this and a share of the heights. */
static const float NEAR_YD = 0.01F, NEAR_SHARE = 1e-5F;

static size_t block_count(uint32_t quad_px)
{
    return ((size_t)quad_px * quad_px + GROUND_PIXELS - 1) / GROUND_PIXELS;
}

size_t ground_quads_bytes(uint32_t quad_px)
{
    return block_count(quad_px) * GROUND_BLOCK * sizeof(float);
}

/* The weights of height_weights_create in another order. */
static void weigh_pixel(const struct ground_weights *weights, uint32_t pixel)
{
    float *block = weights->weight + pixel / GROUND_PIXELS * GROUND_BLOCK;
    for (uint32_t s = 0; s < SAMPLES; s++) {
        float at_sample[FAN_VERTICES];
        height_weights_at(weights->quad_px, pixel % weights->quad_px, pixel / weights->quad_px, s,
                          at_sample);
        for (uint32_t vertex = 0; vertex < FAN_VERTICES; vertex++) {
            block[(FAN_VERTICES * s + vertex) * GROUND_PIXELS + pixel % GROUND_PIXELS] =
                at_sample[vertex];
        }
    }
}

bool ground_quads_init(struct ground_quads *quads, uint32_t quad_px)
{
    *quads = (struct ground_quads){
        .weights = {quad_px, block_count(quad_px), calloc(1, ground_quads_bytes(quad_px))}};
    for (uint32_t i = 0; quads->weights.weight && i < quad_px * quad_px; i++) {
        weigh_pixel(&quads->weights, i);
    }
    return quads->weights.weight != NULL;
}

void ground_quads_free(struct ground_quads *quads)
{
    free(quads->weights.weight);
    quads->weights.weight = NULL;
}

enum { AT_ONCE = 4 }; /* quads, or heights */

static const uint64_t CHUNK_QUADS = (UINT64_C(1) << QUADS_PER_CHUNK) - 1;

/* What is no number has more bits than any. */
static lanes_i is_odd(const float *heights)
{
    const lanes_f most = lanes_splat(HEIGHT_MOST_YD);
    lanes_i bits;
    memcpy(&bits, heights, sizeof bits);
    return (bits & INT32_MAX) > (lanes_i)most;
}

/* Whether any height of a row of a chunk's quads is; they lie behind one another. */
static bool has_odd(const float *ground)
{
    enum { HEIGHTS = VERTEX_SOUTH + QUADS_PER_CHUNK + 1 };
    lanes_i odd = is_odd(ground + HEIGHTS - AT_ONCE);
    for (uint32_t i = 0; i + AT_ONCE <= HEIGHTS; i += AT_ONCE) {
        odd |= is_odd(ground + i);
    }
    return lanes_negative(odd) != 0;
}

/* Leaves in a row of the band those whose ground is not odd, without a liquid so far. */
static void begin_row(struct ground_quads *quads, uint32_t row)
{
    for (uint32_t column = 0; column < QUADS_PER_TILE; column += QUADS_PER_CHUNK) {
        const float *ground = terrain_ground(quads->scene, column, quads->first_row + row);
        if (!ground || has_odd(ground)) {
            quads->set.bits[row][column / QUAD_SET_WORD] &=
                ~(CHUNK_QUADS << column % QUAD_SET_WORD);
        }
    }
    for (uint32_t column = 0; column < QUADS_PER_TILE; column++) {
        quads->level_yd[row][column] = -INFINITY;
    }
}

static lanes_i is_above(lanes_f above_yd, lanes_f below_yd)
{
    const lanes_f size = lanes_larger(above_yd, -above_yd) + lanes_larger(below_yd, -below_yd);
    return (lanes_i)(above_yd - below_yd > lanes_splat(NEAR_YD) + size * lanes_splat(NEAR_SHARE));
}

/* The lowest and the highest ground in four quads. */
static void ground_range(const float *ground, lanes_f *low, lanes_f *high)
{
    static const uint32_t others[] = {VERTEX_EAST, VERTEX_SOUTH, VERTEX_SOUTH + VERTEX_EAST,
                                      VERTEX_INNER};
    *low = *high = lanes_load(ground);
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        const lanes_f height = lanes_load(ground + others[i]);
        *low = lanes_smaller(height, *low);
        *high = lanes_larger(height, *high);
    }
}

/* Puts a liquid over four quads, whose bits in *set are set: over those that are left in it. The
 * liquid's corners are at `north` and `south`, and next to each. */
static void flood_four(const float *ground, const float *north, const float *south, float *level_yd,
                       unsigned *set)
{
    const lanes_f nw = lanes_load(north), ne = lanes_load(north + 1);
    const lanes_f sw = lanes_load(south), se = lanes_load(south + 1);
    const lanes_f high = lanes_larger(lanes_larger(nw, ne), lanes_larger(sw, se));
    lanes_f ground_low, ground_high;
    ground_range(ground, &ground_low, &ground_high);
    const lanes_i is_odd_one =
        is_odd(north) | is_odd(north + 1) | is_odd(south) | is_odd(south + 1);
    const lanes_i is_level = (lanes_i)(nw == ne) & (lanes_i)(sw == se) & (lanes_i)(nw == sw);
    const lanes_i is_hidden = is_above(ground_low, high) & ~is_odd_one;
    const lanes_i covers = is_level & is_above(nw, ground_high) & ~is_odd_one;
    const lanes_i there = lanes_of_bits(*set);
    const lanes_f before = lanes_load(level_yd);
    lanes_store(level_yd, lanes_select(covers & there, lanes_larger(nw, before), before));
    *set &= lanes_negative(is_hidden | covers);
}

static void flood_row(struct ground_quads *quads, const struct liquid_sheet *sheet, uint32_t y)
{
    const uint32_t row = sheet->row + y - quads->first_row;
    const uint32_t begin = sheet->column - sheet->column % QUADS_PER_CHUNK; /* of the chunk */
    const uint32_t first = sheet->column - begin;
    uint64_t *bits = &quads->set.bits[row][begin / QUAD_SET_WORD];
    const uint64_t wet = (sheet->quads >> QUADS_PER_CHUNK * y & ((1U << sheet->width) - 1))
                         << (begin % QUAD_SET_WORD + first);
    const struct sheet_vertex *vertices = sheet->vertices + (size_t)(sheet->width + 1) * y;
    float corners[2][QUADS_PER_CHUNK + AT_ONCE] = {{0}};
    if (!(*bits & wet)) {
        return;
    }
    for (uint32_t x = 0; x <= sheet->width; x++) {
        corners[0][first + x] = vertices[x].z_yd;
        corners[1][first + x] = vertices[sheet->width + 1 + x].z_yd;
    }
    const float *ground = terrain_ground(quads->scene, begin, quads->first_row + row);
    for (uint32_t x = 0; x < QUADS_PER_CHUNK; x += AT_ONCE) {
        const uint32_t shift = begin % QUAD_SET_WORD + x;
        const unsigned asked = (*bits & wet) >> shift & ((1U << AT_ONCE) - 1);
        unsigned set = asked;
        flood_four(ground + x, corners[0] + x, corners[1] + x, quads->level_yd[row] + begin + x,
                   &set);
        *bits &= ~((uint64_t)(asked & ~set) << shift);
    }
}

void ground_quads_find(struct ground_quads *quads, const struct scene_tile *scene,
                       const struct mesh_bins *bins, uint32_t band, const struct quad_set *among)
{
    quads->scene = scene;
    quads->first_row = band * SAMPLE_BAND_ROWS / quads->weights.quad_px;
    quads->set = *among;
    for (uint32_t row = 0; row < SAMPLE_BAND_QUAD_ROWS; row++) {
        bool has_any = false;
        for (uint32_t word = 0; word < QUAD_SET_WORDS; word++) {
            has_any |= quads->set.bits[row][word] != 0;
        }
        if (has_any) {
            begin_row(quads, row);
        }
    }
    const struct mesh_batch *batch;
    for (uint32_t next = 0; (batch = mesh_bins_next(bins, band, &next));) {
        const struct liquid_sheet *sheet = batch->sheet;
        for (uint32_t y = 0; sheet && y < sheet->height; y++) {
            /* Above the band it wraps. */
            if (sheet->row + y - quads->first_row < SAMPLE_BAND_QUAD_ROWS) {
                flood_row(quads, sheet, y);
            }
        }
    }
}

/* How many quads from the first on have what it has: a level, or none in the same chunk. */
static uint32_t count_alike(const struct ground_quads *quads, struct quad_place first)
{
    const float *level_yd = quads->level_yd[first.row];
    const bool has_level = level_yd[first.column] > -INFINITY;
    struct quad_place next = first;
    do {
        next.column++;
    } while (next.column < QUADS_PER_TILE && (has_level || next.column % QUADS_PER_CHUNK) &&
             level_yd[next.column] == level_yd[first.column] && quad_set_has(&quads->set, next));
    return next.column - first.column;
}

static void store_level(int32_t *out, size_t stride, float level_yd, size_t width, size_t height)
{
    const int32_t surface = (int32_t)(level_yd * (float)SURFACE_ONE);
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++) {
            out[y * stride + x] = surface;
        }
    }
}

void ground_quads_store(const struct ground_quads *quads, const struct light_kernels *kernels,
                        uint32_t row, uint32_t first_px, uint32_t end_px, int32_t *out,
                        size_t stride)
{
    const uint32_t quad_px = quads->weights.quad_px;
    for (struct quad_place quad = {.row = row - quads->first_row}; quad.column < QUADS_PER_TILE;) {
        if (!quad_set_has(&quads->set, quad)) {
            quad.column++;
            continue;
        }
        const uint32_t count = count_alike(quads, quad);
        const float level_yd = quads->level_yd[quad.row][quad.column];
        int32_t *pixels = out + (size_t)quad.column * quad_px;
        if (level_yd > -INFINITY) {
            store_level(pixels, stride, level_yd, (size_t)count * quad_px, end_px - first_px);
        } else {
            kernels->ground(pixels, stride, terrain_ground(quads->scene, quad.column, row), count,
                            &quads->weights, first_px, end_px);
        }
        quad.column += count;
    }
}
