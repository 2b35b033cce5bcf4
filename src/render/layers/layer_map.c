/*
 * Data layers made of 64x64 maps: alpha and shadow. A pixel is the average, over its square, of the
 * maps as they are drawn: bilinear, clamped at each chunk's edge (terrain_maps.c). The filter is
 * applied west to east over all 1024 rows of texels, then north to south, with 16-bit weights; both
 * of any size, since a pixel may lie across chunks.
 */
#include <omp.h>
#include <string.h>

#include "base/pixel.h"
#include "render/layers/data_layer.h"
#include "render/terrain/resample_taps.h"

enum { AXIS = ADT_EDGE * ADT_MAP_EDGE, ONE = RESAMPLE_ONE };

/* Pixel i = sum of weights[begin[i] + k] / ONE * texel[first[i] + k], up to begin[i + 1]. */
struct axis_taps {
    uint16_t *first;
    uint32_t *begin;
    uint32_t *weights;
};

/* Fills 64 texels of a chunk's row. */
typedef void texels_function(const struct data_layer_input *input, struct adtmap_layer layer,
                             const struct adt_chunk *chunk, uint32_t row, uint8_t *texels);

static int clamp(int value, int low, int high)
{
    if (value < low) {
        return low;
    }
    return value < high ? value : high;
}

/* The texels that pixel `i` looks at; returns how many. */
static uint32_t weigh_pixel(uint32_t i, uint32_t size_px, uint16_t *first, uint32_t *weights)
{
    double integrals[AXIS + 2] = {0};
    double from = (double)i * AXIS / size_px;
    double to = (double)(i + 1) * AXIS / size_px;
    int low = clamp((int)(from + 0.5) - 1, 0, AXIS - 1);
    int last = clamp((int)(to + 0.5), 0, AXIS - 1);
    double total = to - from;
    while (from < to) {
        double edge = (double)(((int)from / ADT_MAP_EDGE + 1) * ADT_MAP_EDGE);
        double end = edge < to ? edge : to;
        resample_add(from, end, low, integrals);
        from = end;
    }
    *first = (uint16_t)low;
    uint32_t count = (uint32_t)(last - low) + 1;
    resample_round(integrals, count, total, weights);
    return count;
}

static bool make_taps(const struct data_layer_input *input, struct axis_taps *taps)
{
    uint32_t size_px = input->size_px;
    taps->first = arena_alloc_dirty(input->arena, size_px, sizeof *taps->first);
    taps->begin = arena_alloc_dirty(input->arena, (size_t)size_px + 1, sizeof *taps->begin);
    taps->weights =
        arena_alloc_dirty(input->arena, AXIS + (size_t)4 * size_px, sizeof *taps->weights);
    if (!taps->first || !taps->begin || !taps->weights) {
        return false;
    }
    uint32_t used = 0;
    for (uint32_t i = 0; i < size_px; i++) {
        taps->begin[i] = used;
        used += weigh_pixel(i, size_px, &taps->first[i], taps->weights + used);
    }
    taps->begin[size_px] = used;
    return true;
}

/* A row of texels of the whole tile; 0 where there is nothing. */
static void fetch_row(const struct data_layer_input *input, struct adtmap_layer layer,
                      texels_function *texels, uint32_t row, uint8_t all[AXIS])
{
    memset(all, 0, AXIS);
    for (uint32_t column = 0; column < ADT_EDGE; column++) {
        uint32_t index = row / ADT_MAP_EDGE * ADT_EDGE + column;
        const struct adt_chunk *chunk = input->scene->chunks[index].terrain;
        if (chunk) {
            texels(input, layer, chunk, row % ADT_MAP_EDGE, all + (size_t)column * ADT_MAP_EDGE);
        }
    }
}

/* West to east: 8 fractional bits. */
static void filter_row(const struct axis_taps *taps, uint32_t size_px, const uint8_t all[AXIS],
                       uint16_t *out)
{
    for (uint32_t x = 0; x < size_px; x++) {
        const uint8_t *texel = all + taps->first[x];
        uint32_t sum = 1 << 7;
        for (uint32_t k = taps->begin[x]; k < taps->begin[x + 1]; k++) {
            sum += taps->weights[k] * *texel++;
        }
        out[x] = (uint16_t)(sum >> 8);
    }
}

/* North to south: pixel row `y` out of all filtered rows. */
static void sum_rows(const struct axis_taps *taps, uint32_t size_px, const uint16_t *filtered,
                     uint32_t y, uint32_t *restrict sums, uint8_t *restrict out)
{
    memset(sums, 0, size_px * sizeof *sums);
    const uint16_t *row = filtered + (size_t)taps->first[y] * size_px;
    for (uint32_t k = taps->begin[y]; k < taps->begin[y + 1]; k++) {
        uint32_t weight = taps->weights[k];
        for (uint32_t x = 0; x < size_px; x++) {
            sums[x] += weight * row[x];
        }
        row += size_px;
    }
    for (uint32_t x = 0; x < size_px; x++) {
        out[x] = (uint8_t)((sums[x] + (1U << 23)) >> 24);
    }
}

static bool draw_map(const struct data_layer_input *input, struct adtmap_layer_image *image,
                     texels_function *texels)
{
    uint32_t size_px = input->size_px;
    uint8_t *pixels = image->pixels;
    struct axis_taps taps;
    uint16_t *filtered = arena_alloc_dirty(input->arena, (size_t)AXIS * size_px, sizeof *filtered);
    uint32_t *sums =
        arena_alloc_dirty(input->arena, (size_t)input->threads * size_px, sizeof *sums);
    if (!filtered || !sums || !make_taps(input, &taps)) {
        return false;
    }
#pragma omp parallel for num_threads(input->threads) schedule(static)
    for (uint32_t row = 0; row < AXIS; row++) {
        uint8_t all[AXIS];
        fetch_row(input, image->layer, texels, row, all);
        filter_row(&taps, size_px, all, filtered + (size_t)row * size_px);
    }
#pragma omp parallel for num_threads(input->threads) schedule(static)
    for (uint32_t y = 0; y < size_px; y++) {
        sum_rows(&taps, size_px, filtered, y, sums + (size_t)omp_get_thread_num() * size_px,
                 pixels + y * image->stride_bytes);
    }
    return true;
}

static void shadow_texels(const struct data_layer_input *input, struct adtmap_layer layer,
                          const struct adt_chunk *chunk, uint32_t row, uint8_t *texels)
{
    (void)input, (void)layer;
    uint64_t bits = chunk->shadow ? chunk->shadow[row] : 0;
    for (unsigned x = 0; x < ADT_MAP_EDGE; x++) {
        texels[x] = bits >> x & 1 ? 255 : 0;
    }
}

/* What the layers above leave to the bottom one, in order or by weight. */
static void base_texels(const struct data_layer_input *input, const struct adt_chunk *chunk,
                        uint32_t row, uint8_t *texels)
{
    bool in_order = input->scene->blend == ADTMAP_BLEND_SEQUENTIAL;
    memset(texels, chunk->layer_count ? 255 : 0, ADT_MAP_EDGE);
    for (uint32_t i = 1; i < chunk->layer_count; i++) {
        const uint8_t *alpha = chunk->layers[i].alpha;
        for (size_t x = 0; alpha && x < ADT_MAP_EDGE; x++) {
            unsigned above = alpha[row * ADT_MAP_EDGE + x];
            unsigned left = in_order            ? byte_scale(texels[x] * (255 - above))
                            : texels[x] > above ? texels[x] - above
                                                : 0;
            texels[x] = (uint8_t)left;
        }
    }
}

static void alpha_texels(const struct data_layer_input *input, struct adtmap_layer layer,
                         const struct adt_chunk *chunk, uint32_t row, uint8_t *texels)
{
    if (layer.index == 0) {
        base_texels(input, chunk, row, texels);
    } else if (layer.index < chunk->layer_count && chunk->layers[layer.index].alpha) {
        memcpy(texels, chunk->layers[layer.index].alpha + (size_t)row * ADT_MAP_EDGE, ADT_MAP_EDGE);
    }
}

bool layer_shadow_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    return draw_map(input, image, shadow_texels);
}

bool layer_alpha_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    return draw_map(input, image, alpha_texels);
}
