/*
 * File ids of clients since 8.2, whose files refer to each other by number. The numbers are ours;
 * listfile.csv at the data root gives their names.
 */
#ifndef DEMO_FILES_FILE_IDS_H
#define DEMO_FILES_FILE_IDS_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "demo/models/building.h"
#include "demo/models/doodad.h"
#include "demo/textures/texture.h"

/* The files of a tile, in the order of MAID. */
enum split_file {
    SPLIT_ROOT,
    SPLIT_OBJ0,
    SPLIT_OBJ1,
    SPLIT_TEX0,
    SPLIT_LOD, /* of some tiles: it is large */
    SPLIT_FILE_COUNT,
};

/* The files of a doodad: NAME.m2, NAME00.skin and NAME.skel. */
enum doodad_file { DOODAD_MODEL, DOODAD_SKIN, DOODAD_SKELETON, DOODAD_FILE_COUNT };

uint32_t file_id_texture(enum texture texture);
uint32_t file_id_height_texture(enum texture texture);
uint32_t file_id_doodad(enum doodad doodad, enum doodad_file file);
uint32_t file_id_wmo_root(enum building building);
uint32_t file_id_wmo_group(enum building building, int group);

/* `number` is the tile's in the world, in rows. */
uint32_t file_id_tile(int32_t number, enum split_file file);

/* Sets the file name of a tile. */
void tile_file_name(int32_t number, enum split_file file, char *name, size_t size);

/* Writes listfile.csv: a line "id;path" for each of these files that is below `root`, by id. */
enum adtmap_status file_ids_write_list(const char *root, const struct diag *diag);

#endif
