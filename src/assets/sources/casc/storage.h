/*
 * The storage of a client from 6.0 on (CASC): what leads from a file id or a name to the bytes.
 *
 *     name or id -> root -> content key -> encoding table -> encoding key -> index -> archive
 *
 * Read only, without locks; a client may run meanwhile. Nothing is downloaded.
 */
#ifndef ASSETS_SOURCES_CASC_STORAGE_H
#define ASSETS_SOURCES_CASC_STORAGE_H

#include "adtmap/client.h"
#include "assets/sources/casc/build_info.h"
#include "assets/sources/casc/casc_index.h"
#include "assets/sources/casc/encoding.h"
#include "assets/sources/casc/root.h"
#include "assets/sources/packed/unpack_waste.h"
#include "base/diag.h"
#include "os/file.h"

/* Bounds, see docs/security.md. */
enum {
    CASC_KEY_FILE_BYTES_MAX = 16 << 20,
    CASC_TEXT_BYTES_MAX = 1 << 20, /* of files of text */
};

struct storage {
    char *folder; /* that with .build.info, as the user gave it */
    struct casc_build build;
    char locale[BUILD_LOCALE_BYTES];
    struct key_ring ring;
    struct casc_index index;
    struct archives archives;
    uint64_t archive_bytes; /* of all archives, and what the index says that is in them */
    uint64_t named_bytes;
    struct encoding encoding;
    struct root root;
    struct unpack_waste waste;
};

/* Where a storage is. */
struct storage_place {
    char *folder;                   /* from malloc */
    char product[BUILD_TEXT_BYTES]; /* that of a game's folder, or "" */
};

/*
 * Whether `path` is the folder of a storage, which has .build.info; or its Data folder; or that of
 * a game in it ("_classic_era_"), which has .flavor.info. `place` is to be freed if it is. Out of
 * memory counts as no.
 */
bool storage_locate(const char *path, struct storage_place *place);
void storage_place_free(struct storage_place *place);

/*
 * Opens a storage. Failures name the file: ADTMAP_BAD_ARGUMENT when no product or locale is
 * chosen and several are there, or the choice is none of them; ADTMAP_NOT_FOUND, ADTMAP_IO,
 * ADTMAP_BAD_DATA, ADTMAP_UNSUPPORTED, ADTMAP_NO_MEMORY. *storage is NULL then.
 */
enum adtmap_status storage_open(const struct storage_place *place,
                                const struct adtmap_client *client, const struct diag *diag,
                                struct storage **storage);

/* NULL is fine. */
void storage_close(struct storage *storage);

/*
 * The bytes of the file at `index` in the root, from any thread: in a block of `pool` if they fit,
 * else or without a pool from malloc, as are packed bytes meanwhile. Fails with ADTMAP_NOT_FOUND
 * when it is not installed, ADTMAP_UNSUPPORTED when it is encrypted and its key is unknown,
 * ADTMAP_LIMIT beyond UNPACK_BYTES_MAX, ADTMAP_BAD_DATA, also when the storage has cost too much
 * (packed/unpack_waste.h), ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status storage_read(struct storage *storage, size_t index, struct block_pool *pool,
                                const struct diag *diag, struct blob *blob);

/* The size of that file; false when it is not installed. */
bool storage_size(struct storage *storage, size_t index, uint64_t *bytes);

/* How many of the root's files are there. Contents that several files have count for each. */
struct storage_counts {
    uint64_t present;
    uint64_t absent;    /* in the build, not on this disk */
    uint64_t encrypted; /* of all; those of them whose key is unknown cannot be read */
};

/* Walks through the whole encoding table: seconds for a large client. */
enum adtmap_status storage_count(struct storage *storage, const struct diag *diag,
                                 struct storage_counts *counts);

#endif
