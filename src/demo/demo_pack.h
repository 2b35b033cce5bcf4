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

#endif
