/* Files that functions of the program around the library give (adtmap/source.h). */
#ifndef ASSETS_SOURCES_SOURCE_CALLBACKS_H
#define ASSETS_SOURCES_SOURCE_CALLBACKS_H

#include "adtmap/source.h"
#include "assets/sources/source.h"

/* Lists the files, if there is a list. `given` is copied, and has all members. Fails with
 * ADTMAP_BAD_ARGUMENT if a function is missing, ADTMAP_NO_MEMORY, and with what the list fails. */
enum adtmap_status source_callbacks_open(const struct adtmap_source *given, const struct diag *diag,
                                         struct source **source);

#endif
