#include "demo/pack/blte_write.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "base/size.h"

enum { CHUNK_BYTES = 64 << 10, HEAD_BYTES = 12, ENTRY_BYTES = 24 };

void blte_put_number(struct buffer *out, uint64_t value, unsigned bytes)
{
    for (unsigned i = bytes; i > 0; i--) {
        buffer_u8(out, (uint8_t)(value >> (8 * (i - 1))));
    }
}

/* A chunk: the letter, and the bytes as it says. */
static void put_chunk(struct buffer *out, const uint8_t *data, size_t size, bool is_deflated)
{
    buffer_u8(out, is_deflated ? 'Z' : 'N');
    if (!is_deflated) {
        buffer_append(out, data, size);
        return;
    }
    uLongf packed = compressBound((uLong)size);
    uint8_t *bytes = malloc(packed);
    if (!bytes || compress2(bytes, &packed, data, (uLong)size, 6) != Z_OK) {
        out->failed = true;
    } else {
        buffer_append(out, bytes, packed);
    }
    free(bytes);
}

static void put_listed(struct buffer *out, const uint8_t *data, size_t size, size_t chunk_bytes,
                       bool deflates)
{
    size_t count = size_max(1, (size + chunk_bytes - 1) / chunk_bytes);
    struct buffer chunks = {0};
    buffer_append(out, "BLTE", 4);
    blte_put_number(out, HEAD_BYTES + count * ENTRY_BYTES, 4);
    buffer_u8(out, 0x0F);
    blte_put_number(out, count, 3);
    for (size_t i = 0; i < count; i++) {
        size_t begin = chunks.size;
        size_t content = size_min(chunk_bytes, size - i * chunk_bytes);
        put_chunk(&chunks, data + i * chunk_bytes, content, deflates && i % 2 == 0);
        if (chunks.failed) {
            break;
        }
        struct md5 sum = md5_of(chunks.data + begin, chunks.size - begin);
        blte_put_number(out, chunks.size - begin, 4);
        blte_put_number(out, content, 4);
        buffer_append(out, sum.bytes, sizeof sum.bytes);
    }
    buffer_append(out, chunks.data, chunks.size);
    out->failed = out->failed || chunks.failed;
    buffer_free(&chunks);
}

struct md5 blte_key(const struct buffer *packed)
{
    uint32_t head = 0;
    for (size_t i = 4; i < 8 && i < packed->size; i++) {
        head = head << 8 | packed->data[i];
    }
    return md5_of(packed->data, head ? head : packed->size);
}

struct md5 blte_write(struct buffer *out, const uint8_t *data, size_t size,
                      enum casc_packing packing)
{
    struct buffer packed = {0};
    struct md5 key = {0};
    if (packing == CASC_DEFLATED) {
        buffer_append(&packed, "BLTE\0\0\0", 8);
        put_chunk(&packed, data, size, true);
    } else {
        put_listed(&packed, data, size, packing == CASC_CHUNKED ? CHUNK_BYTES : size_max(size, 1),
                   packing == CASC_CHUNKED);
    }
    if (!packed.failed) {
        key = blte_key(&packed);
        buffer_append(out, packed.data, packed.size);
    }
    out->failed = out->failed || packed.failed;
    buffer_free(&packed);
    return key;
}
