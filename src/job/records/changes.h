/*
 * The list of files of OUT that changed, for uploading. A file is listed if its content differs
 * from the content that was listed last. The build log keeps that content for each node. So the
 * changes of a killed run, or of shards, are on the list of the next run that finishes.
 *
 * The list is a text file with one path below OUT a line, '/' between folders, in order of bytes. A
 * file that was removed has the line "# removed PATH", which rsync --files-from skips.
 */
#ifndef JOB_RECORDS_CHANGES_H
#define JOB_RECORDS_CHANGES_H

#include "base/diag.h"
#include "graph/build_log.h"

/* Checks that changes_write can write to `path`; NULL always passes. ADTMAP_NOT_FOUND for a missing
 * folder, ADTMAP_IO. */
enum adtmap_status changes_check(const char *path, const struct diag *diag);

/*
 * Writes the list to `path`; NULL: to DIRECTORY/.adtmap/changed.txt. Then marks all nodes as
 * listed. `removed` holds the nodes, struct node_id, of files below the map's folder that were
 * removed and have no record; it may be NULL. ADTMAP_IO, ADTMAP_NO_MEMORY: the log stays as it was.
 */
enum adtmap_status changes_write(struct build_log *log, const char *directory, const char *path,
                                 const struct buffer *removed, const struct diag *diag);

#endif
