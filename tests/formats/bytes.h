/*
 * Helpers for tests of readers: building chunk files byte by byte, counting messages, copying input
 * to blocks of its exact size, damaging bytes from a seed.
 */
#ifndef TESTS_FORMATS_BYTES_H
#define TESTS_FORMATS_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adtmap/status.h"
#include "base/buffer.h"
#include "base/diag.h"

/* Begins a chunk. Pass the result to end_chunk. */
static inline size_t begin_chunk(struct buffer *file, const char *id)
{
    for (int i = 3; i >= 0; i--) {
        buffer_u8(file, (uint8_t)id[i]);
    }
    buffer_u32le(file, 0);
    return file->size;
}

static inline void put_u32(struct buffer *file, size_t at, uint32_t value)
{
    for (size_t i = 0; i < 4; i++) {
        file->data[at + i] = (uint8_t)(value >> 8 * i);
    }
}

static inline void end_chunk(struct buffer *file, size_t begin)
{
    put_u32(file, begin - 4, (uint32_t)(file->size - begin));
}

static inline void add_chunk(struct buffer *file, const char *id, const void *data, size_t size)
{
    size_t begin = begin_chunk(file, id);
    buffer_append(file, data, size);
    end_chunk(file, begin);
}

static inline void add_u32_chunk(struct buffer *file, const char *id, uint32_t value)
{
    size_t begin = begin_chunk(file, id);
    buffer_u32le(file, value);
    end_chunk(file, begin);
}

static inline void add_floats(struct buffer *file, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buffer_f32le(file, values[i]);
    }
}

static inline void add_zeroes(struct buffer *file, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buffer_u8(file, 0);
    }
}

/* The offset of the data of the first chunk `id`, which must exist. */
static inline size_t find_data(const struct buffer *file, const char *id)
{
    for (size_t at = 0; at + 8 <= file->size; at++) {
        const uint8_t *b = file->data + at;
        if (b[0] == id[3] && b[1] == id[2] && b[2] == id[1] && b[3] == id[0]) {
            return at + 8;
        }
    }
    abort();
}

/* Counts of warnings and notices, the last message, and a failure. */
struct heard {
    unsigned warnings, notices;
    struct adtmap_message last, failure;
    struct adtmap_log log;
    struct diag diag;
};

static inline void hear_message(void *user, const struct adtmap_message *message)
{
    struct heard *heard = user;
    heard->warnings += message->level == ADTMAP_WARNING;
    heard->notices += message->level == ADTMAP_NOTICE;
    heard->last = *message;
}

/* The struct must not move afterwards. */
static inline void listen(struct heard *heard)
{
    memset(heard, 0, sizeof *heard);
    heard->log = (struct adtmap_log){hear_message, heard};
    heard->diag = (struct diag){"test", &heard->log, &heard->failure};
}

/* Copies the first `size` bytes to a block of that size, so that sanitizers detect reads outside.
 */
static inline uint8_t *exact_copy(const struct buffer *file, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (size) {
        memcpy(copy, file->data, size);
    }
    return copy;
}

/* SplitMix64. */
static inline uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15ULL;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return z ^ z >> 31;
}

/* A seed, which ADTMAP_SEED can replace. It is printed, so that a failure can be repeated. */
static inline uint64_t random_seed(uint64_t usual)
{
    const char *given = getenv("ADTMAP_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 0) : usual;
    printf("seed %llu\n", (unsigned long long)seed);
    return seed;
}

/* Overwrites some bytes or words with values that readers could trust. */
static inline void damage_bytes(uint8_t *data, size_t size, uint64_t *state)
{
    static const uint32_t words[] = {0,          1,          0x7F,       0xFFFF,
                                     0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7FC00000};
    unsigned places = 1 + (unsigned)(next_random(state) % 6);
    for (unsigned i = 0; i < places && size >= 4; i++) {
        size_t at = (size_t)(next_random(state) % (size - 3));
        uint64_t what = next_random(state);
        if (what & 1) {
            data[at] = (uint8_t)(what >> 8);
            continue;
        }
        uint32_t word = words[what >> 8 & 7];
        for (size_t k = 0; k < 4; k++) {
            data[at + k] = (uint8_t)(word >> 8 * k);
        }
    }
}

#endif
