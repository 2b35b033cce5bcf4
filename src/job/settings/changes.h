/*
 * Which files of OUT a run has changed, for whoever uploads them: those whose content is not the
 * one that was last on a list. The build log keeps that content for each node; so the changes of a
 * run that was cut short, or of shards, are on the list of the run that comes to its end.
 *
 * The list is a text file: a path below OUT a line, '/' between folders, in order of bytes. A file
 * that is gone has the line "# removed PATH", which rsync --files-from passes over.
 */
#ifndef JOB_SETTINGS_CHANGES_H
#define JOB_SETTINGS_CHANGES_H

#include "base/diag.h"
#include "graph/build_log.h"

/* Whether changes_write could write to `path`, which NULL always passes: else ADTMAP_NOT_FOUND for
 * a folder that is not there, ADTMAP_IO. */
enum adtmap_status changes_check(const char *path, const struct diag *diag);

/*
 * Writes the list to `path`; NULL: to DIRECTORY/.adtmap/changed.txt. Then marks all nodes as listed
 * and forgets those that are gone. `removed` holds paths, a NUL behind each, of files below the
 * map's folder that were removed and have no record; it may be NULL. ADTMAP_IO, ADTMAP_NO_MEMORY;
 * the log is as before then.
 */
enum adtmap_status changes_write(struct build_log *log, const char *directory, const char *path,
                                 const struct buffer *removed, const struct diag *diag);

#endif
