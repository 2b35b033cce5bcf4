/*
 * MPQ archives, read through StormLib. In a build without StormLib these functions fail with
 * ADTMAP_UNSUPPORTED. Files are unpacked to memory.
 *
 * A source is one archive, or a base archive with patches attached. From 4.0 on clients store files
 * as differences from an earlier archive, and StormLib needs all of them open to rebuild such a
 * file.
 */
#ifndef ASSETS_SOURCES_SOURCE_MPQ_H
#define ASSETS_SOURCES_SOURCE_MPQ_H

#include <stdbool.h>

#include "assets/sources/source.h"

/* Size of the longest name with its NUL: clients have buffers of this size. */
enum { MPQ_NAME_BYTES = 260 };

/* An archive of a chain. */
struct mpq_part {
    const char *path;
    const char *prefix; /* the folder of its patches in the archive, or "" */
};

/* Whether this build has StormLib. */
bool mpq_is_supported(void);

/* The version of StormLib, "9.22"; NULL without it. */
const char *mpq_library_version(void);

/*
 * Opens `count` archives and attaches the later ones to the first. An archive that cannot be read
 * is skipped with a warning that names it, unless it is the only one. Failures name the archive:
 * ADTMAP_IO, ADTMAP_NOT_FOUND, ADTMAP_BAD_DATA if it is damaged or not an archive,
 * ADTMAP_UNSUPPORTED without StormLib, ADTMAP_NO_MEMORY.
 */
enum adtmap_status source_mpq_open(const struct mpq_part *parts, size_t count,
                                   const struct diag *diag, struct source **source);

/*
 * Reads the file of a one-file archive of clients before 0.6 ("Azeroth.wdt.MPQ"): by its name with
 * or without folders, else the largest file, since the archive may also contain a checksum. Errors:
 * those of source_mpq_open and mpq_reader_read.
 */
enum adtmap_status mpq_read_single(const char *path, const char *canonical, const struct diag *diag,
                                   struct blob *blob);

#endif
