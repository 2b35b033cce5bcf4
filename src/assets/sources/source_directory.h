/*
 * A directory of loose files, in the spelling of any operating system, indexed once.
 *
 * Which client names its files have:
 * - as they stand when there is a `World` in it;
 * - below `world/`, `world/maps/`, `world/maps/<map>/`, `tileset/`, `dungeons/`, `textures/` when
 *   the directory itself is that folder by its path;
 * - without `data/` when `World` is in a `Data` in it;
 * - else map files that lie in the directory itself (<map>.wdt, <map>.wdl, <map>_32_48.adt and
 *   their companions) are those of `world/maps/<map>/`, and the rest as they stand.
 *
 * The clients before 0.6 have archives that hold one file each: "x.wmo.MPQ" is the file "x.wmo",
 * unless that lies beside it. Other archives are not files of the directory.
 *
 * Entries that begin with a dot are left out, so are links that lead out of the directory, to a
 * directory that holds them, or to directories from within a linked directory.
 */
#ifndef ASSETS_SOURCES_SOURCE_DIRECTORY_H
#define ASSETS_SOURCES_SOURCE_DIRECTORY_H

#include "assets/sources/source.h"

/*
 * Indexes `path`. Of files whose names differ in case only, the first in order of bytes is used,
 * with a warning; unreadable folders are warned of and left out. Failures: ADTMAP_NOT_FOUND,
 * ADTMAP_IO, ADTMAP_NO_MEMORY, with `path` for their file.
 */
enum adtmap_status source_directory_open(const char *path, const struct diag *diag,
                                         struct source **source);

#endif
