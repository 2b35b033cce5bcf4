/*
 * Writes the demo world: client files of two invented maps, the island "Demo" and the dungeon
 * "Hall", for tests and for trying the program. It shares no code with the readers, so that each
 * checks the other.
 */
#ifndef DEMO_DEMO_H
#define DEMO_DEMO_H

#include "adtmap/status.h"
#include "base/diag.h"

/*
 * Writes the demo world's client files of `era` below `directory` (made if missing): map files at
 * World/Maps/Demo and World/Maps/Hall, ground textures at Tileset/Demo, WMOs below World/wmo,
 * doodads below World/Demo, textures of both at World/Demo/Textures and Dungeons/Textures/Demo; of
 * some eras tables at DBFilesClient. The bytes are the same on every machine. Errors:
 * ADTMAP_BAD_ARGUMENT for an unknown era, and if the directory holds files of another era that this
 * one does not overwrite and that readers would use; ADTMAP_IO and ADTMAP_NOT_FOUND if a file
 * cannot be written; ADTMAP_NO_MEMORY.
 */
enum adtmap_status demo_write(const char *directory, const char *era, const struct diag *diag);

/*
 * Writes the worlds of all eras, each into the folder of its name below `directory`: the files of
 * demo_write, in half the time, because land and textures are made once. Errors are demo_write's.
 */
enum adtmap_status demo_write_all(const char *directory, const struct diag *diag);

/* Names of the eras, NULL-terminated; the first is the default ("wotlk"). */
const char *const *demo_eras(void);

#endif
