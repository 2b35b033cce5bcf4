/* What is in a folder, in no particular order. */
#ifndef OS_FOLDER_H
#define OS_FOLDER_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "os/file.h"

struct folder;

/*
 * Opens a folder for folder_next; the caller closes it. *folder is NULL with ADTMAP_OK if `path` is
 * no readable folder, and on failure: ADTMAP_NO_MEMORY, ADTMAP_IO.
 */
enum adtmap_status folder_list(const char *path, const struct diag *diag, struct folder **folder);

/* The same; NULL for every failure, and errno says why. */
struct folder *folder_open(const char *path);

/* Opens the folder `name` of an open one; a link is refused. NULL: errno says why. */
struct folder *folder_enter(const struct folder *folder, const char *name);

/* The name of the next entry, valid until the next call; NULL at the end. "." and ".." are left
 * out. */
const char *folder_next(struct folder *folder);

/* What the entry that folder_next has returned is, without following a link. */
enum file_type folder_entry_type(const struct folder *folder);

/* Back to the first entry. On POSIX systems entries are those of the time when it was opened. */
void folder_rewind(struct folder *folder);

/*
 * Looks in an open folder, whose path is `directory`, for the file called `stem` and `suffix`, case
 * ignored. *path is from malloc; NULL without such a file. False when out of memory.
 */
bool folder_find_file(struct folder *folder, const char *directory, const char *stem,
                      size_t stem_length, const char *suffix, char **path);

/* The absolute path of the open folder without links, from malloc; NULL: errno says why. */
char *folder_real_path(const struct folder *folder);

/* NULL-safe. */
void folder_close(struct folder *folder);

/* Renames a folder on one disk, in place of an empty one there at most. False: nothing has changed;
 * so it is on Windows if a file in it is open. */
bool folder_move(const char *from, const char *to);

/* Removes a folder and all that is in it, as far as that is possible. Links are not followed. */
void folder_remove(const char *path);

#endif
