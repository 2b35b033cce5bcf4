/* What differs between two versions of a map: tiles, what changed in each, placements. */
#ifndef COMPARE_MAP_DIFF_H
#define COMPARE_MAP_DIFF_H

#include "compare/placement_diff.h"
#include "compare/tile_diff.h"
#include "map/map.h"

enum tile_fate {
    TILE_SAME,
    TILE_ADDED,
    TILE_REMOVED,
    TILE_CHANGED,
    TILE_UNREADABLE, /* in one of the versions; the log says why */
};

struct map_diff {
    enum tile_fate fates[TILE_SET_TILES];    /* y * 64 + x */
    struct tile_diff *tiles[TILE_SET_TILES]; /* of TILE_CHANGED; NULL: placements only */
    uint32_t placement_counts[TILE_SET_TILES]
                             [PLACEMENT_KINDS]; /* changed ones in the tile's lists */
    struct placement_change *placements;
    size_t placement_count;
    uint32_t fate_counts[TILE_UNREADABLE + 1];
    uint32_t tile_counts[2]; /* tiles that are there, in each version */
    struct arena memory;
    struct placement_gather gather;
};

/*
 * Compares two versions, with OpenMP threads. A tile is there if the data hold an ADT of it, or the
 * WDT says that it is nothing but water. Tiles that cannot be read are reported to the log of diag.
 * ADTMAP_NO_MEMORY only. Free the result in any case.
 */
enum adtmap_status map_diff_make(const struct adtmap_map *old_map, const struct adtmap_map *new_map,
                                 const struct diag *diag, struct map_diff *diff);

/* Whether nothing differs. */
bool map_diff_is_empty(const struct map_diff *diff);

void map_diff_free(struct map_diff *diff);

#endif
