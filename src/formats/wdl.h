/*
 * WDL: a map's far-away terrain, 17x17 and 16x16 heights a tile (WDL document): MVER, MAOF
 * with the place of each tile, and a tile's MARE, perhaps with MAHO behind it. Other chunks are
 * passed over.
 */
#ifndef FORMATS_WDL_H
#define FORMATS_WDL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/tile_set.h"

enum { WDL_OUTER = 17, WDL_INNER = 16 };

/* Heights of one tile in yards, rows from the north. */
struct wdl_tile {
    int16_t outer[WDL_OUTER][WDL_OUTER]; /* at the corners of chunks, edges of the tile included */
    int16_t inner[WDL_INNER][WDL_INNER]; /* in the middle of chunks */
    uint16_t holes[WDL_INNER];           /* bit x of row y: that chunk is not drawn */
};

struct wdl {
    uint32_t version;              /* MVER */
    uint64_t tiles[TILE_SET_GRID]; /* bit x of row y: the file has a tile (x, y) */
    uint32_t offsets[TILE_SET_TILES];
    const uint8_t *data; /* borrowed */
    size_t size;
};

/*
 * Reads where tiles are; those whose place holds no MARE are left out, with one warning. The result
 * borrows `data`. Fails with ADTMAP_BAD_DATA without MAOF.
 */
enum adtmap_status wdl_read(const uint8_t *data, size_t size, const struct diag *diag,
                            struct wdl *wdl);

/* Reads the tile (x, y), both below TILE_SET_GRID; false when there is none. */
bool wdl_tile(const struct wdl *wdl, uint32_t x, uint32_t y, struct wdl_tile *tile);

uint32_t wdl_tile_count(const struct wdl *wdl);

#endif
