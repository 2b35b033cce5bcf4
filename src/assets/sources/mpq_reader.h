/*
 * Reading archives in a process of its own (os/subprocess.h). What unpacks a file with a few wrong
 * bytes may overrun its buffers or end in an assertion: of 6000 archives of version 4 with up to
 * four wrong bytes 12 ended the program on opening, although their headers were sound, and of 8000
 * of version 1 three on unpacking. Here that is a failure like others, and its archive is named.
 */
#ifndef ASSETS_SOURCES_MPQ_READER_H
#define ASSETS_SOURCES_MPQ_READER_H

#include <stddef.h>

#include "adtmap/status.h"
#include "assets/sources/source_mpq.h"
#include "base/diag.h"
#include "os/file.h"

/* Belongs to one thread at a time. */
struct mpq_reader;

/* Of an archive, or of one with others attached; the parts are borrowed. Opens nothing yet. NULL
 * when out of memory. */
struct mpq_reader *mpq_reader_create(const struct mpq_part *parts, size_t count);

/* NULL-safe. */
void mpq_reader_destroy(struct mpq_reader *reader);

/* Whether opening the parts does no harm; whether it opens them is another matter. ADTMAP_BAD_DATA
 * when it ends the process or comes to no end. */
enum adtmap_status mpq_reader_check(struct mpq_reader *reader, const struct diag *diag);

/* The bytes of a file by its canonical name. ADTMAP_NOT_FOUND; ADTMAP_BAD_DATA when it cannot be
 * unpacked, or is nothing but a difference from a file that no part has; ADTMAP_LIMIT over 2 GiB;
 * ADTMAP_IO when an archive is not there any more; ADTMAP_NO_MEMORY. */
enum adtmap_status mpq_reader_read(struct mpq_reader *reader, const char *canonical,
                                   const struct diag *diag, struct blob *blob);

/* The file of a one-file archive, see mpq_read_single. */
enum adtmap_status mpq_reader_read_single(struct mpq_reader *reader, const char *canonical,
                                          const struct diag *diag, struct blob *blob);

/* The names that the archives list, as they spell them, each with its NUL. */
enum adtmap_status mpq_reader_list(struct mpq_reader *reader, const struct diag *diag,
                                   struct blob *names);

#endif
