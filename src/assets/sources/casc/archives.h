/*
 * The archives of a storage, Data/data/data.NNN, and the packed files in them. They stay open;
 * any thread may read. Nothing is locked or written: a client may run meanwhile.
 */
#ifndef ASSETS_SOURCES_CASC_ARCHIVES_H
#define ASSETS_SOURCES_CASC_ARCHIVES_H

#include "adtmap/status.h"
#include "assets/sources/casc/blte.h"
#include "assets/sources/casc/casc_index.h"
#include "base/diag.h"
#include "os/file.h"
#include "os/open_file.h"

enum { ARCHIVES_MAX = 1024 };

struct archives {
    struct open_file files[ARCHIVES_MAX];
    uint64_t bytes[ARCHIVES_MAX]; /* of each when it was opened */
};

/* Makes it one that has no archive and may be closed. */
void archives_clear(struct archives *archives);

/* Opens what archives `folder` (Data/data of the storage `root`) has. One that cannot be opened, or
 * that a link out of the storage leads to, is left out with a warning; so are, with one for all,
 * those whose numbers an index file cannot name. Fails with ADTMAP_IO, ADTMAP_NO_MEMORY. `archives`
 * is clear before, and to be closed whatever is returned. */
enum adtmap_status archives_open(const char *root, const char *folder, const struct diag *diag,
                                 struct archives *archives);
void archives_close(struct archives *archives);

/* Whether an archive is there and long enough for a file at `place`. */
bool archives_reach(const struct archives *archives, const struct casc_place *place);

/* The bytes of all archives. */
uint64_t archives_bytes(const struct archives *archives);

/* A packed file: where it is, and how its chunks lie. */
struct packed_file {
    struct open_file file;
    uint64_t at; /* of the BLTE */
    struct blte blte;
    struct blob packed; /* the whole BLTE where finding it took all of its bytes; else empty */
};

/*
 * Finds the packed file with an encoding key at `place`, and reads its head. `content_bytes` as for
 * blte_read_head. Packed bytes that it takes are in a block of `pool`, which may be NULL. Fails
 * with ADTMAP_NOT_FOUND when other bytes are there, zeros, or nothing: then the file is not on this
 * disk. Else as blte_read_head. The file is to be closed.
 */
enum adtmap_status archives_find(const struct archives *archives, const struct casc_place *place,
                                 const struct encoding_key *key, uint64_t content_bytes,
                                 struct block_pool *pool, const struct diag *diag,
                                 struct packed_file *file);
void packed_file_close(struct packed_file *file);

/*
 * Unpacks all of it into `content`, which has the size of the BLTE's content; packed bytes go into
 * a block of `pool` for it, which may be NULL. Encrypted chunks without a key become zeros, as long
 * as another chunk can be read: so clients leave the parts of tables that are not released yet.
 */
enum adtmap_status packed_file_read(const struct packed_file *file, const struct key_ring *ring,
                                    struct block_pool *pool, const struct diag *diag,
                                    uint8_t *content);

/* Reads bytes of the archive, which must be there: else ADTMAP_IO. */
enum adtmap_status packed_file_read_bytes(const struct packed_file *file, uint64_t at, size_t size,
                                          const struct diag *diag, uint8_t *bytes);

/* Unpacks one chunk into `content`, of the chunk's size. */
enum adtmap_status packed_file_read_chunk(const struct packed_file *file, uint32_t chunk,
                                          const struct key_ring *ring, const struct diag *diag,
                                          uint8_t *content);

#endif
