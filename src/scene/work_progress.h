/*
 * How far a piece of work has come, in steps: whoever has asked for the work is told by the thread
 * that they called, and may cancel it. All functions take NULL: nobody asks.
 */
#ifndef SCENE_WORK_PROGRESS_H
#define SCENE_WORK_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

struct work_progress {
    bool (*show)(void *user, uint32_t done, uint32_t total); /* false: cancels the work */
    void *user;
    uint32_t total;
    atomic_uint done;
    atomic_bool is_cancelled;
};

/* Sets how many steps there are, and shows that none is done. This and the next two return
 * ADTMAP_CANCELLED, explained in `diag`, from the step on that the work was cancelled at. */
enum adtmap_status work_progress_begin(struct work_progress *work, uint32_t total,
                                       const struct diag *diag);

/* One step more is done. */
enum adtmap_status work_progress_step(struct work_progress *work, const struct diag *diag);

/* `done` steps are done, those that were left out among them; not fewer than before. */
enum adtmap_status work_progress_reach(struct work_progress *work, uint32_t done,
                                       const struct diag *diag);

/* Whether the work is cancelled. What is still to be done can be left out. Threads: any. */
bool work_progress_is_cancelled(struct work_progress *work);

/* One step more is done by one of a team of threads, of which number 0 has begun the work. */
void work_progress_team_step(struct work_progress *work, int thread);

#endif
