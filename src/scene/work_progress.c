#include "scene/work_progress.h"

#include <stddef.h>

static void show(struct work_progress *work, uint32_t done)
{
    if (!atomic_load(&work->is_cancelled) && !work->show(work->user, done, work->total)) {
        atomic_store(&work->is_cancelled, true);
    }
}

static enum adtmap_status status_of(struct work_progress *work, const struct diag *diag)
{
    return work_progress_is_cancelled(work)
               ? diag_fail(diag, ADTMAP_CANCELLED, NULL, NO_OFFSET, "cancelled")
               : ADTMAP_OK;
}

enum adtmap_status work_progress_begin(struct work_progress *work, uint32_t total,
                                       const struct diag *diag)
{
    if (work) {
        work->total = total;
        show(work, 0);
    }
    return status_of(work, diag);
}

enum adtmap_status work_progress_step(struct work_progress *work, const struct diag *diag)
{
    work_progress_team_step(work, 0);
    return status_of(work, diag);
}

enum adtmap_status work_progress_reach(struct work_progress *work, uint32_t done,
                                       const struct diag *diag)
{
    if (work && atomic_exchange(&work->done, done) != done) {
        show(work, done);
    }
    return status_of(work, diag);
}

bool work_progress_is_cancelled(struct work_progress *work)
{
    return work && atomic_load(&work->is_cancelled);
}

/* The counts that thread 0 gets only grow, whatever the others do in between. */
void work_progress_team_step(struct work_progress *work, int thread)
{
    if (work) {
        uint32_t done = atomic_fetch_add(&work->done, 1) + 1;
        if (thread == 0) {
            show(work, done);
        }
    }
}
