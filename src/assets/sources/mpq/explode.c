/*
 * A stream begins with two bytes: how literals are coded (0 as bytes, 1 by a code for text) and how
 * many low bits of a distance are stored as they are (4 to 6). Bits come from the lowest of each
 * byte on. A 0 is followed by a literal, a 1 by the code of a length, bits that say more of it, the
 * code of the upper bits of a distance, and its low bits: 2 for a match of two bytes. The length
 * 519 ends the stream.
 *
 * The codes are fixed, and canonical: among codes of one length the smaller symbol has the smaller
 * code. Their bits are stored inverted, the highest first. A table gives the symbol for the next
 * bits; bits above the code do not matter.
 */
#include "assets/sources/mpq/explode.h"

#include <string.h>

enum {
    LITERAL_BITS = 13, /* of the longest code of each kind */
    LENGTH_BITS = 7,
    DISTANCE_BITS = 8,
    END_LENGTH = 519,
};

static const uint8_t literal_lengths[256] = {
    11, 12, 12, 12, 12, 12, 12, 12, 12, 8,  7,  12, 12, 7,  12, 12, 12, 12, 12, 12, 12, 12, 12, 12,
    12, 12, 13, 12, 12, 12, 12, 12, 4,  10, 8,  12, 10, 12, 10, 8,  7,  7,  8,  9,  7,  6,  7,  8,
    7,  6,  7,  7,  7,  7,  8,  7,  7,  8,  8,  12, 11, 7,  9,  11, 12, 6,  7,  6,  6,  5,  7,  8,
    8,  6,  11, 9,  6,  7,  6,  6,  7,  11, 6,  6,  6,  7,  9,  8,  9,  9,  11, 8,  11, 9,  12, 8,
    12, 5,  6,  6,  6,  5,  6,  6,  6,  5,  11, 7,  5,  6,  5,  5,  6,  10, 5,  5,  5,  5,  8,  7,
    8,  8,  10, 11, 11, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13,
    13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13,
    13, 13, 13, 13, 13, 13, 13, 13, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12,
    12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12,
    12, 12, 12, 12, 12, 12, 12, 12, 13, 12, 13, 13, 13, 12, 13, 13, 13, 12, 13, 13, 13, 13, 12, 13,
    13, 13, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13,
};

static const uint8_t length_lengths[16] = {2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 7};

static const uint8_t distance_lengths[64] = {
    2, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
    7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
};

/* The length of a match is a base and some more bits. */
static const uint16_t length_bases[16] = {3, 2, 4, 5, 6, 7, 8, 9, 10, 12, 16, 24, 40, 72, 136, 264};
static const uint8_t length_more_bits[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8};

/* Bits that were read but not used yet, the next one lowest. */
struct bits {
    const uint8_t *at;
    const uint8_t *end;
    uint64_t held;
    unsigned count;
    unsigned beyond; /* zero bits that were taken for bytes beyond the end */
};

/* Makes at least 32 bits ready; a token has at most 1 + 7 + 8 + 8 + 6. */
static void fill(struct bits *bits)
{
    while (bits->count < 32) {
        if (bits->at < bits->end) {
            bits->held |= (uint64_t)*bits->at++ << bits->count;
        } else {
            bits->beyond += 8;
        }
        bits->count += 8;
    }
}

static unsigned take(struct bits *bits, unsigned count)
{
    unsigned value = (unsigned)(bits->held & ((1U << count) - 1));
    bits->held >>= count;
    bits->count -= count;
    return value;
}

static void make_table(const uint8_t *lengths, size_t symbols, unsigned longest, uint8_t *table)
{
    unsigned code = 0;
    for (unsigned length = 1; length <= longest; length++, code <<= 1) {
        for (size_t symbol = 0; symbol < symbols; symbol++) {
            if (lengths[symbol] != length) {
                continue;
            }
            unsigned stored = 0;
            for (unsigned bit = 0; bit < length; bit++) {
                stored |= (~code >> bit & 1) << (length - 1 - bit);
            }
            for (; stored < 1U << longest; stored += 1U << length) {
                table[stored] = (uint8_t)symbol;
            }
            code++;
        }
    }
}

static unsigned decode(struct bits *bits, const uint8_t *table, const uint8_t *code_lengths,
                       unsigned longest)
{
    unsigned symbol = table[bits->held & ((1U << longest) - 1)];
    take(bits, code_lengths[symbol]);
    return symbol;
}

bool explode(const uint8_t *packed, size_t packed_bytes, uint8_t *data, size_t *size)
{
    uint8_t literals[1 << LITERAL_BITS];
    uint8_t lengths[1 << LENGTH_BITS];
    uint8_t distances[1 << DISTANCE_BITS];
    size_t room = *size;
    size_t at = 0;
    *size = 0;
    if (packed_bytes < 2 || packed[0] > 1 || packed[1] < 4 || packed[1] > 6) {
        return false;
    }
    bool is_text = packed[0] == 1;
    unsigned low_bits = packed[1];
    struct bits bits = {packed + 2, packed + packed_bytes, 0, 0, 0};
    if (is_text) {
        make_table(literal_lengths, 256, LITERAL_BITS, literals);
    }
    make_table(length_lengths, 16, LENGTH_BITS, lengths);
    make_table(distance_lengths, 64, DISTANCE_BITS, distances);
    for (;;) {
        fill(&bits);
        if (bits.beyond > bits.count) { /* what was used lay beyond the end */
            break;
        }
        if (take(&bits, 1) == 0) {
            if (at == room) {
                break;
            }
            data[at++] = (uint8_t)(is_text ? decode(&bits, literals, literal_lengths, LITERAL_BITS)
                                           : take(&bits, 8));
            continue;
        }
        unsigned symbol = decode(&bits, lengths, length_lengths, LENGTH_BITS);
        size_t length = length_bases[symbol] + take(&bits, length_more_bits[symbol]);
        if (length == END_LENGTH) {
            *size = at;
            return bits.beyond <= bits.count;
        }
        unsigned low = length == 2 ? 2 : low_bits;
        size_t distance = (size_t)decode(&bits, distances, distance_lengths, DISTANCE_BITS) << low;
        distance += take(&bits, low) + 1;
        if (distance > at || length > room - at) {
            break;
        }
        for (size_t end = at + length; at < end; at++) { /* may overlap: it repeats itself */
            data[at] = data[at - distance];
        }
    }
    *size = at;
    return false;
}
