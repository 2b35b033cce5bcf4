/*
 * An MPQ archive: its files by name, unpacked to memory. Reads of several threads share nothing but
 * the open file and the tables, which do not change, so that there is no lock.
 */
#ifndef ASSETS_SOURCES_MPQ_MPQ_ARCHIVE_H
#define ASSETS_SOURCES_MPQ_MPQ_ARCHIVE_H

#include <stdint.h>

#include "adtmap/status.h"
#include "assets/sources/mpq/mpq_crypt.h"
#include "assets/sources/mpq/mpq_header.h"
#include "assets/sources/mpq/mpq_tables.h"
#include "base/diag.h"
#include "os/file.h"
#include "os/open_file.h"

/* Bounds, see docs/security.md. */
enum {
    MPQ_FILE_RATIO_MAX = 1032, /* of zlib: what a file of more than CLAIM_BYTES may claim */
};

/* Zero-initialised without a file: closed. */
struct mpq_archive {
    struct open_file file;
    struct mpq_header header;
    struct mpq_crypt crypt;
    struct mpq_tables classic; /* one of the two may be empty: not there, or damaged */
    struct mpq_tables extended;
};

/*
 * Opens the archive at diag->file and reads its tables. Failures: ADTMAP_NOT_FOUND, ADTMAP_IO,
 * ADTMAP_BAD_DATA if it is damaged or not an archive, ADTMAP_NO_MEMORY; closed then.
 */
enum adtmap_status mpq_archive_open(const struct diag *diag, struct mpq_archive *archive);

/* Fine on an archive that is closed. */
void mpq_archive_close(struct mpq_archive *archive);

/* The entry of a file by its name in any case, with slashes in either direction; NULL if there is
 * none. */
const struct mpq_entry *mpq_archive_find(const struct mpq_archive *archive, const char *name);

/* The packed bytes of the files of all names, each counted for every name that it has. */
uint64_t mpq_archive_named_bytes(const struct mpq_archive *archive);

/* What is wanted of a file. */
struct mpq_extent {
    size_t head_bytes; /* of a longer file, the sectors that hold its first bytes; SIZE_MAX: all */
    const struct blob *known; /* such sectors of an earlier read, which are copied; NULL: none */
};

/*
 * Unpacks what is wanted of a file. `name` is what it was found by: an encrypted file needs it, for
 * others it may be NULL. `pool` is for
 * blob_reserve. *work grows by what the read has cost, in bytes that zlib unpacks in the same time.
 * ADTMAP_BAD_DATA, ADTMAP_UNSUPPORTED for a compression that this build cannot undo, ADTMAP_LIMIT
 * over UNPACK_BYTES_MAX, ADTMAP_NO_MEMORY.
 *
 * A file with MPQ_PATCH gives the patch (mpq_patch.h).
 */
enum adtmap_status mpq_archive_read(const struct mpq_archive *archive,
                                    const struct mpq_entry *entry, const char *name,
                                    const struct mpq_extent *wanted, struct block_pool *pool,
                                    const struct diag *diag, struct blob *blob, uint64_t *work);

#endif
