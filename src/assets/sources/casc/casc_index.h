/*
 * The index files of a storage, Data/data/XXVVVVVVVV.idx: where in the archives the bytes of an
 * encoding key are. There are 16 buckets XX; of each the highest version V counts.
 */
#ifndef ASSETS_SOURCES_CASC_CASC_INDEX_H
#define ASSETS_SOURCES_CASC_CASC_INDEX_H

#include "adtmap/status.h"
#include "assets/sources/casc/casc_key.h"
#include "base/diag.h"
#include "os/file.h"

/* Bounds, see docs/security.md. */
enum {
    CASC_INDEX_BYTES_MAX = 16 << 20, /* a client of 2025 needs four */
};

enum { CASC_BUCKETS = 16 };

/* Where an entry is. Its size includes its head (archives.h). */
struct casc_place {
    uint32_t archive;
    uint32_t offset;
    uint32_t size;
};

/* One index file: the merged entries, in order of keys, and those added since. */
struct casc_bucket {
    struct blob bytes;
    uint8_t *entries; /* in `bytes` */
    size_t count;
    uint8_t *updates; /* from malloc, in order of keys, each with its status behind it; or NULL */
    size_t update_count;
};

/* Zero-initialised: empty. Does not change once it is open: any thread may ask. */
struct casc_index {
    struct casc_bucket buckets[CASC_BUCKETS];
    size_t files; /* that were read */
};

/*
 * Reads one index file, which the bucket takes over, also when it fails. Entries that are cut off
 * and wrong hashes are warnings. Fails with ADTMAP_BAD_DATA or ADTMAP_UNSUPPORTED for a head that
 * is none or of another kind, ADTMAP_NO_MEMORY; the bucket is empty then.
 */
enum adtmap_status casc_bucket_read(struct blob bytes, const struct diag *diag,
                                    struct casc_bucket *bucket);
void casc_bucket_free(struct casc_bucket *bucket);

/* False when the bucket has no such key, or says that it is deleted or not on this disk. */
bool casc_bucket_find(const struct casc_bucket *bucket, const struct encoding_key *key,
                      struct casc_place *place);

/*
 * Reads the index files of `folder` (Data/data), of each bucket the highest version. One that
 * cannot be read is a warning, and the version before it is read. Fails with ADTMAP_NOT_FOUND when
 * there is none, ADTMAP_IO, ADTMAP_NO_MEMORY; the index is to be freed whatever is returned.
 */
enum adtmap_status casc_index_open(const char *root, const char *folder, const struct diag *diag,
                                   struct casc_index *index);
void casc_index_free(struct casc_index *index);

/* The packed bytes of all entries, each key counted. */
uint64_t casc_index_named_bytes(const struct casc_index *index);

bool casc_index_find(const struct casc_index *index, const struct encoding_key *key,
                     struct casc_place *place);

#endif
