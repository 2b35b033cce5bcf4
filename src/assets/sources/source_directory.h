/*
 * A directory of loose files in any spelling.
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

/*
 * Opens the directory `path`. Of files whose names differ only in case, the first in byte order is
 * used; unreadable folders are skipped; there is a warning of both, and of links that are left out,
 * if the directory is indexed: at once, if it has no plain folder World (known_folders.h), else
 * when its files are listed or a file is asked for in a folder of which there is something to say.
 * Failures name `path`: ADTMAP_NOT_FOUND, ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status source_directory_open(const char *path, const struct diag *diag,
                                         struct source **source);

/* Whether a source that source_directory_open has made has a file below `World`. */
bool source_directory_has_world(const struct source *source);

#endif
