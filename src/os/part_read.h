/*
 * Reading files that another process may change meanwhile: into memory, never mapped, so that a
 * file that is cut short is a failed read.
 */
#ifndef OS_PART_READ_H
#define OS_PART_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "os/file.h"
#include "os/open_file.h"

/*
 * Opens a regular file for part_read and takes its size; the caller closes *file. Failures
 * name diag->file: ADTMAP_NOT_FOUND, ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status part_read_open(const char *path, const struct diag *diag, struct open_file *file,
                                  uint64_t *bytes);

/*
 * part_read_open for a file that must lie in `folder`, also if links lead to it: ADTMAP_IO if they
 * lead out of it.
 */
enum adtmap_status part_read_open_within(const char *folder, const char *path,
                                         const struct diag *diag, struct open_file *file,
                                         uint64_t *bytes);

/*
 * Reads all `size` bytes at `offset`. ADTMAP_NOT_FOUND, without a message, when the file ends
 * before them; ADTMAP_IO or ADTMAP_NO_MEMORY when the system cannot read them, whatever they are.
 */
enum adtmap_status part_read(struct open_file file, uint64_t offset, void *bytes, size_t size,
                             const struct diag *diag);

/*
 * Reads the whole file at `path`, which must lie in `folder` unless that is NULL, into a blob from
 * the heap. Failures name `path`: ADTMAP_NOT_FOUND, ADTMAP_IO, ADTMAP_NO_MEMORY, ADTMAP_LIMIT
 * beyond `most` bytes.
 */
enum adtmap_status part_read_file(const char *folder, const char *path, size_t most,
                                  const struct diag *diag, struct blob *blob);

#endif
