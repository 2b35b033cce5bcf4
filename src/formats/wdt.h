/*
 * WDT: which tiles a map has, and how its ADTs are to be read. Of vanilla to today (WDT
 * document): MVER, MPHD, MAIN of 8-byte entries, since 8.1 MAID with file ids, MWMO and MODF for
 * maps that are one WMO. Of 0.5.3 to 0.5.5 (Alpha document): the same names in another layout,
 * with all tiles of the map behind them.
 */
#ifndef FORMATS_WDT_H
#define FORMATS_WDT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/tile_set.h"

/* MPHD flags. */
enum wdt_flag {
    WDT_GLOBAL_WMO = 0x1,
    WDT_VERTEX_COLORS = 0x2,
    WDT_BIG_ALPHA = 0x4,
    WDT_HEIGHT_TEXTURES = 0x80,
    WDT_FILE_IDS = 0x200,
};

/* Where a tile lies in the WDT itself; size 0: nowhere. */
struct wdt_range {
    uint32_t offset, size;
};

/* The ids of a tile's files, 0 for those that it has not. */
struct wdt_file_ids {
    uint32_t root, obj0, obj1, tex0;
    uint32_t lod; /* of distant terrain; no picture uses it */
};

struct wdt {
    uint32_t version;              /* MVER */
    uint32_t flags;                /* MPHD, enum wdt_flag and others */
    uint64_t tiles[TILE_SET_GRID]; /* bit x of row y: MAIN lists an ADT for tile (x, y) */
    uint32_t main_entries;         /* tiles that MAIN speaks of, row by row; all 4096 but of a MAIN
                                      that is cut short */
    uint64_t all_water[TILE_SET_GRID]; /* bit of x: the tile is nothing but ocean (4.3 and later) */
    bool holds_tiles; /* tiles are in this file, `ranges`, and not in files of their own */
    struct wdt_range doodad_names, object_names; /* contents of MDNM and MONM next to such tiles */
    bool has_file_ids;                           /* `ids` say which files a tile has */
    const char *era;                             /* for people: the layout; static storage */
    uint32_t wdl_file_id;                        /* of the far-away terrain; 0: unknown */
    struct wdt_range ranges[TILE_SET_TILES];     /* index 64 * y + x */
    struct wdt_file_ids ids[TILE_SET_TILES];
    char global_wmo[260]; /* file name, of MWMO or the first of MONM, "" when none is given; the map
                             is this building if flags has WDT_GLOBAL_WMO */
};

/*
 * Reads a WDT, but not the tiles in it. Without a usable MAIN it fails with ADTMAP_BAD_DATA; an
 * MPHD that is missing or a MAIN that is cut short is a warning and counts as zeroes.
 */
enum adtmap_status wdt_read(const uint8_t *data, size_t size, const struct diag *diag,
                            struct wdt *wdt);

/* Number of tiles that MAIN lists. */
uint32_t wdt_tile_count(const struct wdt *wdt);

static inline bool wdt_has_tile(const struct wdt *wdt, uint32_t x, uint32_t y)
{
    return x < TILE_SET_GRID && y < TILE_SET_GRID && (wdt->tiles[y] >> x & 1);
}

/* Whether MAIN has an entry of the tile, listed or not. */
static inline bool wdt_covers(const struct wdt *wdt, uint32_t x, uint32_t y)
{
    return y * TILE_SET_GRID + x < wdt->main_entries;
}

/* Whether alpha maps have 8 bits a texel; also decides the weighted blend. */
static inline bool wdt_is_weighted(const struct wdt *wdt)
{
    return (wdt->flags & (WDT_BIG_ALPHA | WDT_HEIGHT_TEXTURES)) != 0;
}

#endif
