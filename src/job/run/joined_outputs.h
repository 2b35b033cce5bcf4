/*
 * The outputs that are joined from tiles: stitched pictures and zoom levels, and heights for pages.
 * Those that the plan makes are opened before the first tile, take tiles as outputs of the
 * pipeline, and are recorded when they are finished.
 */
#ifndef JOB_RUN_JOINED_OUTPUTS_H
#define JOB_RUN_JOINED_OUTPUTS_H

#include "base/buffer.h"
#include "job/run/memory_budget.h"
#include "job/run/run.h"
#include "job/tiles/pipeline.h"

/* Pictures of zoom 0 to 6. */
enum { JOINED_OUTPUTS_READ_MAX = PYRAMID_JOINED_MAX + TILE_SET_TILES };

/* Zoom levels of a series that are made. */
struct joined_zoom {
    bool is_made;
    bool has_file[JOINED_OUTPUTS_READ_MAX]; /* pictures that may be read, by pyramid_joined */
    struct buffer pictures;                 /* struct pyramid_picture: those that were made */
    struct buffer heights;                  /* struct height_script: the same */
};

struct joined_outputs {
    struct run *run;
    struct pipeline_output outputs[2 * PLAN_SERIES_MAX + 1];
    uint32_t count;
    struct joined_zoom zoom[PLAN_SERIES_MAX]; /* by series */
};

/* Divides the run's memory for `tile_count` tiles. Fails as memory_budget_divide. */
enum adtmap_status joined_outputs_share_memory(const struct run *run, unsigned threads,
                                               uint32_t tile_count, struct memory_budget *memory);

/* Opens the outputs. memory->workers threads put tiles into them; `threads` compress them. The
 * caller aborts `joined` even after a failure. */
enum adtmap_status joined_outputs_open(struct run *run, unsigned threads,
                                       const struct memory_budget *memory,
                                       struct joined_outputs *joined);

/* Completes the files and records them, after the records of the tiles. */
enum adtmap_status joined_outputs_finish(struct joined_outputs *joined);

/* Drops unfinished files; stitched pictures of earlier runs stay. Zeroed or finished joined may
 * be aborted. */
void joined_outputs_abort(struct joined_outputs *joined);

#endif
