/*
 * Blocks of deflate data with codes of their own (RFC 1951, 3.2.7): what they hold, about how long
 * they get, and writing them.
 */
#ifndef CODEC_DEFLATE_DEFLATE_BLOCK_H
#define CODEC_DEFLATE_DEFLATE_BLOCK_H

#include <stddef.h>
#include <stdint.h>

enum {
    DEFLATE_WINDOW = 32768,
    DEFLATE_MATCH_MAX = 258,
    DEFLATE_END_OF_BLOCK = 256,
    DEFLATE_LITERALS = 286, /* bytes, the end of a block, lengths of matches */
    DEFLATE_DISTANCES = 30,
    DEFLATE_LITERAL_BITS_MAX = 14, /* longest code written: four of them and 7 bits fit 64 */
};

/* Bytes as they are, then a match, or none: length 0. */
struct deflate_sequence {
    uint32_t literals;
    uint16_t length;
    uint16_t distance;
};

/* How often a block uses each symbol. */
struct deflate_counts {
    uint32_t literal[DEFLATE_LITERALS];
    uint32_t distance[DEFLATE_DISTANCES];
};

/* Bits of deflate data on their way to memory. */
struct deflate_writer {
    uint8_t *out; /* where the next whole byte goes; 8 bytes from here are written to */
    uint64_t bits;
    unsigned count; /* of bits not yet written, 0..7 between calls */
};

/* A match is a symbol and extra bits (RFC 1951, 3.2.5). */
struct deflate_step {
    unsigned symbol;
    unsigned extra_bits;
    unsigned extra;
};

/* `length` 3..DEFLATE_MATCH_MAX. */
static inline struct deflate_step deflate_length_step(unsigned length)
{
    unsigned value = length - 3;
    if (value < 8) {
        return (struct deflate_step){257 + value, 0, 0};
    }
    if (length == DEFLATE_MATCH_MAX) {
        return (struct deflate_step){285, 0, 0};
    }
    unsigned bits = 29U - (unsigned)__builtin_clz(value);
    return (struct deflate_step){257 + bits * 4 + (value >> bits), bits,
                                 value & ((1U << bits) - 1)};
}

/* `distance` 1..DEFLATE_WINDOW. */
static inline struct deflate_step deflate_distance_step(unsigned distance)
{
    unsigned value = distance - 1;
    if (value < 4) {
        return (struct deflate_step){value, 0, 0};
    }
    unsigned bits = 30U - (unsigned)__builtin_clz(value);
    return (struct deflate_step){bits * 2 + (value >> bits), bits, value & ((1U << bits) - 1)};
}

/* log2(value) in 1/256 bit, right to 1/128 bit; `value` is at least 1. The same on every machine.
 */
uint32_t deflate_log2(uint32_t value);

/* About what a block with these counts takes, in 1/256 bit, without the matches' extra bits. */
uint64_t deflate_block_price(const struct deflate_counts *counts);

/* Writes a block of `count` sequences over `bytes`; returns where its bytes end. The counts are
 * those of the sequences; the end of the block is added to them. */
const uint8_t *deflate_write_block(struct deflate_writer *writer, struct deflate_counts *counts,
                                   const struct deflate_sequence *sequences, size_t count,
                                   const uint8_t *bytes, unsigned is_final);

/* Fills the last byte: with an empty stored block, after which more blocks may follow. */
void deflate_write_boundary(struct deflate_writer *writer);

/* Fills the last byte with zeros. */
void deflate_write_end(struct deflate_writer *writer);

#endif
