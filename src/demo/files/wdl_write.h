/* Writes the WDL: the low-resolution terrain of a map, which is the same in all eras. */
#ifndef DEMO_FILES_WDL_WRITE_H
#define DEMO_FILES_WDL_WRITE_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "demo/world/world.h"

/* Writes Demo.wdl into `directory`: for each tile that has a file, heights in whole yards, and
 * holes for chunks that are all holes. */
enum adtmap_status wdl_write(const char *directory, const struct world *world,
                             const struct diag *diag);

#endif
