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

void hash128_hex(struct hash128 hash, char hex[HASH128_HEX_BYTES])
{
    snprintf(hex, HASH128_HEX_BYTES, "%016" PRIx64 "%016" PRIx64, hash.high, hash.low);
}
