#include "map/tile_placements.h"

#include <stdlib.h>

enum { BLOCK_BYTES = 16 << 10 };

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
