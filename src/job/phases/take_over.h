/*
 * Tiles that other runs have drawn. A shard is a run of a part of the tiles into an output folder
 * of its own, OUT/.adtmap/shards/I-of-N. The run of the whole map takes over what the shards of its
 * folder have, and what other output folders have that it is told of (job_settings.from); a shard
 * takes over what the whole map has.
 *
 * A tile is taken over if it is up to date there by the rule of the graph, with the settings, the
 * map and the data of this run. Whatever is not is drawn by the run itself: a shard that is
 * missing, damaged, of other settings or of other data costs time and nothing else.
 */
#ifndef JOB_PHASES_TAKE_OVER_H
#define JOB_PHASES_TAKE_OVER_H

#include "job/run/run.h"

/*
 * Puts the records of such tiles into the run's log, before the plan, which judges them like the
 * others; `elsewhere` of the record says where the file is. Nothing is written. A folder that
 * cannot be used is a warning, also one that a run is writing to. ADTMAP_NOT_FOUND if a folder of
 * job_settings.from does not exist; ADTMAP_NO_MEMORY.
 */
enum adtmap_status take_over_find(struct run *run);

/* Warns of tiles that the plan draws though other folders have them, a line a folder, and of shards
 * that are missing. */
void take_over_explain(const struct run *run);

/* Copies or moves the files into the map's folder. *lost: so many are gone or have changed since
 * the plan, which a warning says; their records are dropped, and the run is to be planned again.
 * ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status take_over_files(struct run *run, uint32_t *lost);

/* Removes the shards of the run's own folder that have nothing but what the map has now. Those of
 * other settings stay, those with tiles that the run is not about, and those that a run is writing
 * to. ADTMAP_IO. */
enum adtmap_status take_over_remove_shards(const struct run *run);

/* NULL-safe. */
void take_over_free(struct take_over *taken);

#endif
