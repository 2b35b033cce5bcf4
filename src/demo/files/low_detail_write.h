/* Writes terrain of low detail, which is seen from far away: the WDL of a map, which is the same in
 * all eras, and the LOD files of tiles. */
#ifndef DEMO_FILES_LOW_DETAIL_WRITE_H
#define DEMO_FILES_LOW_DETAIL_WRITE_H

#include "adtmap/status.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "demo/world/world.h"

/* Writes Demo.wdl into `directory`: for each tile that has a file, heights in whole yards, and
 * holes for chunks that are all holes. */
enum adtmap_status wdl_write(const char *directory, const struct world *world,
                             const struct diag *diag);

/* Appends the LOD file of tile (x, y) of the world: its heights, and triangles of one level. */
void lod_write(struct buffer *out, const struct world *world, int32_t x, int32_t y);

#endif
