#include "base/hash.h"

#define XXH_STATIC_LINKING_ONLY
#include <xxhash.h>

#include "base/number.h"

uint64_t hash64(const void *data, size_t size)
{
    return XXH3_64bits(data, size);
}

struct hash128 hash128(const void *data, size_t size)
{
    XXH128_hash_t hash = XXH3_128bits(data, size);
    return (struct hash128){hash.low64, hash.high64};
}

struct hash_stream {
    XXH3_state_t state;
};

/* XXH3_createState gives the state the alignment that its vector code needs. */
struct hash_stream *hash_stream_begin(void)
{
    XXH3_state_t *state = XXH3_createState();
    if (state) {
        XXH3_128bits_reset(state);
    }
    return (struct hash_stream *)state;
}

void hash_stream_add(struct hash_stream *stream, const void *data, size_t size)
{
    XXH3_128bits_update(&stream->state, data, size);
}

struct hash128 hash_stream_finish(struct hash_stream *stream)
{
    XXH128_hash_t hash = XXH3_128bits_digest(&stream->state);
    XXH3_freeState(&stream->state);
    return (struct hash128){hash.low64, hash.high64};
}

void hash128_hex(struct hash128 hash, char hex[HASH128_HEX_BYTES])
{
    number_print_hex(hash.high, hex);
    number_print_hex(hash.low, hex + NUMBER_HEX_DIGITS);
    hex[2 * NUMBER_HEX_DIGITS] = '\0';
}
