/* What the run records of its tiles (tiles.c). */
#ifndef JOB_OUTPUTS_TILES_H
#define JOB_OUTPUTS_TILES_H

#include "job/run/run.h"

/* Records tiles that the map lists and the data lack. False when out of memory. */
bool tiles_record_absent(struct run *run);

struct tiles_recorder {
    struct run *run;
    enum adtmap_status status; /* the first failure to record */
};

/* For pipeline.finished, with a struct tiles_recorder: records the nodes of a tile, made or failed,
 * and counts it in the run's result. */
void tiles_record(void *user, struct tile_task *task);

#endif
