/*
 * The list of changed files for a site with renderings: of the files that belong to no map, and
 * that whoever publishes the site writes when all maps are there. It is OUT/.adtmap/changed.txt, as
 * changes.h defines it, with paths below OUT. OUT/.adtmap/log keeps what was listed last.
 */
#ifndef JOB_RECORDS_SITE_CHANGES_H
#define JOB_RECORDS_SITE_CHANGES_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/diag.h"

/* What leaves the site. */
struct site_departure {
    const struct buffer *removed; /* paths below it of files of maps that are gone */
    /* Whether the site still has what a file at a path below it belongs to. */
    bool (*has_file)(void *user, const char *path);
    /* Called when the list tells of all, and the log still does not: what is cut short before it is
     * done once more. */
    enum adtmap_status (*finish)(void *user, const struct diag *diag);
    void *user;
};

/*
 * Writes the list. `files` holds the paths below `out`, a NUL behind each, of all files that were
 * written or found up to date. Files that were listed earlier and that `departure` denies are
 * removed, if they are as they were listed. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status site_changes_write(const char *out, const struct buffer *files,
                                      const struct site_departure *departure,
                                      const struct diag *diag);

#endif
