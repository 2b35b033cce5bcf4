/* Writes the groups of a WMO. */
#ifndef DEMO_FILES_WMO_GROUP_H
#define DEMO_FILES_WMO_GROUP_H

#include "demo/files/wmo_common.h"

/* The MOGP flags of a group: what its MOGI entry repeats, and which chunks the group has. */
uint32_t wmo_group_flags(const struct model_group *group, enum wmo_version version);

/* Appends the MOGP chunk of group `number`. */
void wmo_write_mogp(struct buffer *out, const struct model *model, int number,
                    enum wmo_version version);

/* Appends the file of a group, for v16 and v17. Errors show in out->failed. */
void wmo_write_group(struct buffer *out, const struct model *model, int group,
                     enum wmo_version version);

#endif
