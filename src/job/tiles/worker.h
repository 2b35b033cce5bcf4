/*
 * What one worker of a run does with a tile: draws it, or gets its pixels back, compresses it, and
 * hands it to the outputs. No worker knows of another.
 */
#ifndef JOB_TILES_WORKER_H
#define JOB_TILES_WORKER_H

#include "job/tiles/pipeline.h"

/* What a worker keeps from tile to tile: arena, scratch memory, pixels. */
struct worker;

/* `threads` draw one tile together. Borrows `pipeline`. NULL when out of memory. */
struct worker *worker_create(const struct pipeline *pipeline, unsigned threads);
void worker_destroy(struct worker *worker);

/* Takes one task from its files to its PNGs, or to its failure. */
void worker_take(struct worker *worker, struct tile_task *task);

/* The worker takes no more tasks: outputs do not wait for it. */
void worker_done(const struct worker *worker);

/* Where its time went. */
const struct job_times *worker_times(const struct worker *worker);

#endif
