#include "scene/covered_chunks.h"

#include <string.h>

#include "formats/grid.h"

enum { CHUNK_QUADS = QUADS_PER_CHUNK * QUADS_PER_CHUNK };

/* Bits of the quads, 8 * row + column of the chunk, that the layer covers. */
static uint64_t covered_quads(const struct adt_chunk *chunk, const struct liquid_layer *layer)
{
    const struct liquid_grid *grid = &layer->grid;
    uint64_t quads = 0;
    for (uint32_t row = 0; row < grid->height; row++) {
        for (uint32_t column = 0; column < grid->width; column++) {
            const float *north = &grid->height_yd[row * (grid->width + 1) + column];
            const float *south = north + grid->width + 1;
            uint32_t x = layer->x + column;
            uint32_t y = layer->y + row;
            float ground_yd = chunk->height_yd[y * VERTEX_SOUTH + VERTEX_INNER + x];
            bool is_over = (north[0] + north[1] + south[0] + south[1]) / 4 > ground_yd;
            bool is_there = grid->quad[row * grid->width + column] != LIQUID_NONE;
            quads |= (uint64_t)(is_there && is_over) << (QUADS_PER_CHUNK * y + x);
        }
    }
    return quads;
}

void scene_find_covered(const struct scene_tile *scene, uint16_t covered[ADT_EDGE])
{
    uint64_t quads[ADT_CHUNKS] = {0};
    for (uint32_t i = 0; i < scene->liquids.count; i++) {
        const struct liquid_layer *layer = &scene->liquids.layers[i];
        const struct adt_chunk *chunk = scene->chunks[layer->chunk].terrain;
        quads[layer->chunk] |= chunk ? covered_quads(chunk, layer) : 0;
    }
    memset(covered, 0, ADT_EDGE * sizeof *covered);
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        bool is_covered = __builtin_popcountll(quads[i]) > CHUNK_QUADS / 2;
        covered[i / ADT_EDGE] |= (uint16_t)((unsigned)is_covered << i % ADT_EDGE);
    }
}
