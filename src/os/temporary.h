/*
 * Temporary names of files that are being written, and the removal of leftover files whose writer
 * was killed. A writer holds a lock (flock) on its file for as long as it lives, so that other
 * processes that write into the same directory can tell a file under way from a leftover.
 */
#ifndef OS_TEMPORARY_H
#define OS_TEMPORARY_H

#include <stdbool.h>

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

#endif
