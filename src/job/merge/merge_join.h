/* Adds shards to the log and the folder of their map: the joining part of job/merge/merge.h. */
#ifndef JOB_MERGE_JOIN_H
#define JOB_MERGE_JOIN_H

#include "job/merge/merge_shards.h"
#include "job/outputs/run.h"

/*
 * Joins the places of the shards, copies the files of their nodes to the map's folder and puts
 * their records into the map's log. Removes what one run would have removed: tiles that were asked
 * for and left the data, and layers that no longer show the map. run->stale_layers counts these
 * layers. `failed` gets the tiles that failed in their shards. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status merge_join(struct run *run, struct merge_shards *shards,
                              struct tile_set *failed);

/* The places of the map that shards are joined to. ADTMAP_NOT_FOUND if their file is missing or
 * damaged: without it names would be lost. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status merge_read_places(const struct run *run, struct places *places);

#endif
