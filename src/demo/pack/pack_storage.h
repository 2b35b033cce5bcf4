/* Packs a folder of client files as a storage. */
#ifndef DEMO_PACK_PACK_STORAGE_H
#define DEMO_PACK_PACK_STORAGE_H

#include "demo/pack/casc_write.h"

/*
 * Writes the files below `folder` as a storage to `directory`. A file that listfile.csv at the
 * folder's root has gets its id and has no name in the root; others get ids of their own, and
 * names. Failures are those of the files that are read and written.
 */
enum adtmap_status pack_storage(const char *folder, const char *directory,
                                const struct casc_product *product, const struct diag *diag);

#endif
