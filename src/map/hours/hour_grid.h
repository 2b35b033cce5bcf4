/*
 * The light of a time of day over a tile: at the corners of its chunks, at the height of the ground
 * there, and bilinear between them. Corners are those of the neighbours, too, so that no edge of a
 * chunk or a tile shows.
 */
#ifndef MAP_HOURS_HOUR_GRID_H
#define MAP_HOURS_HOUR_GRID_H

#include "map/hours/hour_field.h"

enum { HOUR_GRID_EDGE = 17, HOUR_GRID_CORNERS = HOUR_GRID_EDGE * HOUR_GRID_EDGE };

struct hour_grid {
    struct hour_tint corners[HOUR_GRID_CORNERS]; /* row by row from the north-west */
};

/* The grid of tile (x, y); `height_yd` of the ground at the same corners. In the arena; NULL when
 * out of memory. */
struct hour_grid *hour_grid_make(const struct hour_field *field, uint32_t x, uint32_t y,
                                 const float height_yd[HOUR_GRID_CORNERS], struct arena *arena);

/* At a place in the tile, in chunks from its west and north edge; beyond the tile as at its edge.
 */
struct hour_tint hour_grid_at(const struct hour_grid *grid, float column, float row);

#endif
