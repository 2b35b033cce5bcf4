/*
 * Archives by StormLib's calls: opening them, and finding files in them. Debian's 9.22 is built
 * with assertions and checks little of what a damaged archive may hold, so everything that reads
 * more than tables known to be sound is left to mpq_reader.h.
 *
 * To be included before all other headers (assets/sources/stormlib.h).
 */
#ifndef ASSETS_SOURCES_MPQ_ARCHIVE_H
#define ASSETS_SOURCES_MPQ_ARCHIVE_H

#include "assets/sources/stormlib.h"

#include <stddef.h>

#include "assets/sources/source_mpq.h"

/* How archives are opened for reading: without the names that they list. */
enum { MPQ_ARCHIVE_FLAGS = MPQ_OPEN_READ_ONLY | MPQ_OPEN_NO_LISTFILE | MPQ_OPEN_NO_ATTRIBUTES };

/* The first of the parts with the others attached; NULL when StormLib refuses one. */
HANDLE mpq_archive_open(const struct mpq_part *parts, size_t count, DWORD flags);

/* Attaches another part. */
bool mpq_archive_attach(HANDLE handle, const struct mpq_part *part);

/* The spelling of archives; false for names that are in none. */
bool mpq_archive_name(const char *canonical, char name[MPQ_NAME_BYTES]);

/* StormLib opens "File00000012.xxx" by its number: no client asks for such a name. */
bool mpq_archive_is_number(const char *name);

/* Opens a file of `part_count` parts by its name in their spelling; NULL when it is in none. */
HANDLE mpq_archive_find(HANDLE handle, size_t part_count, const char *name);

/* Flags of an open file. */
DWORD mpq_archive_file_flags(HANDLE file);

#endif
