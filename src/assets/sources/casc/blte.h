/*
 * BLTE, the packed form of a file: a head that lists chunks, then the chunks, each with a letter
 * that says how it is packed: N as it is, Z by zlib, E encrypted.
 */
#ifndef ASSETS_SOURCES_CASC_BLTE_H
#define ASSETS_SOURCES_CASC_BLTE_H

#include "adtmap/status.h"
#include "assets/sources/casc/casc_key.h"
#include "assets/sources/casc/key_ring.h"
#include "base/diag.h"
#include "base/md5.h"

/* Bounds, see docs/security.md. */
enum {
    BLTE_RATIO_MAX = 1032,
    BLTE_CHUNKS_MAX = 1 << 20, /* clients cut files into some hundreds */
};

enum { BLTE_START_BYTES = 8 }; /* what tells how long the head is */

#define BLTE_CONTENT_MAX (UINT32_C(1) << 31) /* bytes of a file */

struct blte_chunk {
    uint64_t packed_at;  /* from the beginning of the BLTE */
    uint64_t content_at; /* in the file */
    uint32_t packed_bytes;
    uint32_t content_bytes;
    struct md5 sum; /* of the packed bytes; unknown without a list of chunks */
};

struct blte {
    struct blte_chunk *chunks;
    uint32_t count;
    bool has_sums;
    uint64_t content_bytes;
};

/* The size of the head, which the first BLTE_START_BYTES tell; 0 when they are no BLTE. Without a
 * list of chunks it is BLTE_START_BYTES. */
size_t blte_head_bytes(const uint8_t start[BLTE_START_BYTES]);

/*
 * Reads a head of blte_head_bytes. `packed_bytes` is the size of the whole BLTE, `content_bytes`
 * that of the file as the encoding table says, or 0 if it is unknown. Fails with ADTMAP_BAD_DATA
 * when sizes contradict each other, ADTMAP_LIMIT, ADTMAP_NO_MEMORY.
 */
enum adtmap_status blte_read_head(const uint8_t *head, size_t head_bytes, uint64_t packed_bytes,
                                  uint64_t content_bytes, const struct diag *diag,
                                  struct blte *blte);
void blte_free(struct blte *blte);

/* The size of head and chunks. */
uint64_t blte_packed_bytes(const struct blte *blte);

/* Whether a chunk of these packed bytes is encrypted by a key that `ring` lacks. */
bool blte_lacks_key(const uint8_t *packed, size_t size, const struct key_ring *ring);

/*
 * Unpacks chunk `index`, of whose packed bytes `packed` is the beginning, into `content`, both of
 * the sizes that the chunk has. Fails with ADTMAP_BAD_DATA, ADTMAP_NO_MEMORY, ADTMAP_UNSUPPORTED
 * for a packing that is not read or a key that `ring` lacks.
 */
enum adtmap_status blte_unpack(const struct blte *blte, uint32_t index, const uint8_t *packed,
                               const struct key_ring *ring, const struct diag *diag,
                               uint8_t *content);

#endif
