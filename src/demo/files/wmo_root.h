/* Writes the root of a WMO: materials, group list, lights and doodad sets. */
#ifndef DEMO_FILES_WMO_ROOT_H
#define DEMO_FILES_WMO_ROOT_H

#include "demo/files/wmo_common.h"

/* Appends the root file; for v14 the whole file, groups included. Errors show in out->failed. */
void wmo_write_root(struct buffer *out, const struct model *model, enum wmo_version version);

#endif
