/*
 * Writes the demo world: the client files of two made-up maps, the island "Demo" and the dungeon
 * "Hall", for trying the program out and for tests. It shares no code with the readers, so that the
 * two check each other.
 */
#ifndef DEMO_DEMO_H
#define DEMO_DEMO_H

#include "adtmap/status.h"
#include "base/diag.h"

/*
 * Writes the demo world's client files of `era` below `directory` (made if missing): map files at
 * World/Maps/Demo and World/Maps/Hall, ground textures at Tileset/Demo, buildings below World/wmo,
 * their textures at World/Demo/Textures and Dungeons/Textures/Demo. The same bytes on every
 * machine. Errors: ADTMAP_BAD_ARGUMENT for an era that demo_eras does not name, and where another
 * era's demo world is of which files would stay, for readers to take for this one's; ADTMAP_IO and
 * ADTMAP_NOT_FOUND for places that cannot be written, ADTMAP_NO_MEMORY.
 */
enum adtmap_status demo_write(const char *directory, const char *era, const struct diag *diag);

/* Names of the eras, NULL-terminated; the first is the default ("wotlk"). */
const char *const *demo_eras(void);

#endif
