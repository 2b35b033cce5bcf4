/*
 * Records what became of a tile: for each node that was made, its file, its pixels and what of the
 * data it depends on; for each that failed, why. Counts tiles and failures in run->result.
 */
#ifndef JOB_RUN_TILE_RECORDER_H
#define JOB_RUN_TILE_RECORDER_H

#include "job/run/run.h"

struct tile_recorder {
    struct run *run;
    enum adtmap_status status; /* the first failure to record, explained in run->diag */
};

/* pipeline.finished: `user` is the recorder. One thread calls it. */
void tile_recorder_take(void *user, struct tile_task *task);

#endif
