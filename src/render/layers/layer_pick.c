/*
 * Data layers that say what kind of ground there is: what the quad, or its chunk, at a pixel's
 * centre says. Each row looks its 128 quads up once and spreads them over the pixels.
 */
#include <string.h>

#include "formats/grid.h"
#include "render/layers/data_layer.h"

enum { YES = 255, COLOR_BITS = 21, CHANNEL_BITS = 7, DARKEST = 64 };

/* The quad column, or row, of each pixel's centre: 0..127. NULL when out of memory. */
static uint8_t *quads_of_pixels(const struct data_layer_input *input)
{
    uint8_t *quads = arena_alloc_dirty(input->arena, input->size_px, 1);
    for (uint32_t i = 0; quads && i < input->size_px; i++) {
        quads[i] = (uint8_t)((2 * i + 1) * (QUADS_PER_TILE / 2) / input->size_px);
    }
    return quads;
}

static const struct adt_chunk *chunk_of_quad(const struct data_layer_input *input, uint32_t column,
                                             uint32_t row)
{
    uint32_t index = row / QUADS_PER_CHUNK * ADT_EDGE + column / QUADS_PER_CHUNK;
    return input->scene->chunks[index].terrain;
}

/* The value of a quad, whose bit of `holes` this is; `chunk` is NULL where there is none. */
typedef uint8_t value_function(const struct adt_chunk *chunk, unsigned bit);

static bool draw_values(const struct data_layer_input *input, value_function *value,
                        struct adtmap_layer_image *image)
{
    const uint8_t *quads = quads_of_pixels(input);
    uint8_t *pixels = image->pixels;
    for (uint32_t y = 0; quads && y < input->size_px; y++) {
        uint8_t values[QUADS_PER_TILE];
        uint32_t row = quads[y];
        for (uint32_t column = 0; column < QUADS_PER_TILE; column++) {
            unsigned bit = row % QUADS_PER_CHUNK * QUADS_PER_CHUNK + column % QUADS_PER_CHUNK;
            values[column] = value(chunk_of_quad(input, column, row), bit);
        }
        for (uint32_t x = 0; x < input->size_px; x++) {
            pixels[y * image->stride_bytes + x] = values[quads[x]];
        }
    }
    return quads != NULL;
}

static uint8_t hole_of(const struct adt_chunk *chunk, unsigned bit)
{
    return chunk && !(chunk->holes >> bit & 1) ? 0 : YES;
}

static uint8_t count_of(const struct adt_chunk *chunk, unsigned bit)
{
    (void)bit;
    return chunk ? (uint8_t)(chunk->layer_count * data_layers[ADTMAP_LAYER_COUNT].step) : 0;
}

static uint8_t impassable_of(const struct adt_chunk *chunk, unsigned bit)
{
    (void)bit;
    return chunk && (chunk->flags & ADT_CHUNK_IMPASSABLE) ? YES : 0;
}

bool layer_holes_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    return draw_values(input, hole_of, image);
}

bool layer_count_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    return draw_values(input, count_of, image);
}

bool layer_impassable_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    return draw_values(input, impassable_of, image);
}

/*
 * A product with an odd number is a different one for every number of 21 bits; that number being
 * the golden ratio's, the upper bits of successive products lie far apart. They are dealt to the
 * channels from the top.
 */
void adtmap_area_color(uint32_t id, uint8_t rgb[3])
{
    memset(rgb, 0, 3);
    if (id == 0) {
        return;
    }
    uint32_t mixed = (id ^ id >> COLOR_BITS) * 1296159U & ((1U << COLOR_BITS) - 1);
    unsigned channels[3] = {0};
    for (unsigned i = 0; i < COLOR_BITS; i++) {
        unsigned bit = mixed >> (COLOR_BITS - 1 - i) & 1;
        channels[i % 3] |= bit << (CHANNEL_BITS - 1 - i / 3);
    }
    for (size_t c = 0; c < 3; c++) {
        rgb[c] = (uint8_t)(DARKEST + channels[c] * 3 / 2);
    }
}

bool layer_area_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    const uint8_t *quads = quads_of_pixels(input);
    uint8_t *pixels = image->pixels;
    for (uint32_t y = 0; quads && y < input->size_px; y++) {
        uint8_t colors[ADT_EDGE][4];
        for (uint32_t column = 0; column < ADT_EDGE; column++) {
            const struct adt_chunk *chunk =
                chunk_of_quad(input, column * QUADS_PER_CHUNK, quads[y]);
            adtmap_area_color(chunk ? chunk->area_id : 0, colors[column]);
            colors[column][3] = YES;
        }
        uint8_t *row = pixels + y * image->stride_bytes;
        for (uint32_t x = 0; x < input->size_px; x++) {
            memcpy(row + (size_t)4 * x, colors[quads[x] / QUADS_PER_CHUNK], 4);
        }
    }
    return quads != NULL;
}
