/*
 * The relief: the ground's slope is the difference between the pixels left and right, above and
 * below; at the tile's edges, between the pixel and its neighbour inside. A pixel is lit by the
 * cosine between its normal and a light that stands in the north-west, 45 degrees high. Level
 * ground keeps its colour.
 */
#include "output/zoom/layer_tint.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"

#define TILE_YD (1600.0F / 3.0F)

struct layer_tint {
    struct output output; /* first: an output is its tint */
    struct output *zoom;
    struct adtmap_layer layer;
    struct adtmap_height_range height;
    uint32_t size_px;
    const struct diag *diag;
    atomic_bool out_of_memory;
};

/* A tile under way; rows of `from` are stride_bytes apart, those of `rgba` have no gaps. */
struct tinting {
    const struct layer_tint *tint;
    const uint8_t *from;
    size_t stride_bytes;
    uint8_t *rgba;
};

typedef void tint_function(const struct tinting *tile);

static void copy_colors(const struct tinting *tile)
{
    size_t row_bytes = (size_t)tile->tint->size_px * 4;
    for (size_t y = 0; y < tile->tint->size_px; y++) {
        memcpy(tile->rgba + y * row_bytes, tile->from + y * tile->stride_bytes, row_bytes);
    }
}

/* Black is no area. */
static void tint_areas(const struct tinting *tile)
{
    size_t count = (size_t)tile->tint->size_px * tile->tint->size_px;
    copy_colors(tile);
    for (size_t i = 0; i < count; i++) {
        uint8_t *pixel = tile->rgba + 4 * i;
        pixel[3] = pixel[0] | pixel[1] | pixel[2] ? 255 : 0;
    }
}

static void tint_mask(const struct tinting *tile)
{
    const uint8_t *color = data_layers[tile->tint->layer.kind].colors[0].rgb;
    size_t size_px = tile->tint->size_px;
    for (size_t y = 0; y < size_px; y++) {
        for (size_t x = 0; x < size_px; x++) {
            uint8_t *pixel = tile->rgba + 4 * (y * size_px + x);
            memcpy(pixel, color, 3);
            pixel[3] = tile->from[y * tile->stride_bytes + x];
        }
    }
}

/* Transparent is 0, and what has no colour. */
static void tint_steps(const struct tinting *tile)
{
    const struct data_layer *row = &data_layers[tile->tint->layer.kind];
    size_t size_px = tile->tint->size_px;
    for (size_t y = 0; y < size_px; y++) {
        for (size_t x = 0; x < size_px; x++) {
            uint8_t *pixel = tile->rgba + 4 * (y * size_px + x);
            uint32_t number = tile->from[y * tile->stride_bytes + x] / row->step;
            bool is_shown = number > 0 && number < LAYER_COLORS_MAX;
            memcpy(pixel, row->colors[is_shown ? number : 0].rgb, 3);
            pixel[3] = is_shown ? UINT8_MAX : 0;
        }
    }
}

/* Colours of heights; between two of them colours are mixed. */
static const struct {
    float yd;
    float rgb[3];
} heights[] = {
    {-600.0F, {14, 34, 74}},  {-60.0F, {40, 86, 140}},   {-0.5F, {116, 166, 196}},
    {0.5F, {104, 140, 84}},   {60.0F, {146, 164, 92}},   {200.0F, {196, 178, 116}},
    {450.0F, {158, 120, 84}}, {800.0F, {150, 144, 142}}, {1400.0F, {246, 246, 248}},
};

static void color_of_height(float yd, float rgb[3])
{
    size_t above = 1;
    while (above + 1 < COUNT_OF(heights) && yd > heights[above].yd) {
        above++;
    }
    float part = (yd - heights[above - 1].yd) / (heights[above].yd - heights[above - 1].yd);
    part = part < 0.0F ? 0.0F : part > 1.0F ? 1.0F : part;
    for (int i = 0; i < 3; i++) {
        rgb[i] =
            heights[above - 1].rgb[i] + part * (heights[above].rgb[i] - heights[above - 1].rgb[i]);
    }
}

static float height_at(const struct tinting *tile, size_t x, size_t y)
{
    const struct adtmap_height_range *range = &tile->tint->height;
    uint16_t grey;
    memcpy(&grey, tile->from + y * tile->stride_bytes + 2 * x, sizeof grey);
    return range->low_yd + (float)grey * (range->high_yd - range->low_yd) / 65535.0F;
}

/* Grey 0 of a layer that has no height everywhere. */
static bool is_nothing(const struct tinting *tile, size_t x, size_t y)
{
    uint16_t grey;
    memcpy(&grey, tile->from + y * tile->stride_bytes + 2 * x, sizeof grey);
    return data_layers[tile->tint->layer.kind].is_sparse && grey == 0;
}

/* The slope along an axis, in yards a yard. */
static float slope(const struct tinting *tile, size_t x, size_t y, bool is_down)
{
    size_t last = tile->tint->size_px - 1;
    size_t at = is_down ? y : x;
    size_t before = at > 0 ? at - 1 : at;
    size_t after = at < last ? at + 1 : at;
    float pixel_yd = TILE_YD / (float)tile->tint->size_px;
    before = is_nothing(tile, is_down ? x : before, is_down ? before : y) ? at : before;
    after = is_nothing(tile, is_down ? x : after, is_down ? after : y) ? at : after;
    if (before == after) {
        return 0.0F;
    }
    float low = is_down ? height_at(tile, x, before) : height_at(tile, before, y);
    float high = is_down ? height_at(tile, x, after) : height_at(tile, after, y);
    return (high - low) / ((float)(after - before) * pixel_yd);
}

/* How bright a slope is; 1 for level ground. */
static float light_of(float right, float down)
{
    float brightness =
        (1.0F + (right + down) * 0.70710678F) / sqrtf(1.0F + right * right + down * down);
    return brightness < 0.25F ? 0.25F : brightness > 1.35F ? 1.35F : brightness;
}

static void tint_heights(const struct tinting *tile)
{
    size_t size_px = tile->tint->size_px;
    for (size_t y = 0; y < size_px; y++) {
        for (size_t x = 0; x < size_px; x++) {
            uint8_t *pixel = tile->rgba + 4 * (y * size_px + x);
            float rgb[3];
            float light = light_of(slope(tile, x, y, false), slope(tile, x, y, true));
            color_of_height(height_at(tile, x, y), rgb);
            for (int i = 0; i < 3; i++) {
                float value = rgb[i] * light + 0.5F;
                pixel[i] = value > 255.0F ? 255 : (uint8_t)value;
            }
            pixel[3] = is_nothing(tile, x, y) ? 0 : 255;
        }
    }
}

static tint_function *const tints[] = {
    [LAYER_TINT_RELIEF] = tint_heights, [LAYER_TINT_COLORS] = copy_colors,
    [LAYER_TINT_AREAS] = tint_areas,    [LAYER_TINT_STEPS] = tint_steps,
    [LAYER_TINT_MASK] = tint_mask,      [LAYER_TINT_HEIGHTS] = copy_colors,
};

static struct layer_tint *of_output(struct output *output)
{
    return (struct layer_tint *)(void *)output;
}

static void put(struct output *output, uint32_t x, uint32_t y, const uint8_t *pixels,
                size_t stride_bytes)
{
    struct layer_tint *tint = of_output(output);
    size_t row_bytes = (size_t)tint->size_px * 4;
    uint8_t *rgba = malloc(row_bytes * tint->size_px);
    if (!rgba) {
        tint->out_of_memory = true;
        tint->zoom->operations->skip(tint->zoom, x, y);
        return;
    }
    const struct tinting tile = {tint, pixels, stride_bytes, rgba};
    tints[data_layers[tint->layer.kind].tint](&tile);
    tint->zoom->operations->put(tint->zoom, x, y, rgba, row_bytes);
    free(rgba);
}

static void skip(struct output *output, uint32_t x, uint32_t y)
{
    struct output *zoom = of_output(output)->zoom;
    zoom->operations->skip(zoom, x, y);
}

static void worker_done(struct output *output)
{
    struct output *zoom = of_output(output)->zoom;
    zoom->operations->worker_done(zoom);
}

static enum adtmap_status finish(struct output *output)
{
    struct layer_tint *tint = of_output(output);
    enum adtmap_status status = tint->zoom->operations->finish(tint->zoom);
    if (!status && tint->out_of_memory) {
        status = diag_fail_memory(tint->diag);
    }
    free(tint);
    return status;
}

static void abort_output(struct output *output)
{
    struct layer_tint *tint = of_output(output);
    tint->zoom->operations->abort(tint->zoom);
    free(tint);
}

struct output *layer_tint_output(struct output *zoom, struct adtmap_layer layer,
                                 const struct adtmap_height_range *height, uint32_t size_px,
                                 const struct diag *diag)
{
    static const struct output_operations operations = {put, skip, worker_done, finish,
                                                        abort_output};
    struct layer_tint *tint = calloc(1, sizeof *tint);
    if (!tint) {
        (void)diag_fail_memory(diag);
        return NULL;
    }
    tint->output.operations = &operations;
    tint->zoom = zoom;
    tint->layer = layer;
    tint->height = *height;
    tint->size_px = size_px;
    tint->diag = diag;
    return &tint->output;
}
