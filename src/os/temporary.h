/*
 * Temporary names of files that are being written, and the removal of leftover files whose writer
 * was killed. A writer holds a lock (flock) on its file for as long as it lives, so that other
 * processes that write into the same directory can tell a file under way from a leftover.
 */
#ifndef OS_TEMPORARY_H
#define OS_TEMPORARY_H

#include <stdbool.h>

#include "os/file.h"

/* Whether a file has such a name: `.tmp.` and 16 hex digits at its end. */
bool temporary_is(const char *file);

/*
 * Removes from `directory` the leftover files of dead writers: of `name` alone, or of every file
 * for NULL. Files of living writers stay, as do files that cannot be locked or removed.
 */
void temporary_sweep(const char *directory, const char *name);

/* temporary_sweep for every file below a directory, without following links. */
void temporary_sweep_below(const char *directory);

/* temporary_sweep for the one file `path`. */
void temporary_sweep_beside(const char *path);

/* What follows is for os/ alone. Paths are relative to an open folder, or to SYSTEM_HERE
 * (os/system.h). */

/* file_writer_open of os/file.h. */
enum adtmap_status file_writer_open_at(struct file_writer *writer, intptr_t directory,
                                       const char *path, const struct diag *diag);

/* The same with `size` bytes written; on failure the writer is closed. */
enum adtmap_status file_writer_open_with(struct file_writer *writer, intptr_t directory,
                                         const char *path, const void *data, size_t size,
                                         const struct diag *diag);

/* Whether files that replace others wait for the disk together (DURABLE_TOGETHER). */
bool file_writers_wait(void);

/* The part of file_writer_commit behind the wait for the disk: closes and renames into place.
 * Whatever it returns, the writer is closed afterwards. */
enum adtmap_status file_writer_rename(struct file_writer *writer);

/*
 * Makes the file `PATH.tmp.` and 16 hex digits, which no other writer has, and locks it where the
 * file system can. `name` is from malloc; `file` is open for writing.
 */
enum adtmap_status temporary_create(intptr_t directory, const char *path, const struct diag *diag,
                                    char **name, struct open_file *file);

/* temporary_sweep for every file of an open folder, which stays the caller's. */
void temporary_sweep_at(intptr_t directory);

#endif
