/*
 * Makes files that a source stores under a file id ("123.adt" or "123", in any folder) available
 * under their names in a listfile. Clients extracted without names can be used in this way.
 */
#ifndef ASSETS_SOURCES_SOURCE_BY_ID_H
#define ASSETS_SOURCES_SOURCE_BY_ID_H

#include "assets/sources/listfile.h"
#include "assets/sources/source.h"

/*
 * Opens a view of `base`. `base` and `listfile`, which may be NULL, must outlive it. *source is
 * NULL without an error if `base` has no such files. ADTMAP_NO_MEMORY.
 */
enum adtmap_status source_by_id_open(const struct source *base, const struct listfile *listfile,
                                     const struct diag *diag, struct source **source);

/* The name in `base` of the file with `file_id`. NULL if there is none, or if `source` is NULL. */
const char *source_by_id_stored(const struct source *source, uint32_t file_id);

#endif
