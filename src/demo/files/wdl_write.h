/* WDL, the far-away terrain of a map, as clients of all eras have it. */
#ifndef DEMO_FILES_WDL_WRITE_H
#define DEMO_FILES_WDL_WRITE_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "demo/world/world.h"

/* Writes Demo.wdl below `directory`: heights in whole yards for each tile that has a file, holes
 * where nothing of a chunk is closed. */
enum adtmap_status wdl_write(const char *directory, const struct world *world,
                             const struct diag *diag);

#endif
