/*
 * Writes buildings as world map objects of every version that clients used. Documents:
 * WMO of the wowdev wiki; WMO v14 as the 0.5.3 client reads it; the evolution from v14 to v17.
 *
 *  v14 (0.5.3 to 0.5.5): one file, the root's chunks inside MOMO and the groups after it; three
 *      vertices for each triangle; materials have no shader, so materials that mix textures show
 *      their first one.
 *  v16 (0.6.0): root and group files; 4 bytes a face, 32 a batch.
 *  v17 (0.7.0 on): root and group files; since 8.1 by file ids: textures in MOMT, doodads in MODI,
 *      groups in GFID.
 */
#ifndef DEMO_FILES_WMO_WRITE_H
#define DEMO_FILES_WMO_WRITE_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "demo/files/wmo_common.h"

/*
 * Writes the files of a building below the data root: NAME.wmo, and for v16 and v17 a file for each
 * group, NAME_000.wmo and so on. Makes the directories.
 */
enum adtmap_status wmo_write_files(const char *root, const char *name, const struct model *model,
                                   enum wmo_version version, const struct diag *diag);

#endif
