/*
 * Hashes by XXH3 of xxHash. Values are the same on every machine and in every version of the
 * library, so that they can be stored in manifests and can choose colours.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash128 {
    uint64_t low;
    uint64_t high;
};

enum { HASH128_HEX_BYTES = 33 };

uint64_t hash64(const void *data, size_t size);
struct hash128 hash128(const void *data, size_t size);

static inline bool hash128_equal(struct hash128 a, struct hash128 b)
{
    return a.low == b.low && a.high == b.high;
}

/* hash128 of data in several pieces: begin, add any number of pieces, finish. begin returns NULL
 * when out of memory; finish frees the stream. */
struct hash_stream;
struct hash_stream *hash_stream_begin(void);
void hash_stream_add(struct hash_stream *stream, const void *data, size_t size);
struct hash128 hash_stream_finish(struct hash_stream *stream);

/* 32 lower-case hexadecimal digits, high half first, and a NUL. */
void hash128_hex(struct hash128 hash, char hex[HASH128_HEX_BYTES]);

#endif
