/*
 * A client's storage (casc/storage.h) as a source. It lists no names: those of a listfile are asked
 * for. A file is found by its id, or by the hash of its name where the root has one.
 */
#ifndef ASSETS_SOURCES_SOURCE_CASC_H
#define ASSETS_SOURCES_SOURCE_CASC_H

#include "assets/sources/casc/storage.h"
#include "assets/sources/source.h"

/* Opens the storage at `place`; failures are those of storage_open. */
enum adtmap_status source_casc_open(const struct storage_place *place,
                                    const struct adtmap_client *client, const struct diag *diag,
                                    struct source **source);

#endif
