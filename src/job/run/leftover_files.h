/* Leftover files: they have a name of ours and no record, since the records of their run were lost.
 */
#ifndef JOB_RUN_LEFTOVER_FILES_H
#define JOB_RUN_LEFTOVER_FILES_H

#include "base/buffer.h"
#include "job/run/run.h"

/* Appends their paths below the map's folder, a NUL behind each. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status leftover_files_find(const struct run *run, struct buffer *paths);

/* The same, and removes them. */
enum adtmap_status leftover_files_remove(const struct run *run, struct buffer *paths);

#endif
