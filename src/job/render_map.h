/*
 * Rendering a map: which tiles, on which threads, into which files. Each worker reads, draws and
 * compresses one tile at a time, one thread writes.
 */
#ifndef JOB_RENDER_MAP_H
#define JOB_RENDER_MAP_H

#include "job/settings/job_settings.h"

/*
 * Renders `map_name` of `data`: makes the nodes that are out of date by the plan
 * (job/plan/plan.h).
 *
 * The folder ends up as one run into an empty folder would have left it, even if an earlier run was
 * killed at any moment. Tiles that are not asked for stay. Data layers and pictures that are not
 * asked for stay while they still show the map. An existing stitched map or website is brought up
 * to date with the tiles, even if it is not asked for.
 *
 * The status is ADTMAP_OK even if tiles failed: they are listed in result->failures and stop no
 * other tile. Other values are explained in `failure`. They mean that the run could not start, that
 * one of its own files (stitched map, manifest) could not be written, or that a tile of an earlier
 * run could not be read back for them. ADTMAP_IO also means that another run writes to the folder
 * (job/records/folder_lock.h); shards may write there at the same time.
 *
 * Free *result with job_result_free, whatever the status.
 */
enum adtmap_status render_map(struct adtmap_data *data, const char *map_name,
                              const struct job_settings *settings, struct job_result *result,
                              struct adtmap_message *failure);

#endif
