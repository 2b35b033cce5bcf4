/*
 * Where the maps of a world lie. A frame is a map, or a part of it, whose places are scaled and
 * moved; tiles are squares of 1600/3 yards of its own.
 */
#ifndef CLI_SITE_WORLD_LAYOUT_H
#define CLI_SITE_WORLD_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/tile_set.h"

/* Edges in yards of the world. */
struct world_box {
    double north, south, west, east;
};

struct world_frame {
    struct tile_set tiles; /* at least one */
    bool has_offset;       /* else world_layout_place gives it one */
    double offset[2];      /* X, Y in yards */
    double scale;          /* above 0 */
    struct world_box box;  /* of its tiles, by world_layout_place */
};

/*
 * Gives frames without an offset one: the first lies where its map does, another with a gap of a
 * tile east of all before it, its middle as far north as that of the first, rounded to tiles.
 */
void world_layout_place(struct world_frame *frames, size_t count);

/* How many tiles of `upper` lie on tiles of `lower`; both have their places. */
uint32_t world_layout_overlap(const struct world_frame *lower, const struct world_frame *upper);

/* Those of the tiles whose middle lies between two corners, X and Y in yards. */
struct tile_set world_layout_within(const struct tile_set *tiles, const double low[2],
                                    const double high[2]);

#endif
