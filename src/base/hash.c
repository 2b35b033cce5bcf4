#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <xxhash.h>

#include "base/size.h"

uint64_t hash64(const void *data, size_t size)
{
    return XXH3_64bits(data, size);
}

struct hash128 hash128(const void *data, size_t size)
{
    XXH128_hash_t hash = XXH3_128bits(data, size);
    return (struct hash128){hash.low64, hash.high64};
}

/* What was added; frees the state. */
static struct hash128 finish(XXH3_state_t *state)
{
    XXH128_hash_t hash = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    return (struct hash128){hash.low64, hash.high64};
}

struct hash128 hash128_blob(const struct blob *blob)
{
    enum { PIECE_BYTES = 4 << 20 };
    XXH3_state_t *state = blob_is_large(blob) ? XXH3_createState() : NULL;
    if (!state) {
        return hash128(blob->data, blob->size);
    }
    XXH3_128bits_reset(state);
    for (size_t at = 0; at < blob->size; at += PIECE_BYTES) {
        size_t bytes = size_min(PIECE_BYTES, blob->size - at);
        XXH3_128bits_update(state, blob->data + at, bytes);
        blob_drop(blob, at, bytes);
    }
    return finish(state);
}

bool hash128_rows(const void *head, size_t head_bytes, const struct hash_rows *rows,
                  struct hash128 *hash)
{
    XXH3_state_t *state = XXH3_createState();
    if (!state) {
        return false;
    }
    XXH3_128bits_reset(state);
    XXH3_128bits_update(state, head, head_bytes);
    for (size_t i = 0; i < rows->row_count; i++) {
        XXH3_128bits_update(state, rows->first + i * rows->stride_bytes, rows->row_bytes);
    }
    *hash = finish(state);
    return true;
}

void hash128_hex(struct hash128 hash, char hex[HASH128_HEX_BYTES])
{
    snprintf(hex, HASH128_HEX_BYTES, "%016" PRIx64 "%016" PRIx64, hash.high, hash.low);
}
