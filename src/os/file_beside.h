/* Files that lie next to another one, in whichever case their names are written. */
#ifndef OS_FILE_BESIDE_H
#define OS_FILE_BESIDE_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Looks in `directory`, whose entries are `entries`, for the file called `stem` and `suffix`, case
 * ignored. *path is from malloc; NULL without such a file. False when out of memory.
 */
bool file_beside(DIR *entries, const char *directory, const char *stem, size_t stem_length,
                 const char *suffix, char **path);

#endif
