/* What the writers of WMO roots and groups share. */
#ifndef DEMO_FILES_WMO_COMMON_H
#define DEMO_FILES_WMO_COMMON_H

#include "base/buffer.h"
#include "demo/buildings/model.h"

enum wmo_version { WMO_V17, WMO_V17_BY_ID, WMO_V16, WMO_V14 };

/* The materials that a model uses, in the order of MOMT. */
struct wmo_materials {
    int index[WALL_MATERIAL_COUNT]; /* into MOMT; -1 where unused */
    enum wall_material material[WALL_MATERIAL_COUNT];
    int count;
};

void wmo_list_materials(const struct model *model, struct wmo_materials *materials);

/* Offset of a group's name in MOGN. */
uint32_t wmo_name_offset(const struct model *model, int group);

/* Appends a box as six floats. */
void wmo_write_box(struct buffer *out, const float low[3], const float high[3]);

/* Appends MVER. */
void wmo_write_version(struct buffer *out, enum wmo_version version);

#endif
