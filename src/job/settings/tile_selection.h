/* Which tiles a run draws: those asked for that the map has, and which are drawn from the WDL. */
#ifndef JOB_SETTINGS_TILE_FILE_SELECTION_H
#define JOB_SETTINGS_TILE_FILE_SELECTION_H

#include "base/hash.h"
#include "job/settings/job_settings.h"
#include "map/map.h"

struct tile_selection {
    struct tile_set asked;   /* even those that the map lacks; of a shard, its own and absent */
    struct tile_set tiles;   /* asked for, and there; of a shard, its own */
    struct tile_set low_res; /* of these, those drawn from the map's WDL */
    struct tile_set absent;  /* asked for and listed, but without a file; for the first shard */
    /* Of settings->named, those that the map has not, for the first shard. */
    struct tile_set unlisted;
    struct tile_set missing; /* of settings->named, those that are absent; for the first shard */
    uint32_t count;          /* of `tiles` */
};

/*
 * Selects by settings->tiles, shard, layers and tile.low_res. Warns of tiles asked for that the map
 * lacks, of tiles drawn from the WDL, and of tiles left out. ADTMAP_NOT_FOUND if there is no tile
 * to draw, counted before shards are cut: a shard may be empty.
 */
enum adtmap_status tile_selection_make(const struct adtmap_map *map,
                                       const struct job_settings *settings, const struct diag *diag,
                                       struct tile_selection *selection);

#endif
