/* The memory that stitched pictures take, for dividing that of a run. */
#ifndef JOB_OUTPUTS_STITCHED_H
#define JOB_OUTPUTS_STITCHED_H

#include "job/run/memory_budget.h"
#include "job/run/run.h"

/* Of a pixel of the pictures of the series with that number. */
size_t stitched_pixel_bytes(const struct run *run, uint32_t number);

/* Adds a row of tiles of the series' stitched picture, if it is made, and what compresses it. */
void stitched_add_need(const struct run *run, uint32_t number, struct memory_need *need);

#endif
