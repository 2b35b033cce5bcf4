/*
 * All files of a directory, found by a walk over it; source_directory.h says which and by what
 * names.
 */
#ifndef ASSETS_SOURCES_DIRECTORY_INDEX_H
#define ASSETS_SOURCES_DIRECTORY_INDEX_H

#include <stdbool.h>
#include <stddef.h>

#include "adtmap/status.h"
#include "base/buffer.h"
#include "base/diag.h"

/* Bounds, see docs/security.md. */
enum {
    DIRECTORY_DEPTH_MAX = 40, /* of nested folders; each stays open */
};

struct directory_file {
    const char *path; /* below the root, as on disk */
    const char *name; /* canonical */
    bool packed;      /* `path` is an archive with this one file */
};

struct directory_index {
    struct directory_file *files; /* sorted by name, without duplicates */
    size_t count;
    size_t unread; /* folders that could not be read, each with a warning */
    struct buffer strings;
};

/*
 * Indexes the directory `path`; the caller frees the index, also after a failure. Of files whose
 * names differ only in case, the first in byte order is used, with a warning. Unreadable folders
 * are skipped with a warning. Fails with ADTMAP_NOT_FOUND, ADTMAP_IO or ADTMAP_NO_MEMORY.
 */
enum adtmap_status directory_index_make(const char *path, const struct diag *diag,
                                        struct directory_index *index);
void directory_index_free(struct directory_index *index);

#endif
