/*
 * Little-endian numbers in bytes. load_* and store_* take any address, without a check: single
 * moves on most machines.
 *
 * struct reader is a bounds-checked reader of [begin, end). A read past the end sets `bad`; from
 * then on every read returns 0 and does not move. Parsers read a whole structure and check `bad`
 * once.
 */
#ifndef BASE_READER_H
#define BASE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t endian_u16(uint16_t value)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value = __builtin_bswap16(value);
#endif
    return value;
}

static inline uint32_t endian_u32(uint32_t value)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value = __builtin_bswap32(value);
#endif
    return value;
}

static inline uint64_t endian_u64(uint64_t value)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value = __builtin_bswap64(value);
#endif
    return value;
}

static inline uint16_t load_u16(const void *bytes)
{
    uint16_t value;
    memcpy(&value, bytes, sizeof value);
    return endian_u16(value);
}

static inline uint32_t load_u32(const void *bytes)
{
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return endian_u32(value);
}

static inline uint64_t load_u64(const void *bytes)
{
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return endian_u64(value);
}

static inline float load_f32(const void *bytes)
{
    uint32_t bits = load_u32(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline void store_u16(void *bytes, uint16_t value)
{
    value = endian_u16(value);
    memcpy(bytes, &value, sizeof value);
}

static inline void store_u32(void *bytes, uint32_t value)
{
    value = endian_u32(value);
    memcpy(bytes, &value, sizeof value);
}

static inline void store_u64(void *bytes, uint64_t value)
{
    value = endian_u64(value);
    memcpy(bytes, &value, sizeof value);
}

struct reader {
    const uint8_t *begin;
    const uint8_t *at;
    const uint8_t *end;
    bool bad;
};

static inline struct reader reader_make(const uint8_t *data, size_t size)
{
    return (struct reader){data, data, data ? data + size : data, false};
}

static inline size_t reader_left(const struct reader *reader)
{
    return reader->bad ? 0 : (size_t)(reader->end - reader->at);
}

static inline size_t reader_offset(const struct reader *reader)
{
    return (size_t)(reader->at - reader->begin);
}

/* The next `size` bytes, a pointer into the input; NULL, and `bad` is set, if fewer are left. */
static inline const uint8_t *reader_bytes(struct reader *reader, size_t size)
{
    if (reader_left(reader) < size) {
        reader->bad = true;
        return NULL;
    }
    const uint8_t *bytes = reader->at;
    reader->at += size;
    return bytes;
}

/* The same for `count` times `each` bytes, which may be more than a size can say. */
static inline const uint8_t *reader_array(struct reader *reader, uint32_t count, uint32_t each)
{
    uint64_t bytes = (uint64_t)count * each;
    if (reader_left(reader) < bytes) {
        reader->bad = true;
        return NULL;
    }
    return reader_bytes(reader, (size_t)bytes);
}

static inline void reader_skip(struct reader *reader, size_t size)
{
    (void)reader_bytes(reader, size);
}

/* Moves to an offset from `begin`. */
static inline void reader_seek(struct reader *reader, size_t offset)
{
    if (offset > (size_t)(reader->end - reader->begin)) {
        reader->bad = true;
    } else if (!reader->bad) {
        reader->at = reader->begin + offset;
    }
}

/* A reader of the `size` bytes at `offset` from `begin`; empty and bad if they do not fit. */
static inline struct reader reader_sub(const struct reader *reader, size_t offset, size_t size)
{
    size_t total = (size_t)(reader->end - reader->begin);
    if (offset > total || size > total - offset) {
        return (struct reader){reader->end, reader->end, reader->end, true};
    }
    return reader_make(reader->begin + offset, size);
}

static inline uint8_t reader_u8(struct reader *reader)
{
    const uint8_t *b = reader_bytes(reader, 1);
    return b ? b[0] : 0;
}

static inline uint16_t reader_u16(struct reader *reader)
{
    const uint8_t *b = reader_bytes(reader, 2);
    return b ? (uint16_t)(b[0] | b[1] << 8) : 0;
}

static inline uint32_t reader_u32(struct reader *reader)
{
    const uint8_t *b = reader_bytes(reader, 4);
    return b ? (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24
             : 0;
}

static inline uint64_t reader_u64(struct reader *reader)
{
    uint64_t low = reader_u32(reader);
    return low | (uint64_t)reader_u32(reader) << 32;
}

/* A big-endian number of up to 8 bytes. */
static inline uint64_t reader_big_endian(struct reader *reader, size_t bytes)
{
    const uint8_t *b = reader_bytes(reader, bytes);
    uint64_t value = 0;
    for (size_t i = 0; b && i < bytes; i++) {
        value = value << 8 | b[i];
    }
    return value;
}

static inline int16_t reader_i16(struct reader *reader)
{
    return (int16_t)reader_u16(reader);
}

static inline float reader_f32(struct reader *reader)
{
    uint32_t bits = reader_u32(reader);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
