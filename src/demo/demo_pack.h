/* The demo world as the archives of a client. */
#ifndef DEMO_DEMO_PACK_H
#define DEMO_DEMO_PACK_H

#include "adtmap/status.h"
#include "base/diag.h"

/*
 * Writes the demo world of `era` as a client's storage (CASC) to `directory`; for eras whose files
 * have ids, listfile.csv stands next to it. Fails as demo_write does, and with
 * ADTMAP_BAD_ARGUMENT for an era whose clients have no storage.
 */
enum adtmap_status demo_write_storage(const char *directory, const char *era,
                                      const struct diag *diag);

/*
 * Writes the demo world of `era` as the MPQ archives of a client to DIRECTORY/Data. Fails as
 * demo_write does, with ADTMAP_BAD_ARGUMENT for an era whose clients have no such archives and if
 * the directory has archives of another client, and with ADTMAP_UNSUPPORTED without StormLib.
 */
enum adtmap_status demo_write_archives(const char *directory, const char *era,
                                       const struct diag *diag);

/* Removes the files that a run which was killed while it packed them has left in `directory`. */
void demo_remove_loose(const char *directory);

#endif
