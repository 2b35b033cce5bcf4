/*
 * Opens archives and finds files in them through StormLib. Version 9.22 of Debian is built with
 * assertions and checks little of damaged archives. So mpq_header.h checks the
 * header first, and mpq_reader.h calls these functions in a subprocess.
 *
 * To be included before all other headers (os/stormlib.h).
 */
#ifndef ASSETS_SOURCES_MPQ_ARCHIVE_H
#define ASSETS_SOURCES_MPQ_ARCHIVE_H

#include "os/stormlib.h"

#include <stddef.h>

#include "assets/sources/source_mpq.h"

/* Flags for reading: the listfile and the attributes of an archive are not loaded. */
enum { MPQ_ARCHIVE_FLAGS = MPQ_OPEN_READ_ONLY | MPQ_OPEN_NO_LISTFILE | MPQ_OPEN_NO_ATTRIBUTES };

/* Opens the first part and attaches the others. NULL if StormLib refuses one, which is *bad. */
HANDLE mpq_archive_open(const struct mpq_part *parts, size_t count, DWORD flags, size_t *bad);

/* Converts a canonical name to the spelling of archives. False for names that no archive can have.
 */
bool mpq_archive_name(const char *canonical, char name[MPQ_NAME_BYTES]);

/* Whether StormLib would open `name` by its number, as "File00000012.xxx". Clients use no such
 * names. */
bool mpq_archive_is_number(const char *name);

/* Opens a file by its name in the archives' spelling. NULL if none of the `part_count` parts has
 * it. */
HANDLE mpq_archive_find(HANDLE handle, size_t part_count, const char *name);

/* The flags of an open file. */
DWORD mpq_archive_file_flags(HANDLE file);

/* The part that an open file is read from: the last one that patches it. */
size_t mpq_archive_part_of(HANDLE file, const struct mpq_part *parts, size_t count);

#endif
