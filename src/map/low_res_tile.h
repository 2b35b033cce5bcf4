/*
 * The far-away terrain of one tile made ready to draw: its heights with those of the tiles round
 * it, so that slopes do not end at its edges.
 */
#ifndef MAP_LOW_RES_TILE_H
#define MAP_LOW_RES_TILE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/wdl.h"
#include "map/tables/hour_lights.h"

enum { LOW_RES_OUTER = WDL_OUTER + 2, LOW_RES_INNER = WDL_INNER + 2 };

/* Yards, rows from the north; [1][1] is the tile's own first one. */
struct low_res_tile {
    int32_t outer[LOW_RES_OUTER][LOW_RES_OUTER]; /* at the corners of chunks */
    int32_t inner[LOW_RES_INNER][LOW_RES_INNER]; /* in the middle of chunks */
    uint16_t holes[WDL_INNER];                   /* bit x of row y: that chunk is not drawn */
    /* Set by map_low_res_tile: */
    bool is_of_parent;
    float contour_yd; /* between contour lines; 0: none */
    uint32_t x, y;
    const struct hour_lights *hours; /* of the map drawn */
};

/*
 * Takes tile (x, y), both below TILE_SET_GRID, from the WDL; false when it has none. Where it has
 * no neighbour the slope at the edge goes on. Tiles that share an edge get the same heights on both
 * sides of it.
 */
bool low_res_tile_build(const struct wdl *wdl, uint32_t x, uint32_t y, struct low_res_tile *tile);

/* How many yards the land of a map rises within a tile: three quarters of those that have land rise
 * less. 0: none has. */
uint32_t low_res_relief_yd(const struct wdl *wdl);

#endif
