/* What files of os/ share, with folders as the system has them; for os/ alone. */
#ifndef OS_FILE_AT_H
#define OS_FILE_AT_H

#include <sys/types.h>

#include "os/file.h"
#include "os/folder.h"

/* Modes of new files and folders, before the umask takes its part: never writable by everybody. */
enum { FILE_MODE = 0664, FILE_FOLDER_MODE = 0775 };

/* Takes the descriptor over; NULL: errno says why. */
struct folder *folder_of_descriptor(int descriptor);

/* What `name` is, relative to an open directory or AT_FDCWD, without following a link. */
enum file_type file_type_at(int directory, const char *name);
enum file_type file_type_of_mode(mode_t mode);

/* file_writer_open for a path relative to an open directory or AT_FDCWD. */
enum adtmap_status file_writer_open_at(struct file_writer *writer, int directory, const char *path,
                                       const struct diag *diag);

/* The same with `size` bytes written; on failure the writer is closed. */
enum adtmap_status file_writer_open_with(struct file_writer *writer, int directory,
                                         const char *path, const void *data, size_t size,
                                         const struct diag *diag);

/*
 * Makes the file `PATH.tmp.` and 16 hex digits, which no other writer has, and locks it where the
 * file system can. `path` is relative to the open `directory`, or to the current one for AT_FDCWD.
 * `name` is from malloc; `descriptor` is open for writing.
 */
enum adtmap_status temporary_create(int directory, const char *path, const struct diag *diag,
                                    char **name, int *descriptor);

/* temporary_sweep for every file of an open directory; the descriptor stays the caller's. */
void temporary_sweep_at(int directory);

#endif
