/*
 * Writes buildings as world map objects of every version that clients used. Documents:
 * WMO of the wowdev wiki; WMO v14 as the 0.5.3 client reads it; the evolution from v14 to v17.
 *
 *  v14 (0.5.3 to 0.5.5): one file, the root's chunks inside MOMO and the groups after it; three
 *      vertices for each triangle; materials have no shader, so materials that mix textures show
 *      their first one.
 *  v16 (0.6.0): root and group files; 4 bytes a face, 32 a batch.
 *  v17 (0.7.0 on): root and group files; since 8.1 by file ids: textures in MOMT, doodads in MODI,
 *      groups in GFID. Those have materials of nine textures too, with a fourth MOTV and with MOC2.
 */
#ifndef DEMO_FILES_WMO_WRITE_H
#define DEMO_FILES_WMO_WRITE_H

#include "adtmap/status.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "demo/models/model.h"

enum wmo_version { WMO_V17, WMO_V17_BY_ID, WMO_V16, WMO_V14 };

/*
 * Writes the files of a building below the data root: NAME.wmo, and for v16 and v17 a file for each
 * group, NAME_000.wmo and so on. Makes the directories.
 */
enum adtmap_status wmo_write_files(const char *root, const char *name, const struct model *model,
                                   enum wmo_version version, const struct diag *diag);

/* Appends the root file; for v14 the whole file, groups included. Errors show in out->failed. */
void wmo_write_root(struct buffer *out, const struct model *model, enum wmo_version version);

/* Appends the file of a group, for v16 and v17. */
void wmo_write_group_file(struct buffer *out, const struct model *model, int number,
                          enum wmo_version version);

/* Appends MOGP, which is all of a group but the version of its file. */
void wmo_write_mogp(struct buffer *out, const struct model *model, int number,
                    enum wmo_version version);

/* ---- what root and groups share ---- */

/* The materials that a model uses, in the order of MOMT. */
struct wmo_materials {
    int index[WALL_MATERIAL_COUNT]; /* into MOMT; -1 where unused */
    enum wall_material material[WALL_MATERIAL_COUNT];
    int count;
};

void wmo_list_materials(const struct model *model, struct wmo_materials *materials);

/* Offset of a group's name in MOGN. */
uint32_t wmo_name_offset(const struct model *model, int group);

/* The flags of a group, in MOGP and again in its MOGI entry: its kind, and which chunks it has. */
uint32_t wmo_group_flags(const struct model *model, int number, enum wmo_version version);

/* Appends MVER. */
void wmo_write_version(struct buffer *out, enum wmo_version version);

#endif
