/* Files that lie next to another one, in whichever case their names are written. */
#ifndef OS_FILE_BESIDE_H
#define OS_FILE_BESIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "os/folder.h"

/*
 * Looks in the open folder `entries`, whose path is `directory`, for the file called `stem` and
 * `suffix`, case ignored. *path is from malloc; NULL without such a file. False when out of memory.
 */
bool file_beside(struct folder *entries, const char *directory, const char *stem,
                 size_t stem_length, const char *suffix, char **path);

#endif
