/*
 * Implements ground_unify_bottom_layers: a flood fill from the chunks with snow over neighbouring
 * chunks that lie in shadow and have room for a layer of rock.
 */
#include <stdlib.h>
#include <string.h>

#include "demo/world/ground.h"

enum { CHUNKS = WORLD_CHUNKS * WORLD_CHUNKS };

/* The queue of the flood fill; each chunk enters it at most once. */
struct queue {
    int32_t *chunks;
    int32_t begin, end;
};

static bool is_shaded(const struct world *world, int32_t chunk)
{
    int32_t left = chunk % WORLD_CHUNKS * NODES_PER_CHUNK;
    int32_t top = chunk / WORLD_CHUNKS * NODES_PER_CHUNK;
    for (int32_t j = 0; j <= NODES_PER_CHUNK; j++) {
        for (int32_t i = 0; i <= NODES_PER_CHUNK; i++) {
            int32_t node = lattice_node(left + i, top + j);
            if (world->shade_yd[node] - world->height_yd[node] > HILL_SHADOW_YD) {
                return true;
            }
        }
    }
    return false;
}

static bool has_room(uint32_t kept)
{
    return __builtin_popcount(kept) < GROUND_LAYERS || (kept >> ROCK & 1);
}

/* Puts rock below the chunk and queues it, if it is shaded and has room. */
static void visit(struct ground *ground, int32_t chunk, struct queue *queue)
{
    if (ground->bottom[chunk] == ROCK || !has_room(ground->kept[chunk]) ||
        !is_shaded(ground->world, chunk)) {
        return;
    }
    ground->bottom[chunk] = ROCK;
    ground->kept[chunk] |= 1u << ROCK;
    queue->chunks[queue->end++] = chunk;
}

static void visit_neighbours(struct ground *ground, int32_t chunk, struct queue *queue)
{
    for (int32_t k = 0; k < 9; k++) {
        int32_t x = chunk % WORLD_CHUNKS + k % 3 - 1;
        int32_t y = chunk / WORLD_CHUNKS + k / 3 - 1;
        if (x >= 0 && y >= 0 && x < WORLD_CHUNKS && y < WORLD_CHUNKS) {
            visit(ground, y * WORLD_CHUNKS + x, queue);
        }
    }
}

bool ground_unify_bottom_layers(struct ground *ground)
{
    struct queue queue = {.chunks = malloc(CHUNKS * sizeof *queue.chunks)};
    if (!queue.chunks) {
        return false;
    }
    memset(ground->bottom, GROUND_MATERIAL_COUNT, CHUNKS);
    for (int32_t chunk = 0; chunk < CHUNKS; chunk++) {
        if (ground->kept[chunk] >> SNOW & 1) {
            visit(ground, chunk, &queue);
        }
    }
    while (queue.begin < queue.end) {
        visit_neighbours(ground, queue.chunks[queue.begin++], &queue);
    }
    free(queue.chunks);
    return true;
}
