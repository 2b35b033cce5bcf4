/*
 * What stands near the edges of a tile, for those next to it: strips of its heights, which a
 * neighbour's own take as a part of their margin. They are drawn from the scene of their own tile,
 * of which nothing farther in is needed. So a tile has the margin that a drawing of the whole map
 * would give it.
 */
#ifndef RENDER_LIGHT_EDGE_STRIPS_H
#define RENDER_LIGHT_EDGE_STRIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/light/height_field.h"

/* Sides of a tile. */
enum tile_side {
    SIDE_NORTH = 1 << 0,
    SIDE_SOUTH = 1 << 1,
    SIDE_WEST = 1 << 2,
    SIDE_EAST = 1 << 3,
    SIDES_ALL = (1 << 4) - 1,
};

enum { SIDES = 4 };

/* Which margins tiles need. */
struct edge_plan {
    uint32_t size_px;   /* of a tile */
    uint32_t margin_px; /* less than a tile */
    unsigned sides;     /* of a tile, on which a margin is needed */
    bool has_shadows, has_surface;
};

/* A rectangle of heights, row by row. */
struct edge_strip {
    uint32_t left, top, width, height; /* in pixels of its tile; width 0: nobody needs it */
    uint16_t *caster;
    uint8_t *cover;
    int32_t *surface;
};

/* The strips of one tile, as wide as the tile, so that those at corners hold the corners. */
struct edge_strips {
    struct edge_strip sides[SIDES]; /* by the bit of the side */
};

/* The pixels of a tile that are in no strip. */
struct height_area edge_inside(const struct edge_plan *plan);

/* What of tile (x, y) reaches into no strip, if it lies in this box of the world. */
void edge_world_inside(const struct edge_plan *plan, uint32_t x, uint32_t y, float low[3],
                       float high[3]);

/* The strips of a tile, from its field without a margin. *bytes is what they take. NULL when out of
 * memory. */
struct edge_strips *edge_strips_create(const struct edge_plan *plan,
                                       const struct height_field *field, size_t *bytes);

/* NULL is fine. */
void edge_strips_destroy(struct edge_strips *strips);

/* Copies strips of the neighbour that lies `east` and `south`, -1 to 1, into the margin of a field.
 */
void edge_strips_copy(const struct edge_strips *strips, int east, int south,
                      struct height_field *field);

#endif
