/*
 * Names that files have while they are written, and the end of those whose writer was killed. A
 * writer holds a lock (flock) on its file for as long as it lives, so that other processes, which
 * may write into the same directory, can tell what is under way from what was left behind.
 */
#ifndef OS_TEMPORARY_H
#define OS_TEMPORARY_H

#include <stdbool.h>

#include "adtmap/status.h"
#include "base/diag.h"

/*
 * Makes the file `PATH.tmp.` and 16 hex digits, which no other writer has, and locks it where the
 * file system can. `name` is from malloc; `descriptor` is open for writing.
 */
enum adtmap_status temporary_create(const char *path, const struct diag *diag, char **name,
                                    int *descriptor);

/* Whether a file's name is one of these. */
bool temporary_is(const char *file);

/*
 * Removes from `directory` the files that dead writers left there: of `name` alone, or of every
 * file for NULL. Those of living writers stay, and so does what cannot be locked or removed.
 */
void temporary_sweep(const char *directory, const char *name);

/* temporary_sweep for the one file `path`. */
void temporary_sweep_beside(const char *path);

#endif
