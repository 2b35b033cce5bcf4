/*
 * Writes buildings as world map objects of every version that clients up to 3.3.5 used. Documents:
 * WMO of the wowdev wiki; WMO v14 as the 0.5.3 client reads it; the evolution from v14 to v17.
 *
 *  v14 (0.5.3 to 0.5.5): one file, the root's chunks inside MOMO and the groups after it; three
 *      vertices for each triangle; materials know no shader, so that what mixes textures in later
 *      versions shows its first.
 *  v16 (0.6.0): root and group files; faces of 4 bytes, batches of 32.
 *  v17 (0.7.0 on): root and group files.
 */
#ifndef DEMO_FILES_WMO_WRITE_H
#define DEMO_FILES_WMO_WRITE_H

#include "adtmap/status.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "demo/buildings/model.h"

enum wmo_version { WMO_V17, WMO_V16, WMO_V14 };

/* Appends the root file (v14: the whole file). Trouble shows in out->failed. */
void wmo_write_root(struct buffer *out, const struct model *model, enum wmo_version version);

/* Appends the file of a group, for v16 and v17. */
void wmo_write_group(struct buffer *out, const struct model *model, int group,
                     enum wmo_version version);

/*
 * Writes the files of a building below the data root: `name` with ".wmo", and with "_000.wmo" and
 * so on. Directories are made.
 */
enum adtmap_status wmo_write_files(const char *root, const char *name, const struct model *model,
                                   enum wmo_version version, const struct diag *diag);

#endif
