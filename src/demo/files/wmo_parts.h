/* What the writers of WMO roots and groups share. */
#ifndef DEMO_FILES_WMO_PARTS_H
#define DEMO_FILES_WMO_PARTS_H

#include "demo/files/wmo_write.h"

/* The materials that a model uses, in the order of its materials. */
struct wmo_materials {
    int index[WALL_MATERIAL_COUNT]; /* -1 where unused */
    enum wall_material material[WALL_MATERIAL_COUNT];
    int count;
};

void wmo_list_materials(const struct model *model, struct wmo_materials *materials);

/* Offset into MOGN of a group's name. */
uint32_t wmo_name_offset(const struct model *model, int group);

/* MOGP flags of a group that its entry in MOGI shares, and those that say which chunks it has. */
uint32_t wmo_group_flags(const struct model_group *group, enum wmo_version version);

/* A box as six floats. */
void wmo_write_box(struct buffer *out, const float low[3], const float high[3]);

/* Appends the MOGP chunk of group `number`. */
void wmo_write_mogp(struct buffer *out, const struct model *model, int number,
                    enum wmo_version version);

#endif
