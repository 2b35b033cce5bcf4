/*
 * The far-away terrain of one tile made ready to draw: its heights with those of the tiles round
 * it, so that slopes do not end at its edges.
 */
#ifndef SCENE_FAR_TILE_H
#define SCENE_FAR_TILE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/wdl.h"

enum { FAR_OUTER = WDL_OUTER + 2, FAR_INNER = WDL_INNER + 2 };

/* Yards, rows from the north; [1][1] is the tile's own first one. */
struct far_tile {
    int32_t outer[FAR_OUTER][FAR_OUTER]; /* at the corners of chunks */
    int32_t inner[FAR_INNER][FAR_INNER]; /* in the middle of chunks */
    uint16_t holes[WDL_INNER];           /* bit x of row y: that chunk is not drawn */
};

/*
 * Takes tile (x, y), both below WDL_GRID, from the WDL; false when it has none. Where it has no
 * neighbour the slope at the edge goes on. Tiles that share an edge get the same heights on both
 * sides of it.
 */
bool far_tile_build(const struct wdl *wdl, uint32_t x, uint32_t y, struct far_tile *tile);

#endif
