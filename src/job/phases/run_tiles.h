/* The middle of a run: its tiles are drawn or read back, and handed to what is made of them. */
#ifndef JOB_PHASES_RUN_TILES_H
#define JOB_PHASES_RUN_TILES_H

#include "job/outputs/outputs.h"

/* Divides the memory, opens what the plan makes of tiles, and works on the tiles that it draws or
 * needs the pixels of. The caller aborts `joined` even after a failure. Fails as
 * memory_budget_divide and pipeline_run. */
enum adtmap_status run_tiles(struct run *run, struct joined *joined);

#endif
