/* XXH3 is built in here, with the vectors of each instruction set. */
#include "assets/content_hash.h"

#ifdef KERNELS_PLAIN
#define XXH_VECTOR 0
#endif
#define XXH_INLINE_ALL
#include <xxhash.h>

#ifndef KERNELS
#define KERNELS content_hash_base
#define KERNELS_NAME "base"
#endif

extern const struct content_hash KERNELS;

static struct hash128 hash(const void *data, size_t size)
{
    const XXH128_hash_t hashed = XXH3_128bits(data, size);
    return (struct hash128){hashed.low64, hashed.high64};
}

static struct hash128 hash_rows(const void *head, size_t head_bytes,
                                const struct content_rows *rows)
{
    XXH3_state_t state;
    (void)XXH3_128bits_reset(&state);
    (void)XXH3_128bits_update(&state, head, head_bytes);
    for (size_t i = 0; i < rows->count; i++) {
        (void)XXH3_128bits_update(&state, rows->first + i * rows->stride_bytes, rows->row_bytes);
    }
    const XXH128_hash_t hashed = XXH3_128bits_digest(&state);
    return (struct hash128){hashed.low64, hashed.high64};
}

const struct content_hash KERNELS = {.name = KERNELS_NAME, .hash = hash, .hash_rows = hash_rows};
