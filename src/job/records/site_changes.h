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

/* Whether the site still has what a file at a path below it belongs to. */
typedef bool site_has_file(void *user, const char *path);

/*
 * Writes the list. `files` holds the paths below `out`, a NUL behind each, of all files that were
 * written or found up to date, `removed` those of files of maps that are gone. Files that were
 * listed earlier and that `has_file` denies are removed, if they are as they were listed; NULL: all
 * stay. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status site_changes_write(const char *out, const struct buffer *files,
                                      const struct buffer *removed, site_has_file *has_file,
                                      void *user, const struct diag *diag);

#endif
