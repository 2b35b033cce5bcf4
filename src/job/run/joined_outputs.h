/*
 * What is put together from tiles while they pass by: stitched pictures and zoom levels. They are
 * opened where the plan makes them, handed to the pipeline as outputs, and recorded when they are
 * finished.
 */
#ifndef JOB_RUN_JOINED_OUTPUTS_H
#define JOB_RUN_JOINED_OUTPUTS_H

#include "base/buffer.h"
#include "job/run/run.h"
#include "job/settings/memory_budget.h"
#include "job/tiles/pipeline.h"

/* Pictures of zoom 0 to 6. */
enum { JOINED_OUTPUTS_READ_MAX = PLAN_JOINED_MAX + TILE_SET_TILES };

struct joined_outputs {
    struct run *run;
    struct pipeline_output outputs[PLAN_SERIES_MAX + 1];
    uint32_t count;
    bool has_zoom;
    bool has_file[JOINED_OUTPUTS_READ_MAX]; /* zoom pictures that may be read, by plan_joined */
    struct buffer pictures; /* struct pyramid_picture: the zoom pictures that were made */
};

/* Divides the run's memory, for `tile_count` tiles: memory_budget_divide. */
enum adtmap_status joined_outputs_divide(const struct run *run, unsigned threads,
                                         uint32_t tile_count, struct memory_budget *memory);

/* Begins the files, for the budget's workers, which put tiles into them, and `threads` in all. What
 * it leaves is to be aborted after a failure, too. */
enum adtmap_status joined_outputs_open(struct run *run, unsigned threads,
                                       const struct memory_budget *memory,
                                       struct joined_outputs *products);

/* Completes the files and records them. The tiles' own records must be there. */
enum adtmap_status joined_outputs_finish(struct joined_outputs *products);

/* Gives up what is under way, without harm to stitched pictures that were there. Zeroed or finished
 * products may be aborted. */
void joined_outputs_abort(struct joined_outputs *products);

/* Records a file that was written: `record` says what it was made of. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status joined_outputs_record(struct run *run, struct build_record *record);

#endif
