/* The tiles of a map that is joined: the part of job/merge.h that a folder of shards is about. */
#ifndef JOB_MERGE_TILES_H
#define JOB_MERGE_TILES_H

#include "base/tile_set.h"
#include "job/ledger.h"
#include "job/merge_parts.h"
#include "output/manifest/manifest.h"

/* All but the sets is borrowed. */
struct merge_tiles {
    const char *map;
    const char *directory; /* of the whole */
    const struct merge_parts *parts;
    const struct manifest *earlier; /* NULL: none */
    struct manifest *manifest;      /* of the whole */
    struct ledger *ledger;          /* of the whole */
    const struct diag *diag;
    struct tile_set shown; /* what the map has to show, failed tiles among them */
    struct tile_set failed;
};

/*
 * Brings the PNGs of all shards to the whole, its ledger and manifest to what they say, and takes
 * away what one run would have taken away. ADTMAP_NOT_FOUND for a PNG that is not as its shard has
 * written it, ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status merge_tiles_take(struct merge_tiles *tiles);

#endif
