/*
 * Output paths that a user names: FILE of `-o FILE`. A regular file is replaced as a whole, by
 * renaming. A character device or a named pipe is written to. Standard output and open descriptors
 * are written to under the names "-", "/dev/stdout", "/dev/stderr", "/dev/fd/N" and
 * "/proc/self/fd/N". Everything else (links, folders, sockets, disks) is refused: nothing of that
 * kind is ever replaced.
 */
#ifndef OS_OUTPUT_FILE_H
#define OS_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

/* Whether bytes go to a descriptor, device or pipe, so that there can be no second file next to it.
 */
bool output_is_stream(const char *path);

/* Whether the bytes go to standard output, which then can hold nothing else. */
bool output_is_stdout(const char *path);

/* Whether a name ends in ".png", in either case, or has no ending at all; every stream is fine. */
bool output_may_be_png(const char *path);

/* Finds out, before the work is done, whether the path can be written to. ADTMAP_NOT_FOUND without
 * its folder, ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status output_check(const char *path, const struct diag *diag);

/* The same for a folder of outputs, which may be missing: nothing is made. ADTMAP_NOT_FOUND for a
 * file and below one, ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status output_check_folder(const char *path, const struct diag *diag);

/* Writes a whole output. Leftovers of killed writers of the same file are removed first. */
enum adtmap_status output_write(const char *path, const void *data, size_t size,
                                const struct diag *diag);

/*
 * Refuses links to folders anywhere below `folder`, which may itself be a link: files would be
 * written, replaced and removed elsewhere. A missing folder is fine. ADTMAP_IO names the link.
 */
enum adtmap_status output_folder_check(const char *folder, const struct diag *diag);

/* The same for a folder that may not be a link itself. */
enum adtmap_status output_subfolder_check(const char *folder, const struct diag *diag);

#endif
