/*
 * The end of every run, of rendering and of merging: what is put together from tiles is completed
 * and recorded; texts are written from the records; what has a name of ours and no record is
 * removed; the log is written again; the site's index and the list of changes follow.
 */
#ifndef JOB_RUN_FINISH_H
#define JOB_RUN_FINISH_H

#include "job/run/joined_outputs.h"
#include "job/run/run.h"

/* Fails with ADTMAP_IO, ADTMAP_NO_MEMORY, and as web_site_write. */
enum adtmap_status finish_run(struct run *run, struct joined_outputs *products);

/* The same for a shard, whose log says from then on that it is complete. */
enum adtmap_status finish_shard(struct run *run);

/* Writes the texts of a map, and its archive with JOB_PMTILES in the settings' outputs, and records
 * them. */
enum adtmap_status finish_texts(struct run *run);

#endif
