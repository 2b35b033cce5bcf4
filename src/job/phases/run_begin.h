/* Between the plan and the first tile. */
#ifndef JOB_PHASES_RUN_BEGIN_H
#define JOB_PHASES_RUN_BEGIN_H

#include "job/run/run.h"

/* Takes the lock, makes folders, opens the journal if there is anything to do, removes the files
 * that the plan removes, takes over tiles, and records facts, series and tiles that are absent.
 * *is_planned_again: the plan is another, as tiles could not be taken over. */
enum adtmap_status run_begin(struct run *run, bool *is_planned_again);

#endif
