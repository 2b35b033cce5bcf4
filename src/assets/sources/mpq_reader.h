/*
 * Reads archives in a subprocess (os/subprocess.h). StormLib can overrun buffers or abort on
 * damaged archives. Measured with up to four wrong bytes and valid headers: 12 of 6000 archives of
 * version 4 ended the program on opening, 3 of 8000 of version 1 on unpacking. In a subprocess this
 * is an ordinary failure that names the archive.
 */
#ifndef ASSETS_SOURCES_MPQ_READER_H
#define ASSETS_SOURCES_MPQ_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "assets/sources/source.h"
#include "assets/sources/source_mpq.h"
#include "base/diag.h"
#include "os/file.h"

/* Used by one thread at a time. */
struct mpq_reader;

/* Creates a reader of an archive, with others attached if `count` is above 1. The parts are
 * borrowed and opened on first use. NULL when out of memory. */
struct mpq_reader *mpq_reader_create(const struct mpq_part *parts, size_t count);

/* NULL-safe. */
void mpq_reader_destroy(struct mpq_reader *reader);

/* Tests whether the parts can be opened, one attached to the other. ADTMAP_BAD_DATA if not, also if
 * the subprocess crashes or takes too long; *bad is the part that is refused, or the last one. */
enum adtmap_status mpq_reader_check(struct mpq_reader *reader, const struct diag *diag,
                                    size_t *bad);

static const uint64_t MPQ_BYTES_UNKNOWN = UINT64_MAX;

/* A name in the archives. */
struct mpq_found {
    enum source_answer answer;
    uint64_t bytes; /* unpacked; MPQ_BYTES_UNKNOWN if its entry is damaged */
    size_t part;    /* the one it is read from: the last that patches it */
};

/*
 * Reads the hash table of an archive of version 1 or 2: an array of uint64_t, the two hashes of
 * each name that it has, the first in the upper half. Empty for other archives and for several
 * parts, which find names otherwise too.
 */
enum adtmap_status mpq_reader_hashes(struct mpq_reader *reader, const struct diag *diag,
                                     struct blob *hashes);

/* Looks up a canonical name. Fails with ADTMAP_NO_MEMORY, or with ADTMAP_BAD_DATA if the subprocess
 * crashes or takes too long; *found is unchanged then. */
enum adtmap_status mpq_reader_find(struct mpq_reader *reader, const char *canonical,
                                   const struct diag *diag, struct mpq_found *found);

/* Reads a file of `bytes` by its canonical name. ADTMAP_NOT_FOUND; ADTMAP_BAD_DATA if it cannot be
 * unpacked within its limits, or if it is a patch of a file that no part has; ADTMAP_LIMIT over
 * 2 GiB; ADTMAP_IO if an archive has disappeared; ADTMAP_NO_MEMORY. */
enum adtmap_status mpq_reader_read(struct mpq_reader *reader, const char *canonical, uint64_t bytes,
                                   const struct diag *diag, struct blob *blob);

/* Whether the last request crashed or reached the limit of its time. */
bool mpq_reader_was_stopped(const struct mpq_reader *reader);

/* The processor time that reading a file of `bytes` may take: 2 to 10 seconds. */
unsigned mpq_reader_cpu_seconds(uint64_t bytes);

/* Reads the file of a one-file archive, see mpq_read_single. */
enum adtmap_status mpq_reader_read_single(struct mpq_reader *reader, const char *canonical,
                                          const struct diag *diag, struct blob *blob);

/* Reads the names in the archives' listfiles, in their spelling, NUL-terminated. */
enum adtmap_status mpq_reader_list(struct mpq_reader *reader, const struct diag *diag,
                                   struct blob *names);

#endif
