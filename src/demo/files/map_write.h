/* Writes the maps of an era: the island "Demo", and "Hall", which is one WMO without terrain. */
#ifndef DEMO_FILES_MAP_WRITE_H
#define DEMO_FILES_MAP_WRITE_H

#include "demo/files/era.h"

/* Writes the files of the island into `directory`, World/Maps/Demo, which exists. */
enum adtmap_status map_write(const struct era *era, const char *directory,
                             const struct world *world, const struct ground *ground,
                             const struct diag *diag);

/* Writes Hall.wdt into `directory`. */
enum adtmap_status map_write_hall(const struct era *era, const char *directory,
                                  const struct model *hall, const struct diag *diag);

/* Writes the further textures of the era and its list of file ids below the data root. */
enum adtmap_status map_write_extras(const struct era *era, const char *root,
                                    const struct diag *diag);

#endif
