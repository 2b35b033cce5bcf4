/*
 * MPQ archives, read by StormLib; a build without StormLib has these calls too and they say so.
 * Files are unpacked to memory, nothing is written.
 *
 * A source is one archive, or a base archive with others attached to it as patches: from 4.0 on
 * clients keep files as differences from what an earlier archive holds, and only the library that
 * has all of them open can put such a file together.
 */
#ifndef ASSETS_SOURCES_SOURCE_MPQ_H
#define ASSETS_SOURCES_SOURCE_MPQ_H

#include <stdbool.h>

#include "assets/sources/source.h"

/* Longer names, with the NUL, are in no archive: clients keep names in buffers of this size. */
enum { MPQ_NAME_BYTES = 260 };

struct mpq_part {
    const char *path;
    const char *prefix; /* the folder in the archive that patches what lies below it, or "" */
};

/* Whether this build reads archives at all. */
bool mpq_is_supported(void);

/*
 * Opens `count` archives, later ones attached to the first. One that cannot be read is left out
 * with a warning that names it, unless it is the only one. Failures name the archive: ADTMAP_IO,
 * ADTMAP_NOT_FOUND, ADTMAP_BAD_DATA when it is damaged or none, ADTMAP_UNSUPPORTED without
 * StormLib, ADTMAP_NO_MEMORY.
 */
enum adtmap_status source_mpq_open(const struct mpq_part *parts, size_t count,
                                   const struct diag *diag, struct source **source);

/*
 * The file of a one-file archive, as the clients before 0.6 have them ("Azeroth.wdt.MPQ"): by its
 * name with or without folders, else the largest file, since a checksum may lie next to it.
 * Failures as those of source_mpq_open, and as those of reading.
 */
enum adtmap_status mpq_read_single(const char *path, const char *canonical, const struct diag *diag,
                                   struct blob *blob);

#endif
