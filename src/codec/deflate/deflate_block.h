/*
 * Deflate blocks with dynamic Huffman codes (RFC 1951, 3.2.7): their contents, an estimate of their
 * size, and writing them.
 */
#ifndef CODEC_DEFLATE_DEFLATE_BLOCK_H
#define CODEC_DEFLATE_DEFLATE_BLOCK_H

#include <stddef.h>
#include <stdint.h>

enum {
    DEFLATE_WINDOW = 32768,
    DEFLATE_MATCH_MAX = 258,
    DEFLATE_END_OF_BLOCK = 256,
    DEFLATE_LITERALS = 286, /* bytes, end of block, match lengths */
    DEFLATE_DISTANCES = 30,
    DEFLATE_LITERAL_BITS_MAX = 14, /* longest code: four codes and 7 pending bits fit 64 bits */
};

/* Literal bytes, then a match; its length is 0 if there is none. */
struct deflate_sequence {
    uint32_t literals;
    uint16_t length;
    uint16_t distance;
};

/* The number of uses of each symbol in a block. */
struct deflate_counts {
    uint32_t literal[DEFLATE_LITERALS];
    uint32_t distance[DEFLATE_DISTANCES];
};

/* Writes bits to memory. */
struct deflate_writer {
    uint8_t *out; /* the next byte; up to 8 bytes from here may be overwritten */
    uint64_t bits;
    unsigned count; /* number of pending bits, 0..7 between calls */
};

/* The code of a match length or distance: a symbol and extra bits (RFC 1951, 3.2.5). */
struct deflate_symbol {
    unsigned symbol;
    unsigned extra_bits;
    unsigned extra;
};

/* `length` 3..DEFLATE_MATCH_MAX. */
static inline struct deflate_symbol deflate_length_symbol(unsigned length)
{
    unsigned value = length - 3;
    if (value < 8) {
        return (struct deflate_symbol){257 + value, 0, 0};
    }
    if (length == DEFLATE_MATCH_MAX) {
        return (struct deflate_symbol){285, 0, 0};
    }
    unsigned bits = 29U - (unsigned)__builtin_clz(value);
    return (struct deflate_symbol){257 + bits * 4 + (value >> bits), bits,
                                   value & ((1U << bits) - 1)};
}

/* How many extra bits the code of a distance has; no branch depends on it. */
static inline unsigned deflate_distance_bits(unsigned distance)
{
    return 30U - (unsigned)__builtin_clz((distance - 1) | 3);
}

/* `distance` 1..DEFLATE_WINDOW. */
static inline struct deflate_symbol deflate_distance_symbol(unsigned distance)
{
    unsigned value = distance - 1;
    if (value < 4) {
        return (struct deflate_symbol){value, 0, 0};
    }
    unsigned bits = deflate_distance_bits(distance);
    return (struct deflate_symbol){bits * 2 + (value >> bits), bits, value & ((1U << bits) - 1)};
}

/* log2(value) in 1/256 bit, accurate to 1/128 bit, for `value` of at least 1. The same on every
 * machine. */
uint32_t deflate_log2(uint32_t value);

/* An estimate of the size of a block with these counts, in 1/256 bit, without extra bits. */
uint64_t deflate_block_price(const struct deflate_counts *counts);

/* Writes a block of `count` sequences that cover `bytes`. Returns the end of these bytes. `counts`
 * are those of the sequences; the end-of-block symbol is added to them. */
const uint8_t *deflate_write_block(struct deflate_writer *writer, struct deflate_counts *counts,
                                   const struct deflate_sequence *sequences, size_t count,
                                   const uint8_t *bytes, unsigned is_final);

/* Writes an empty stored block, which ends on a byte boundary; more blocks may follow. */
void deflate_write_boundary(struct deflate_writer *writer);

/* Pads the last byte with zeros. */
void deflate_write_end(struct deflate_writer *writer);

#endif
