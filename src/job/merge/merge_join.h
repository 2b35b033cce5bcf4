/* Adds shards to the log and the folder of their map: the joining part of job/merge/merge.h. */
#ifndef JOB_MERGE_JOIN_H
#define JOB_MERGE_JOIN_H

#include "job/merge/merge_shards.h"
#include "job/run/run.h"

/*
 * Copies the files of the shards' nodes to the map's folder and puts their records into the map's
 * log. Removes what one run would have removed: tiles that were asked for and left the data, and
 * layers that no longer show the map. run->stale_layers counts these layers. `failed` gets the
 * tiles that failed in their shards. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status merge_join(struct run *run, const struct merge_shards *shards,
                              struct tile_set *failed);

#endif
