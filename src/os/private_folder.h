/*
 * A folder inside an output folder that only this program writes to, such as OUT/MAP/.adtmap, and
 * the files in it: locks, records, snapshots.
 *
 * Others may be able to write to the output folder. So the program must not be led by a link to
 * read, change or open up a file that lies elsewhere:
 * - the folder is opened once, as a real folder and no link; all files are opened relative to the
 *   open folder, so that exchanging the folder later changes nothing;
 * - a file in it is never followed as a link, and must be a regular file;
 * - a file that is changed in place (locked, appended to) must have one hard link, as the others
 *   might be somebody's file elsewhere; a file that is replaced by renaming need not;
 * - modes are set only on files that the same call made, and never let everybody write.
 *
 * A violation is ADTMAP_IO with one line that names the file.
 */
#ifndef OS_PRIVATE_FOLDER_H
#define OS_PRIVATE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "os/file.h"
#include "os/folder.h"

struct private_folder {
    intptr_t id; /* of the system; -1: closed */
    char *path;  /* for messages, from malloc */
};

/*
 * Opens the folder `name` of the folder `parent`, which may itself be a link. Without such a
 * folder, or if `parent` is missing or a file, the result is ADTMAP_OK and a closed folder.
 * ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status private_folder_open(const char *parent, const char *name,
                                       const struct diag *diag, struct private_folder *folder);

/* The same, and makes `parent`, with its parents, and the folder if they are missing. */
enum adtmap_status private_folder_make(const char *parent, const char *name,
                                       const struct diag *diag, struct private_folder *folder);

/* Closed folders may be closed again. */
void private_folder_close(struct private_folder *folder);

static inline bool private_folder_is_open(const struct private_folder *folder)
{
    return folder->id != -1;
}

/* The calls that follow need an open folder; `name` has no '/'. */

/* Whether there is anything of this name, a link included, or the system could not look at it. */
bool private_folder_has(const struct private_folder *folder, const char *name);

/* For folder_next; the caller closes it. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status private_folder_list(const struct private_folder *folder, const struct diag *diag,
                                       struct folder **entries);

/* Removes leftover temporary files (os/temporary.h). */
void private_folder_sweep(const struct private_folder *folder);

/*
 * Reads a whole file into memory from malloc; a NUL follows the bytes. ADTMAP_NOT_FOUND without a
 * message; ADTMAP_LIMIT over `bytes_max`; ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status private_file_read(const struct private_folder *folder, const char *name,
                                     size_t bytes_max, const struct diag *diag, struct blob *blob);

/* Reads the beginning of a file, at most `size` bytes, into `bytes`. The number of bytes; 0: there
 * is no such file, or it cannot be read. */
size_t private_file_read_start(const struct private_folder *folder, const char *name, void *bytes,
                               size_t size);

/* Replaces a file by renaming, as file_write_atomic; an identical file is not rewritten. */
enum adtmap_status private_file_write(const struct private_folder *folder, const char *name,
                                      const void *data, size_t size, const struct diag *diag);

/* Opens an existing file for appending. ADTMAP_NOT_FOUND, ADTMAP_IO. */
enum adtmap_status private_file_append(const struct private_folder *folder, const char *name,
                                       const struct diag *diag, struct open_file *file);

/*
 * Opens an empty file for locking (open_file_lock), and makes it if it is missing. Those who may
 * write to the folder, except everybody, may open the new file too. If the system refuses,
 * *file stays closed, the result is ADTMAP_OK, and a warning says that locking is not possible; on
 * a read-only file system there is no warning, as writing will fail anyway. ADTMAP_NOT_FOUND
 * without a message if the folder or the file has been removed meanwhile.
 */
enum adtmap_status private_file_open_lock(const struct private_folder *folder, const char *name,
                                          const struct diag *diag, struct open_file *file);

/* Removes a file, or the link in its place; a missing one is fine. */
enum adtmap_status private_file_remove(const struct private_folder *folder, const char *name,
                                       const struct diag *diag);

#endif
