/*
 * All numbers are big endian.
 *
 *     0   "BLTE", u32 size of the head; 0: no list, one chunk up to the end
 *     8   u8 15, u24 number of chunks, then for each u32 packed bytes, u32 bytes of content,
 *         MD5 of the packed bytes
 *
 * An encrypted chunk: 'E', u8 8, u64 name of the key (little endian), u8 bytes of the nonce (4 or
 * 8), the nonce, 'S', then by Salsa20 another chunk, its letter first. The nonce is filled up with
 * zeros, and its first four bytes are XORed with the number of the chunk (little endian).
 *
 * A claimed size is bounded before memory is taken for it: zlib gives at most 1032 bytes for one.
 */
#include "assets/sources/casc/blte.h"

#include <inttypes.h>
#include <stdlib.h>

#include <libdeflate.h>

#include "assets/sources/casc/salsa20.h"
#include "base/reader.h"
#include "base/size.h"

enum {
    LIST_AT = 12,
    LIST_ENTRY_BYTES = 24,
    NONCE_BYTES = 8,
};

size_t blte_head_bytes(const uint8_t start[BLTE_START_BYTES])
{
    struct reader reader = reader_make(start + 4, 4);
    size_t head = (size_t)reader_big_endian(&reader, 4);
    if (memcmp(start, "BLTE", 4) != 0) {
        return 0;
    }
    return head ? head : BLTE_START_BYTES;
}

static enum adtmap_status check_total(const struct blte *blte, uint64_t packed_at,
                                      uint64_t packed_bytes, uint64_t content_bytes,
                                      const struct diag *diag)
{
    if (packed_at > packed_bytes) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "BLTE: chunks of %" PRIu64 " bytes in %" PRIu64, packed_at, packed_bytes);
    }
    if (content_bytes && blte->content_bytes != content_bytes) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "BLTE: %" PRIu64 " bytes of content, the encoding table says %" PRIu64,
                         blte->content_bytes, content_bytes);
    }
    if (blte->content_bytes > BLTE_CONTENT_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "BLTE: %" PRIu64 " bytes of content are more than %u GiB",
                         blte->content_bytes, BLTE_CONTENT_MAX >> 30);
    }
    for (uint32_t i = 0; i < blte->count; i++) {
        const struct blte_chunk *chunk = &blte->chunks[i];
        if (chunk->packed_bytes == 0 ||
            chunk->content_bytes > (uint64_t)chunk->packed_bytes * BLTE_RATIO_MAX) {
            return diag_fail(diag, ADTMAP_BAD_DATA, NULL, (int64_t)chunk->packed_at,
                             "BLTE: chunk %u of %u bytes cannot hold %u", i, chunk->packed_bytes,
                             chunk->content_bytes);
        }
    }
    return ADTMAP_OK;
}

/* The one chunk of a BLTE without a list. */
static enum adtmap_status read_single(uint64_t packed_bytes, uint64_t content_bytes,
                                      const struct diag *diag, struct blte *blte)
{
    if (content_bytes == 0 || content_bytes > BLTE_CONTENT_MAX ||
        packed_bytes - BLTE_START_BYTES > BLTE_CONTENT_MAX) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "BLTE: one chunk of unknown size");
    }
    blte->count = 1;
    blte->content_bytes = content_bytes;
    blte->chunks[0] = (struct blte_chunk){
        .packed_at = BLTE_START_BYTES,
        .packed_bytes = (uint32_t)(packed_bytes - BLTE_START_BYTES),
        .content_bytes = (uint32_t)content_bytes,
    };
    return check_total(blte, packed_bytes, packed_bytes, content_bytes, diag);
}

/* Gives the end of the last chunk. */
static uint64_t read_list(struct reader *reader, uint64_t packed_at, struct blte *blte)
{
    for (uint32_t i = 0; i < blte->count; i++) {
        struct blte_chunk *chunk = &blte->chunks[i];
        chunk->packed_at = packed_at;
        chunk->content_at = blte->content_bytes;
        chunk->packed_bytes = (uint32_t)reader_big_endian(reader, 4);
        chunk->content_bytes = (uint32_t)reader_big_endian(reader, 4);
        const uint8_t *sum = reader_bytes(reader, sizeof chunk->sum.bytes);
        if (sum) {
            memcpy(chunk->sum.bytes, sum, sizeof chunk->sum.bytes);
        }
        packed_at += chunk->packed_bytes;
        blte->content_bytes += chunk->content_bytes;
    }
    return packed_at;
}

enum adtmap_status blte_read_head(const uint8_t *head, size_t head_bytes, uint64_t packed_bytes,
                                  uint64_t content_bytes, const struct diag *diag,
                                  struct blte *blte)
{
    struct reader reader = reader_make(head, head_bytes);
    reader_skip(&reader, BLTE_START_BYTES);
    *blte = (struct blte){.has_sums = head_bytes > BLTE_START_BYTES};
    reader_skip(&reader, blte->has_sums);
    uint32_t count = blte->has_sums ? (uint32_t)reader_big_endian(&reader, 3) : 1;
    bool fits = !reader.bad && head_bytes <= packed_bytes && count > 0 &&
                (!blte->has_sums || head_bytes == LIST_AT + (size_t)count * LIST_ENTRY_BYTES);
    if (!fits) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "BLTE: a head of %zu bytes for %u chunks", head_bytes, count);
    }
    if (count > BLTE_CHUNKS_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "BLTE: %u chunks are more than %d",
                         count, BLTE_CHUNKS_MAX);
    }
    blte->chunks = calloc(count, sizeof *blte->chunks);
    if (!blte->chunks) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status;
    if (blte->has_sums) {
        blte->count = count;
        uint64_t end = read_list(&reader, head_bytes, blte);
        status = check_total(blte, end, packed_bytes, content_bytes, diag);
    } else {
        status = read_single(packed_bytes, content_bytes, diag, blte);
    }
    if (status) {
        blte_free(blte);
    }
    return status;
}

uint64_t blte_packed_bytes(const struct blte *blte)
{
    const struct blte_chunk *last = &blte->chunks[blte->count - 1];
    return last->packed_at + last->packed_bytes;
}

void blte_free(struct blte *blte)
{
    free(blte->chunks);
    *blte = (struct blte){0};
}

/* What unpacking a chunk needs at every level of nesting. */
struct unpacking {
    const struct blte_chunk *chunk;
    uint32_t index;
    const struct key_ring *ring;
    const struct diag *diag;
    uint8_t *content;
    bool is_decrypted;
};

static enum adtmap_status blte_fail(const struct unpacking *to, enum adtmap_status status,
                                    const char *what)
{
    return diag_fail(to->diag, status, NULL, (int64_t)to->chunk->packed_at, "BLTE: chunk %u %s",
                     to->index, what);
}

static enum adtmap_status copy_stored(const struct unpacking *to, const uint8_t *body, size_t size)
{
    if (size != to->chunk->content_bytes) {
        return blte_fail(to, ADTMAP_BAD_DATA, "is stored, and not of its size");
    }
    memcpy(to->content, body, size);
    return ADTMAP_OK;
}

/* A stream that gives less than it should is filled up with zeros, as clients do. */
static enum adtmap_status inflate_zlib(const struct unpacking *to, const uint8_t *body, size_t size)
{
    size_t got = 0;
    struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
    if (!inflater) {
        return diag_fail_memory(to->diag);
    }
    enum libdeflate_result result = libdeflate_zlib_decompress(inflater, body, size, to->content,
                                                               to->chunk->content_bytes, &got);
    libdeflate_free_decompressor(inflater);
    if (result != LIBDEFLATE_SUCCESS) {
        return blte_fail(to, ADTMAP_BAD_DATA, "does not inflate");
    }
    memset(to->content + got, 0, to->chunk->content_bytes - got);
    return ADTMAP_OK;
}

static enum adtmap_status unpack(const struct unpacking *to, const uint8_t *chunk, size_t size);

static enum adtmap_status decrypt(const struct unpacking *to, struct reader *body,
                                  const uint8_t *key, const uint8_t nonce[NONCE_BYTES])
{
    size_t size = reader_left(body);
    uint8_t *plain = malloc(size + 1);
    if (!plain) {
        return diag_fail_memory(to->diag);
    }
    if (size > 0) {
        memcpy(plain, body->at, size);
    }
    salsa20_apply(key, nonce, plain, size);
    struct unpacking inner = *to;
    inner.is_decrypted = true;
    enum adtmap_status status = unpack(&inner, plain, size);
    free(plain);
    return status;
}

static enum adtmap_status open_encrypted(const struct unpacking *to, const uint8_t *bytes,
                                         size_t size)
{
    struct reader body = reader_make(bytes, size);
    uint8_t nonce[NONCE_BYTES] = {0};
    uint8_t name_bytes = reader_u8(&body);
    uint64_t name = reader_u64(&body);
    uint8_t nonce_bytes = reader_u8(&body);
    bool is_known = name_bytes == 8 && (nonce_bytes == 4 || nonce_bytes == NONCE_BYTES);
    const uint8_t *given = reader_bytes(&body, is_known ? nonce_bytes : 0);
    uint8_t cipher = reader_u8(&body);
    if (body.bad || !is_known || to->is_decrypted) {
        return blte_fail(to, ADTMAP_BAD_DATA, "is encrypted in no known way");
    }
    if (cipher != 'S') {
        return blte_fail(to, ADTMAP_UNSUPPORTED, "is encrypted by another cipher than Salsa20");
    }
    memcpy(nonce, given, nonce_bytes);
    for (unsigned i = 0; i < 4; i++) {
        nonce[i] ^= (uint8_t)(to->index >> (8 * i));
    }
    const uint8_t *key = key_ring_find(to->ring, name);
    if (!key) {
        return diag_fail(to->diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "encrypted, and key %016" PRIX64 " is not known; --casc-keys gives keys",
                         name);
    }
    return decrypt(to, &body, key, nonce);
}

static enum adtmap_status unpack(const struct unpacking *to, const uint8_t *chunk, size_t size)
{
    switch (size > 0 ? chunk[0] : 0) {
    case 'N':
        return copy_stored(to, chunk + 1, size - 1);
    case 'Z':
        return inflate_zlib(to, chunk + 1, size - 1);
    case 'E':
        return open_encrypted(to, chunk + 1, size - 1);
    case 'F':
        return blte_fail(to, ADTMAP_UNSUPPORTED, "is packed in frames (F), which is not supported");
    case '4':
        return blte_fail(to, ADTMAP_UNSUPPORTED, "is packed by LZ4 (4), which is not supported");
    default:
        return blte_fail(to, ADTMAP_BAD_DATA, "is packed in no known way");
    }
}

bool blte_lacks_key(const uint8_t *packed, size_t size, const struct key_ring *ring)
{
    struct reader body = reader_make(packed, size);
    uint8_t letter = reader_u8(&body);
    uint8_t name_bytes = reader_u8(&body);
    uint64_t name = reader_u64(&body);
    return letter == 'E' && name_bytes == 8 && !body.bad && !key_ring_find(ring, name);
}

/* What zlib packed has a sum of its own. */
static bool is_damaged(const struct blte_chunk *chunk, const uint8_t *packed)
{
    if (packed[0] == 'Z') {
        return false;
    }
    struct md5 sum = md5_of(packed, chunk->packed_bytes);
    return memcmp(sum.bytes, chunk->sum.bytes, sizeof sum.bytes) != 0;
}

enum adtmap_status blte_unpack(const struct blte *blte, uint32_t index, const uint8_t *packed,
                               const struct key_ring *ring, const struct diag *diag,
                               uint8_t *content)
{
    const struct blte_chunk *chunk = &blte->chunks[index];
    const struct unpacking to = {chunk, index, ring, diag, content, false};
    if (blte->has_sums && is_damaged(chunk, packed)) {
        return blte_fail(&to, ADTMAP_BAD_DATA, "is damaged: its MD5 is another");
    }
    return unpack(&to, packed, chunk->packed_bytes);
}
