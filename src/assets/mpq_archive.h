/*
 * Opening archives with StormLib. Debian's 9.22 is built with assertions and checks little of what
 * a damaged archive may hold: of 6000 archives of version 4 with up to four wrong bytes 12 ended
 * the program on opening, although their headers were sound. So an archive is opened in another
 * process before it is in this one. That takes 0.3 ms, 2 ms for an archive of 15000 files, a tenth
 * of what opening and listing it takes then.
 *
 * To be included before all other headers (assets/stormlib.h).
 */
#ifndef ASSETS_MPQ_ARCHIVE_H
#define ASSETS_MPQ_ARCHIVE_H

#include "assets/stormlib.h"

#include "adtmap/status.h"
#include "base/diag.h"

/* How archives are opened for reading: without the names that they list. */
enum { MPQ_ARCHIVE_FLAGS = MPQ_OPEN_READ_ONLY | MPQ_OPEN_NO_LISTFILE | MPQ_OPEN_NO_ATTRIBUTES };

/*
 * Whether the archive can be opened without harm. Failures name the path: those of
 * mpq_header_check_file, and ADTMAP_BAD_DATA when opening it ends the process or takes a minute.
 */
enum adtmap_status mpq_archive_check(const char *path, const struct diag *diag);

/* Opens an archive that mpq_archive_check found sound; NULL when StormLib refuses it. */
HANDLE mpq_archive_open(const char *path, DWORD flags);

/* Attaches another to it, which patches what lies below the folder `prefix`, "" for all. */
bool mpq_archive_attach(HANDLE handle, const char *path, const char *prefix);

#endif
