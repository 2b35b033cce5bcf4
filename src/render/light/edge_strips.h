/*
 * What stands near the edges of a tile, for those next to it: strips of its heights, which a
 * neighbour's own take as a part of their margin. They are drawn from the scene of their own tile,
 * of which nothing farther in is needed. So a tile has the margin that a drawing of the whole map
 * would give it. They are those of the tile itself, to the last bit: where they are drawn already,
 * its own heights are drawn inside of them only.
 */
#ifndef RENDER_LIGHT_EDGE_STRIPS_H
#define RENDER_LIGHT_EDGE_STRIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/light/height_field.h"

/* Sides of a tile. Opposite ones differ in the last bit. */
enum tile_side { SIDE_NORTH, SIDE_SOUTH, SIDE_WEST, SIDE_EAST, SIDES };

/* Which margins tiles need: shadows one as far as they reach on the sides of the sun, and a pixel
 * on the others. */
struct edge_plan {
    uint32_t size_px;         /* of a tile */
    uint32_t margin_px;       /* of a field: that of the widest side; less than a tile */
    uint32_t sides_px[SIDES]; /* 0: none is needed */
    bool has_shadows, has_surface;
};

/* Whether a tile needs something of the one that lies `east` and `south` of it, -1 to 1. */
bool edge_plan_needs(const struct edge_plan *plan, int east, int south);

/* A rectangle of heights, row by row. */
struct edge_strip {
    uint32_t left, top, width, height; /* in pixels of its tile; width 0: nobody needs it */
    uint16_t *caster, *receiver;
    uint8_t *cover;
    int32_t *surface;
};

/* The strips of one tile, as wide as the tile, so that those at corners hold the corners. */
struct edge_strips {
    struct edge_strip sides[SIDES];
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

/* Those of a tile that could not be read have no pixels. */
bool edge_strips_has_any(const struct edge_strips *strips);

/* Copies the strips of a tile back into its own field: all of it that is out of edge_inside. */
void edge_strips_restore(const struct edge_strips *strips, struct height_field *field);

/* Copies strips of the neighbour that lies `east` and `south`, -1 to 1, into the margin of a field.
 */
void edge_strips_copy(const struct edge_plan *plan, const struct edge_strips *strips, int east,
                      int south, struct height_field *field);

#endif
