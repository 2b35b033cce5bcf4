/*
 * MPQ archives. Files are unpacked to memory, by the thread that asks for them.
 *
 * A source is one archive, or a base archive with later ones that patch it: from 4.0 on clients
 * store files as differences from an earlier archive. Of a name the last part that has a whole file
 * counts, or says that it is deleted; the patches of the parts behind it are applied to it in
 * order. Damage costs the file that it is in; see packed/unpack_waste.h for archives that are full
 * of it.
 */
#ifndef ASSETS_SOURCES_SOURCE_MPQ_H
#define ASSETS_SOURCES_SOURCE_MPQ_H

#include "assets/sources/source.h"

/* Bounds, see docs/security.md. */
enum {
    MPQ_LISTFILE_BYTES_MAX = 64 << 20, /* those of clients have a few */
};

/* An archive of a chain. */
struct mpq_part {
    const char *path;
    const char *prefix; /* the folder of its patches in the archive, or "" */
};

/*
 * Opens `count` archives, of which the later ones patch the first. An archive that cannot be read
 * is skipped with a warning that names it, unless it is the only one. Failures name the archive:
 * ADTMAP_IO, ADTMAP_NOT_FOUND, ADTMAP_BAD_DATA if it is damaged or not an archive,
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status source_mpq_open(const struct mpq_part *parts, size_t count,
                                   const struct diag *diag, struct source **source);

/*
 * Reads the file of a one-file archive of clients before 0.6 ("Azeroth.wdt.MPQ"): by its name with
 * or without folders, else the largest file, since the archive may also contain a checksum. Errors:
 * those of source_mpq_open and mpq_archive_read.
 */
enum adtmap_status mpq_read_single(const char *path, const char *canonical, const struct diag *diag,
                                   struct blob *blob);

#endif
