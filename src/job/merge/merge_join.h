/* Taking shards into the log and the folder of the map: the part of job/merge/merge.h that joins.
 */
#ifndef JOB_MERGE_JOIN_H
#define JOB_MERGE_JOIN_H

#include "job/merge/merge_shards.h"
#include "job/run/run.h"

/*
 * Copies the files of the shards' nodes to the map's folder and puts their records into the map's
 * log. Removes what one run would have removed: nodes that were asked for and are none, and layers
 * that no longer show the map, which run->stale_layers counts. `failed` gets the tiles that failed
 * in their shards. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status merge_join(struct run *run, const struct merge_shards *shards,
                              struct tile_set *failed);

#endif
