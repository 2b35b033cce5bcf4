#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <xxhash.h>

uint64_t hash64(const void *data, size_t size)
{
    return XXH3_64bits(data, size);
}

struct hash128 hash128(const void *data, size_t size)
{
    XXH128_hash_t hash = XXH3_128bits(data, size);
    return (struct hash128){hash.low64, hash.high64};
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
    XXH128_hash_t digest = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    *hash = (struct hash128){digest.low64, digest.high64};
    return true;
}

void hash128_hex(struct hash128 hash, char hex[HASH128_HEX_BYTES])
{
    snprintf(hex, HASH128_HEX_BYTES, "%016" PRIx64 "%016" PRIx64, hash.high, hash.low);
}
