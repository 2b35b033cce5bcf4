/*
 * The removal of files that a build log tells of, and of the folders that they leave empty. Nothing
 * else in these folders is touched, so that what users put there stays.
 */
#ifndef JOB_RECORDS_RECORDED_FILE_H
#define JOB_RECORDS_RECORDED_FILE_H

#include <stdbool.h>

#include "base/diag.h"
#include "graph/build_log.h"

/*
 * Removes the file `path` below `directory` that a log, written at `written_ns`, has as `file`, and
 * the folders that are empty then. A file with other bytes stays, which *is_left says, and so does
 * one behind a link to a folder, which may be that of another map. One that is not there is fine.
 * ADTMAP_IO if it cannot be removed, ADTMAP_NO_MEMORY.
 */
enum adtmap_status recorded_file_remove(const char *directory, const char *path, int64_t written_ns,
                                        struct build_file *file, const struct diag *diag,
                                        bool *is_left);

/* Removes the folders between `directory` and the file `path` below it, from the innermost on, as
 * long as they hold nothing. */
void recorded_folders_remove_empty(const char *directory, const char *path);

#endif
