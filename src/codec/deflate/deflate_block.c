/*
 * A block is written in three parts: the lengths of its codes, its sequences, the end-of-block
 * symbol. Code lengths are run-length coded and Huffman coded themselves, by the "precode".
 *
 * Bits collect in a 64-bit word. Literal codes have at most 14 bits (deflate allows 15), so that
 * four codes and 7 pending bits fit the word and literals are flushed only after every fourth. A
 * match takes at most 14 + 5 + 15 + 13 bits, which fit too. A flush writes 8 bytes and advances by
 * the whole ones among them, without a branch.
 *
 * The size of a block is estimated by entropy: sum(n) * log2(sum(n)) - sum(n * log2(n)) bits for
 * the symbols, 4 bits per code length, 80 bits for the rest of the header. log2 is a quadratic
 * approximation in integers, so that the estimate, and with it the file, is the same on every
 * machine.
 */
#include "codec/deflate/deflate_block.h"

#include <string.h>

#include "base/reader.h"
#include "base/size.h"
#include "codec/deflate/huffman.h"

enum {
    DISTANCE_BITS_MAX = 15,
    DYNAMIC_BLOCK = 2,
    LITERALS_MIN = 257,
    PRECODE_SYMBOLS = 19,
    PRECODE_BITS_MAX = 7,
    PRECODE_MIN = 4,
    REPEAT_LAST = 16,    /* 3..6 times, 2 extra bits */
    REPEAT_ZERO = 17,    /* 3..10 times, 3 extra bits */
    REPEAT_ZERO_11 = 18, /* 11..138 times, 7 extra bits */
    LENGTHS = DEFLATE_LITERALS + DEFLATE_DISTANCES,
};

/* The codes of a block; `lengths` holds those of literals, then of distances. */
struct codes {
    uint8_t lengths[LENGTHS];
    uint16_t literal[DEFLATE_LITERALS];
    uint16_t distance[DEFLATE_DISTANCES];
};

/* A symbol of the precode. */
struct precode_item {
    uint8_t symbol;
    uint8_t extra;
};

uint32_t deflate_log2(uint32_t value)
{
    /* log2(1 + f) is about f + 0.3437 * f * (1 - f). */
    unsigned exponent = 31U - (unsigned)__builtin_clz(value);
    uint32_t fraction = (uint32_t)(((uint64_t)value << 12 >> exponent) - 4096);
    uint32_t bend = fraction * (4096 - fraction) / 4096 * 1408 / 4096;
    return exponent * 256 + (fraction + bend) / 16;
}

/* The entropy of the symbols, and 4 bits per code length. */
static uint64_t symbols_price(const uint32_t *counts, size_t count)
{
    uint32_t total = 0;
    uint64_t saved = 0;
    uint64_t head = 0;
    for (size_t i = 0; i < count; i++) {
        if (counts[i]) {
            total += counts[i];
            saved += (uint64_t)counts[i] * deflate_log2(counts[i]);
            head += 4 * 256;
        }
    }
    return total ? head + (uint64_t)total * deflate_log2(total) - saved : 0;
}

uint64_t deflate_block_price(const struct deflate_counts *counts)
{
    enum { HEAD_BITS = 80 };
    return symbols_price(counts->literal, DEFLATE_LITERALS) +
           symbols_price(counts->distance, DEFLATE_DISTANCES) + (uint64_t)HEAD_BITS * 256;
}

static inline void add_bits(struct deflate_writer *writer, uint64_t bits, unsigned count)
{
    writer->bits |= bits << writer->count;
    writer->count += count;
}

/* Writes the whole bytes among at most 63 pending bits. */
static inline void flush_bits(struct deflate_writer *writer)
{
    store_u64(writer->out, writer->bits);
    writer->out += writer->count / 8;
    writer->bits >>= writer->count & ~7U;
    writer->count &= 7;
}

static void put_bits(struct deflate_writer *writer, uint64_t bits, unsigned count)
{
    add_bits(writer, bits, count);
    flush_bits(writer);
}

static size_t repeat_item(struct precode_item *items, uint8_t symbol, size_t least, size_t most,
                          size_t *run)
{
    size_t n = 0;
    while (*run >= least) {
        size_t length = size_min(*run, most);
        items[n++] = (struct precode_item){symbol, (uint8_t)(length - least)};
        *run -= length;
    }
    return n;
}

/* Lists the precode symbols of a run of equal code lengths. */
static size_t run_items(struct precode_item *items, uint8_t length, size_t run)
{
    size_t n = 0;
    if (length) {
        items[n++] = (struct precode_item){length, 0};
        run--;
        n += repeat_item(items + n, REPEAT_LAST, 3, 6, &run);
    } else {
        n += repeat_item(items + n, REPEAT_ZERO_11, 11, 138, &run);
        n += repeat_item(items + n, REPEAT_ZERO, 3, 10, &run);
    }
    for (; run > 0; run--) {
        items[n++] = (struct precode_item){length, 0};
    }
    return n;
}

static size_t list_items(const uint8_t *lengths, size_t count, struct precode_item *items)
{
    size_t n = 0;
    for (size_t i = 0; i < count;) {
        size_t run = 1;
        while (i + run < count && lengths[i + run] == lengths[i]) {
            run++;
        }
        n += run_items(items + n, lengths[i], run);
        i += run;
    }
    return n;
}

/* The count without trailing zeros, at least `least`. */
static size_t trim(const uint8_t *lengths, size_t count, size_t least)
{
    while (count > least && !lengths[count - 1]) {
        count--;
    }
    return count;
}

static void write_items(struct deflate_writer *writer, const struct precode_item *items, size_t n)
{
    static const uint8_t order[PRECODE_SYMBOLS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                   11, 4,  12, 3, 13, 2, 14, 1, 15};
    static const uint8_t extra_bits[PRECODE_SYMBOLS] = {
        [REPEAT_LAST] = 2, [REPEAT_ZERO] = 3, [REPEAT_ZERO_11] = 7};
    uint32_t counts[PRECODE_SYMBOLS] = {0};
    uint8_t lengths[PRECODE_SYMBOLS];
    uint8_t in_order[PRECODE_SYMBOLS];
    uint16_t codes[PRECODE_SYMBOLS];
    for (size_t i = 0; i < n; i++) {
        counts[items[i].symbol]++;
    }
    huffman_lengths(counts, PRECODE_SYMBOLS, PRECODE_BITS_MAX, lengths);
    huffman_codes(lengths, PRECODE_SYMBOLS, codes);
    for (size_t i = 0; i < PRECODE_SYMBOLS; i++) {
        in_order[i] = lengths[order[i]];
    }
    size_t used = trim(in_order, PRECODE_SYMBOLS, PRECODE_MIN);
    put_bits(writer, used - PRECODE_MIN, 4);
    for (size_t i = 0; i < used; i++) {
        put_bits(writer, in_order[i], 3);
    }
    for (size_t i = 0; i < n; i++) {
        uint8_t symbol = items[i].symbol;
        put_bits(writer, codes[symbol], lengths[symbol]);
        put_bits(writer, items[i].extra, extra_bits[symbol]);
    }
}

static void write_head(struct deflate_writer *writer, const struct codes *codes, unsigned is_final)
{
    struct precode_item items[LENGTHS] = {0};
    uint8_t list[LENGTHS];
    size_t literals = trim(codes->lengths, DEFLATE_LITERALS, LITERALS_MIN);
    size_t distances = trim(codes->lengths + DEFLATE_LITERALS, DEFLATE_DISTANCES, 1);
    memcpy(list, codes->lengths, literals);
    memcpy(list + literals, codes->lengths + DEFLATE_LITERALS, distances);
    put_bits(writer, is_final | DYNAMIC_BLOCK << 1, 3);
    put_bits(writer, literals - LITERALS_MIN, 5);
    put_bits(writer, distances - 1, 5);
    write_items(writer, items, list_items(list, literals + distances, items));
}

/* Codes and lengths of bytes in one table, for one load per literal. */
struct byte_codes {
    uint32_t codes[256]; /* length in the high half */
};

static inline void add_byte(struct deflate_writer *writer, uint32_t code)
{
    add_bits(writer, (uint16_t)code, code >> 16);
}

static inline void write_literals(struct deflate_writer *writer, const struct byte_codes *table,
                                  const uint8_t *bytes, size_t count)
{
    for (; count >= 4; count -= 4, bytes += 4) {
        add_byte(writer, table->codes[bytes[0]]);
        add_byte(writer, table->codes[bytes[1]]);
        add_byte(writer, table->codes[bytes[2]]);
        add_byte(writer, table->codes[bytes[3]]);
        flush_bits(writer);
    }
    for (; count > 0; count--, bytes++) {
        add_byte(writer, table->codes[*bytes]);
    }
    flush_bits(writer);
}

static inline void write_match(struct deflate_writer *writer, const struct codes *codes,
                               const struct deflate_sequence *match)
{
    struct deflate_symbol length = deflate_length_symbol(match->length);
    struct deflate_symbol distance = deflate_distance_symbol(match->distance);
    add_bits(writer, codes->literal[length.symbol], codes->lengths[length.symbol]);
    add_bits(writer, length.extra, length.extra_bits);
    add_bits(writer, codes->distance[distance.symbol],
             codes->lengths[DEFLATE_LITERALS + distance.symbol]);
    add_bits(writer, distance.extra, distance.extra_bits);
    flush_bits(writer);
}

static const uint8_t *write_sequences(struct deflate_writer *writer, const struct codes *codes,
                                      const struct deflate_sequence *sequences, size_t count,
                                      const uint8_t *bytes)
{
    struct byte_codes table;
    for (size_t i = 0; i < 256; i++) {
        table.codes[i] = codes->literal[i] | (uint32_t)codes->lengths[i] << 16;
    }
    struct deflate_writer local = *writer;
    for (size_t i = 0; i < count; i++) {
        write_literals(&local, &table, bytes, sequences[i].literals);
        bytes += sequences[i].literals;
        if (sequences[i].length) {
            write_match(&local, codes, &sequences[i]);
            bytes += sequences[i].length;
        }
    }
    *writer = local;
    return bytes;
}

const uint8_t *deflate_write_block(struct deflate_writer *writer, struct deflate_counts *counts,
                                   const struct deflate_sequence *sequences, size_t count,
                                   const uint8_t *bytes, unsigned is_final)
{
    struct codes codes;
    uint8_t *distance_lengths = codes.lengths + DEFLATE_LITERALS;
    counts->literal[DEFLATE_END_OF_BLOCK]++;
    huffman_lengths(counts->literal, DEFLATE_LITERALS, DEFLATE_LITERAL_BITS_MAX, codes.lengths);
    huffman_lengths(counts->distance, DEFLATE_DISTANCES, DISTANCE_BITS_MAX, distance_lengths);
    huffman_codes(codes.lengths, DEFLATE_LITERALS, codes.literal);
    huffman_codes(distance_lengths, DEFLATE_DISTANCES, codes.distance);
    write_head(writer, &codes, is_final);
    bytes = write_sequences(writer, &codes, sequences, count, bytes);
    put_bits(writer, codes.literal[DEFLATE_END_OF_BLOCK], codes.lengths[DEFLATE_END_OF_BLOCK]);
    return bytes;
}

void deflate_write_end(struct deflate_writer *writer)
{
    put_bits(writer, 0, (8 - writer->count) % 8);
}

void deflate_write_boundary(struct deflate_writer *writer)
{
    put_bits(writer, 0, 3);
    deflate_write_end(writer);
    put_bits(writer, 0xffff0000U, 32); /* length 0 and its complement */
}
