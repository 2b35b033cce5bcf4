/* Which area each chunk of a map is part of, and which are under liquid: 1024x1024 chunks, from the
 * north-west corner. */
#ifndef OUTPUT_AREAS_AREA_GRID_H
#define OUTPUT_AREAS_AREA_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"

enum {
    AREA_TILE_EDGE = 16, /* chunks along an edge of a tile */
    AREA_TILE_CHUNKS = AREA_TILE_EDGE * AREA_TILE_EDGE,
    AREA_GRID = 64 * AREA_TILE_EDGE, /* chunks along an edge of a map */
};

/* Stands in a tile's ids for a chunk that is missing. */
static const uint32_t AREA_NO_CHUNK = UINT32_MAX;

/* The chunks of a tile, by row from the north, then by column from the west. */
struct area_tile {
    uint32_t ids[AREA_TILE_CHUNKS];
    uint16_t covered[AREA_TILE_EDGE]; /* a row, bit = column: liquid covers the most of the chunk */
};

static inline bool area_tile_is_covered(const struct area_tile *tile, uint32_t chunk)
{
    return (tile->covered[chunk / AREA_TILE_EDGE] >> chunk % AREA_TILE_EDGE & 1) != 0;
}

/* By row from the north, then by column from the west. */
struct area_grid {
    uint32_t *ids;    /* AREA_GRID * AREA_GRID; 0: no area */
    bool *is_covered; /* the same: as in area_tile */
};

/* An empty grid. False when out of memory; area_grid_free in any case. */
bool area_grid_create(struct area_grid *grid);
void area_grid_free(struct area_grid *grid);

static inline uint32_t area_grid_at(const struct area_grid *grid, int32_t x, int32_t y)
{
    bool is_inside = x >= 0 && y >= 0 && x < AREA_GRID && y < AREA_GRID;
    return is_inside ? grid->ids[y * AREA_GRID + x] : 0;
}

/* Puts the chunks of tile (x, y), below 64, into the grid. */
void area_grid_put_tile(struct area_grid *grid, uint32_t x, uint32_t y,
                        const struct area_tile *tile);

/*
 * The chunks of a tile as text, and back: runs of equal chunks, "12*240 7 12~*15", "~" for those
 * under liquid. A missing chunk comes back as 0. area_tile_read returns false for text that does
 * not have exactly all chunks.
 */
void area_tile_print(struct buffer *text, const struct area_tile *tile);
bool area_tile_read(const char *text, struct area_tile *tile);

#endif
