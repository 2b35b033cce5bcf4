#include "map/tile_placements.h"

#include <stdlib.h>

enum { BLOCK_BYTES = 8 << 10 };

struct tile_placements *tile_placements_create(void)
{
    struct tile_placements *of_tile = calloc(1, sizeof *of_tile);
    if (of_tile) {
        of_tile->memory.block_bytes = BLOCK_BYTES;
    }
    return of_tile;
}

void tile_placements_destroy(void *tile_placements)
{
    struct tile_placements *of_tile = tile_placements;
    if (of_tile) {
        arena_free(&of_tile->memory);
        free(of_tile);
    }
}

struct far_placements *far_placements_create(void)
{
    struct far_placements *far = calloc(1, sizeof *far);
    if (far && pthread_mutex_init(&far->lock, NULL)) {
        free(far);
        return NULL;
    }
    return far;
}

void far_placements_destroy(struct far_placements *far)
{
    if (far) {
        pthread_mutex_destroy(&far->lock);
        arena_free(&far->memory);
        free(far);
    }
}
