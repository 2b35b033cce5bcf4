/*
 * The files that a source stores under a file id ("123.adt" or "123", in any folder), by the names
 * that a listfile has for them: a client extracted without names still has its maps.
 */
#ifndef ASSETS_SOURCES_SOURCE_BY_ID_H
#define ASSETS_SOURCES_SOURCE_BY_ID_H

#include "assets/sources/listfile.h"
#include "assets/sources/source.h"

/*
 * A view of `base`; both `base` and `listfile`, which may be NULL, must outlive it. *source is
 * NULL, and all is well, when `base` has no such file. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status source_by_id_open(const struct source *base, const struct listfile *listfile,
                                     const struct diag *diag, struct source **source);

/* The name in `base` of the file stored under `file_id`; NULL when there is none, or no view. */
const char *source_by_id_stored(const struct source *source, uint32_t file_id);

#endif
