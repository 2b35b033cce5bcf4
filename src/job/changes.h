/*
 * Which files of OUT a run has changed, for whoever uploads them. The files of the map, and those
 * that all maps share, are looked at before and after, so nothing that writes has to tell.
 *
 * The list is a text file: a path below OUT a line, '/' between folders, in order of bytes. A file
 * that is gone has the line "# removed PATH": rsync --files-from passes such lines over. What was
 * there before stays on disk until the list is written: a run that was cut short adds its changes
 * to the list of the next, and shards theirs to that of whoever merges them.
 */
#ifndef JOB_CHANGES_H
#define JOB_CHANGES_H

#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"

struct changes_file {
    char *path; /* below OUT */
    uint64_t key;
};

/* Files in order of paths. Zero-initialised: none. */
struct changes_list {
    struct changes_file *items;
    size_t count;
    size_t capacity;
};

struct changes {
    const char *out;
    const char *map;
    struct changes_list before;
};

/*
 * Looks at what is there, unless a run without a list has done so before, and removes what killed
 * runs have left half-written. Of shards that begin at the same time the first look counts.
 * ADTMAP_IO, ADTMAP_NO_MEMORY. `out` and `map` are borrowed.
 */
enum adtmap_status changes_begin(struct changes *changes, const char *out, const char *map,
                                 const struct diag *diag);

/* Whether changes_write could write to `path`, which NULL always passes: else ADTMAP_NOT_FOUND for
 * a folder that is not there, ADTMAP_IO. */
enum adtmap_status changes_check(const char *path, const struct diag *diag);

/* Writes the list to `path`; NULL: to OUT/MAP/.adtmap/changed.txt. Until changes_end the list of a
 * later run has these changes, too. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status changes_write(struct changes *changes, const char *path,
                                 const struct diag *diag);
enum adtmap_status changes_end(const struct changes *changes, const struct diag *diag);

void changes_free(struct changes *changes);

#endif
