/*
 * The end of every run. The order matters, since each step reads what
 * the steps before it have recorded:
 *  1. stitched pictures and zoom levels are completed and recorded;
 *  2. archive, pages, world files and manifest are written from the records;
 *  3. after a complete run, files with names of ours and no record are removed;
 *  4. the log is written: from here on the map is as published;
 *  5. the site's index, which reads the logs of all maps, the minimap of a client, and the list of
 *     changes are written;
 *  6. the log is written again, with the files of step 5;
 *  7. shards are removed that nothing needs any more.
 */
#ifndef JOB_PHASES_FINISH_H
#define JOB_PHASES_FINISH_H

#include "job/outputs/outputs.h"

/* Fails with ADTMAP_IO, ADTMAP_NO_MEMORY, and as web_site_write. */
enum adtmap_status finish_run(struct run *run, struct joined *joined);

#endif
