/* Files of a map that are made of its records: what is beyond a kind of output (output_kind.h). */
#ifndef JOB_OUTPUTS_MAP_FILES_H
#define JOB_OUTPUTS_MAP_FILES_H

#include "job/run/run.h"

/* Those of enum job_output whose files the map has: they are kept up to date with its website, even
 * if they are not asked for. */
uint32_t map_files_kept(const struct run *run);

#endif
