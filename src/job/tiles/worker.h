/*
 * One worker of a run. It draws a tile or reads its pixels back, compresses it, and hands it to the
 * outputs. Workers share nothing but the outputs.
 */
#ifndef JOB_TILES_WORKER_H
#define JOB_TILES_WORKER_H

#include "job/tiles/pipeline.h"

/* Keeps arena, scratch memory and pixels from tile to tile. */
struct worker;

/* `threads` draw one tile together. Borrows `pipeline`. NULL when out of memory. */
struct worker *worker_create(const struct pipeline *pipeline, unsigned threads);
void worker_destroy(struct worker *worker);

/* Runs one task: draws from its files to PNGs, or sets its failure. */
void worker_take(struct worker *worker, struct tile_task *task);

/* Tells the outputs that this worker has no more tasks, so that they do not wait for it. */
void worker_done(const struct worker *worker);

/* Where its time went. */
const struct job_times *worker_times(const struct worker *worker);

#endif
