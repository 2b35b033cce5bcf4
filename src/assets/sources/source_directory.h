/*
 * A directory of loose files in any spelling, indexed once when it is opened.
 *
 * The client names of its files:
 * - their paths, if the directory contains `World`;
 * - their paths below `world/`, `world/maps/`, `world/maps/<map>/`, `tileset/`, `dungeons/` or
 *   `textures/`, if the directory's own path ends like that;
 * - their paths without `data/`, if the directory contains `Data/World`;
 * - else map files directly in the directory (<map>.wdt, <map>.wdl, <map>_32_48.adt and their
 *   companions) are below `world/maps/<map>/`, and other files keep their paths.
 *
 * Clients before 0.6 have archives with one file each: "x.wmo.MPQ" is the file "x.wmo", unless that
 * exists too. Other archives are not files of the directory.
 *
 * Skipped are entries that begin with a dot; links out of the directory, or to a directory that
 * contains them; and links to directories inside a linked directory.
 */
#ifndef ASSETS_SOURCES_SOURCE_DIRECTORY_H
#define ASSETS_SOURCES_SOURCE_DIRECTORY_H

#include "assets/sources/source.h"

/* Bounds, see docs/security.md. */
enum {
    DIRECTORY_DEPTH_MAX = 40, /* of nested folders; each stays open */
};

/*
 * Indexes the directory `path`. Of files whose names differ only in case, the first in byte order
 * is used, with a warning. Unreadable folders are skipped with a warning. Failures name `path`:
 * ADTMAP_NOT_FOUND, ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status source_directory_open(const char *path, const struct diag *diag,
                                         struct source **source);

#endif
