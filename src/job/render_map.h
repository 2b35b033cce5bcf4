/*
 * Rendering a map: which tiles, on which threads, into which files. Each worker reads, draws and
 * compresses one tile at a time, one thread writes.
 */
#ifndef JOB_RENDER_MAP_H
#define JOB_RENDER_MAP_H

#include "job/settings/job_settings.h"

/*
 * Renders `map_name` of `data`: makes what is out of date by the plan (graph/plan.h). What is there
 * in the end is what one run into an empty folder would have written, also if an earlier run was
 * cut short at any moment. Tiles that are not asked for stay, and so do data layers, or pictures,
 * that are not asked for, as long as they are true. A stitched map and a web map that lie there
 * stay in step with the tiles, asked for or not. A tile that fails is in result->failures and stops
 * no other. While another run writes there, shards next to a shard apart, it is ADTMAP_IO
 * (job/settings/folder_lock.h). The status is that of the run: ADTMAP_OK even if tiles failed;
 * anything else, explained in `failure`, when the run could not start, its own files (stitched map,
 * manifest) could not be written, or a tile of an earlier run not read back for them.
 * job_result_free gives back *result, whatever the status.
 */
enum adtmap_status render_map(struct adtmap_data *data, const char *map_name,
                              const struct job_settings *settings, struct job_result *result,
                              struct adtmap_message *failure);

#endif
