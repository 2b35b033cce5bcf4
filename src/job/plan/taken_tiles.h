/*
 * Which tiles that another output folder has on record a run takes over: a function of the request,
 * the two logs, and the files as they are now. Tiles are judged by the rule of the graph, as those
 * of the run are. Who finds the folders and moves the files is in job/phases/take_over.h.
 */
#ifndef JOB_PLAN_TAKEN_TILES_H
#define JOB_PLAN_TAKEN_TILES_H

#include "job/plan/plan.h"

/*
 * Opens `graph` over their log, with a node for each tile on record there that the run is about.
 * Sets *is_left if they have tiles that the run does not replace, or nobody knows: of other places,
 * of other settings, of a log that was cut short before its first tile. `is_of_all`: the run is of
 * all tiles of the map. False when out of memory; graph_free in any case.
 */
bool taken_tiles_judge(const struct plan_request *request, bool is_of_all,
                       const struct graph_disk *their_disk, struct build_log *theirs,
                       struct graph *graph, bool *is_left);

/*
 * Puts the records of tiles that are up to date there into the run's log, with the numbers that
 * inputs have in it, unless it has the same. Where the run has not the same file, record.elsewhere
 * becomes `directory`, which is borrowed. Of `own_disk` the files are looked at alone. False when
 * out of memory.
 */
bool taken_tiles_record(const struct plan_request *request, const struct build_log *theirs,
                        const struct graph *graph, const char *directory,
                        const struct graph_disk *own_disk, struct build_log *log);

#endif
